import { z } from 'zod';
import { exampleTime, named, time } from '../field.js';

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
