import { z } from 'zod';
import { deviceOf } from '../../domain/device.js';
import type { SignInFrom } from '../../usecases/session.js';
import { exampleTime, formed, named, time } from '../field.js';
import type { PersonAsk } from './person-route.js';

/** A code as it is mailed. */
export const sixDigits = formed(/^[0-9]{6}$/, 6, {
  fault: 'is not a code; send the six digits from the mail',
  wanted: 'the six digits from the mail',
}).describe('The six digits from the mail.');

export const deviceId = formed(/^[a-z0-9]{40}$/, 40, {
  fault: 'is not 40 lower-case letters and digits',
  wanted: '40 lower-case letters and digits',
}).describe(
  'Random text that the browser keeps, to be known again. A sign-in from a new device is mailed to the person. Without it the device goes by User-Agent.',
);

/** The browser or program that signs in. */
export const fromOf = ({ userAgent, language }: PersonAsk, id: string | undefined): SignInFrom => ({
  device: deviceOf(userAgent),
  deviceId: id,
  language,
});

/** The answer to a successful sign-in. */
export const signedInSchema = named(
  'SignedIn',
  z.object({
    token: z
      .string()
      .regex(/^psp_session_([a-z]_)?[0-9a-f]{64}$/)
      .describe('Bearer token of the session; shown only once.'),
    expires_at: time.describe('Time when the session expires, 12 hours after sign-in.'),
  }),
  { token: `psp_session_${'0123456789abcdef'.repeat(4)}`, expires_at: exampleTime },
);
