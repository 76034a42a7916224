import { z } from 'zod';
import { addressOf } from '../../domain/email.js';
import { time as written } from '../../domain/event.js';
import type { Language } from '../../domain/mail.js';
import { askForCode, endSession, openSession } from '../../usecases/sign-in.js';
import { checkBody } from '../body.js';
import { bounded, exampleTime, formed, invalid, named, time } from '../field.js';
import type { ReadJson } from '../json.js';
import type { SignedIn } from '../session.js';
import { notEmail } from '../wording.js';
import type { Answer, Context, Operation } from './route.js';

/** A request that acts for no account. */
export interface PersonAsk {
  /** The client, as rate limits identify it. */
  readonly client: string;
  readonly language: Language;
  readonly body: ReadJson;
  /** The person, if the operation needs a session. */
  readonly signedIn: SignedIn | undefined;
  /**
   * Whether the client is within its limit. Above it the work is skipped, and the response is the same as for
   * others.
   */
  readonly mayWork: () => boolean;
}

/** An operation for people, outside of /v1. */
export interface PersonRoute extends Operation {
  readonly scope: 'none';
  readonly run: (context: Context, ask: PersonAsk) => Promise<Answer>;
}

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
    code: formed(/^[0-9]{6}$/, 6, {
      fault: 'is not a code; send the six digits from the mail',
      wanted: 'the six digits from the mail',
    }).describe('The six digits from the mail.'),
  }),
  { email: 'ana@example.com', code: '492817' },
);

const sessionSchema = named(
  'SignedIn',
  z.object({
    token: z
      .string()
      .regex(/^psp_session_[0-9a-f]{64}$/)
      .describe('Bearer token of the session; shown only once.'),
    expires_at: time.describe('Time when the session expires, 12 hours after sign-in.'),
  }),
  { token: `psp_session_${'0123456789abcdef'.repeat(4)}`, expires_at: exampleTime },
);

const person = { tag: 'Sign-in', scope: 'none', idempotency: 'none' } as const;

/** Supplement §2. */
export const dashboardRoutes: readonly PersonRoute[] = [
  {
    ...person,
    method: 'POST',
    path: '/dashboard/sign-in',
    operationId: 'signIn',
    summary: 'Ask for a sign-in code',
    description:
      'Always returns 202. A member gets a mail with a six-digit code, in the language of Accept-Language (en, es, pt). A code is valid for ten minutes, also after a new one is requested. Limits for one client (an IPv4 address or IPv6 /64): one code a minute, five an hour and twenty a day for one address; thirty an hour for all addresses. Limit for one address: thirty codes an hour; the last six only while it has no valid code. In sandbox: sixty codes a minute for a client, 360 for an address.',
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
    answers: { 201: sessionSchema },
    errors: ['invalid_api_key'],
    async run({ ports }, { body, client }) {
      const { email: given, code } = checkBody(sessionCreateSchema, body);
      const { token, expiresAt } = await openSession(ports, { address: addressIn(given), code, client });
      return { status: 201, body: { token, expires_at: written(expiresAt) } };
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
    async run({ ports }, { signedIn }) {
      if (signedIn === undefined) throw new Error('a session was reached without one');
      await endSession(ports, signedIn.session.id);
      return { status: 204 };
    },
  },
];
