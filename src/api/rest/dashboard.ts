import { z } from 'zod';
import { addressOf } from '../../domain/email.js';
import { isoTime } from '../../domain/event.js';
import { askForCode, endSession, openSession } from '../../usecases/sign-in.js';
import { checkBody } from '../body.js';
import { bounded, invalid, named } from '../field.js';
import { notEmail } from '../wording.js';
import { confirmationRoutes } from './confirmation.js';
import { ownSessionRoutes } from './session.js';
import { passkeyRoutes } from './passkey.js';
import { preferenceRoutes } from './preference.js';
import { sessionOf, type PersonRoute } from './person-route.js';
import { deviceId, fromOf, signedInSchema, sixDigits } from './signed-in.js';

const addressMost = 320;
export const email = bounded(addressMost, { wanted: 'an e-mail address' })
  .meta({ maxLength: addressMost })
  .describe('An address with an ASCII local part; compared in lower case, its domain in A-labels.');

/** Normalizes an e-mail address. */
export const addressIn = (text: string): string => addressOf(text) ?? invalid('email', notEmail);

const signInSchema = named('SignIn', z.strictObject({ email }), { email: 'ana@example.com' });

const acceptedSchema = named(
  'SignInAccepted',
  z.object({}).describe('Reveals nothing about the address.'),
  {},
);

const sessionCreateSchema = named(
  'SessionCreate',
  z.strictObject({
    email,
    code: sixDigits,
    device: deviceId.exactOptional(),
    step_up: z
      .boolean()
      .exactOptional()
      .describe(
        'Whether dangerous operations of the session need a passkey or a mailed code at most five minutes old. The dashboard asks for it. Sessions of members with a passkey always need it.',
      ),
  }),
  { email: 'ana@example.com', code: '492817' },
);

const person = { tag: 'Sign-in', scope: 'none', idempotency: 'none' } as const;

/** Supplement §2. */
const sessionRoutes: readonly PersonRoute[] = [
  {
    ...person,
    method: 'POST',
    path: '/dashboard/sign-in',
    operationId: 'signIn',
    summary: 'Ask for a sign-in code',
    description:
      'Always returns 202. A member gets a mail with a six-digit code, in their language, or else in that of Accept-Language (en, es, pt). A code is valid for ten minutes, also after a new one is requested. Limits for one client (an IPv4 address or IPv6 /64): one code a minute, five an hour and twenty a day for one address; thirty an hour for all addresses. Limit for one address: thirty codes an hour; the last six only while it has no valid code. In sandbox: sixty codes a minute for a client, 360 for an address.',
    body: signInSchema,
    answers: { 202: acceptedSchema },
    errors: [],
    async run({ ports }, { body, client, language, mayWork }) {
      const address = addressIn(checkBody(signInSchema, body).email);
      if (mayWork()) await askForCode(ports, { address, client, language });
      return { status: 202, body: {} };
    },
  },
  {
    ...person,
    method: 'POST',
    path: '/dashboard/sessions',
    operationId: 'createSession',
    summary: 'Sign in with a code',
    description:
      'Five wrong guesses spend a code for the client that made them. Fifty wrong guesses of all clients end the code, except for clients that requested a code themselves and have not guessed wrong. The first sign-in turns an open invitation into a membership.',
    body: sessionCreateSchema,
    answers: { 201: signedInSchema },
    errors: ['invalid_api_key'],
    async run({ ports }, ask) {
      const {
        email: emailText,
        code,
        device,
        step_up: stepUp = false,
      } = checkBody(sessionCreateSchema, ask.body);
      const { client } = ask;
      const from = fromOf(ask, device);
      const { token, expiresAt } = await openSession(ports, {
        address: addressIn(emailText),
        code,
        client,
        stepUp,
        from,
      });
      return { status: 201, body: { token, expires_at: isoTime(expiresAt) } };
    },
  },
  {
    ...person,
    method: 'DELETE',
    path: '/dashboard/sessions/current',
    operationId: 'deleteSession',
    summary: 'Sign out',
    description: 'The token stops working at once.',
    needsSession: true,
    answers: { 204: null },
    errors: ['invalid_api_key'],
    async run({ ports }, ask) {
      await endSession(ports, sessionOf(ask).session.id);
      return { status: 204 };
    },
  },
];

/** Every operation of people. */
export const dashboardRoutes: readonly PersonRoute[] = [
  ...sessionRoutes,
  ...ownSessionRoutes,
  ...preferenceRoutes,
  ...passkeyRoutes,
  ...confirmationRoutes,
];
