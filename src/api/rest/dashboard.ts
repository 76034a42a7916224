import { z } from 'zod';
import { addressOf } from '../../domain/email.js';
import { time as written } from '../../domain/event.js';
import type { Language } from '../../domain/mail.js';
import { askForCode, endSession, openSession } from '../../usecases/sign-in.js';
import { checkBody } from '../body.js';
import { exampleTime, invalid, named, time } from '../field.js';
import type { ReadJson } from '../json.js';
import type { SignedIn } from '../session.js';
import { notEmail, typed } from '../wording.js';
import type { Answer, Context, Operation } from './route.js';

/** A request of somebody who acts for no account. */
export interface PersonAsk {
  /** The address of the client. */
  readonly client: string;
  readonly language: Language;
  readonly body: ReadJson;
  /** Who asks, where the operation needs a session. */
  readonly signedIn: SignedIn | undefined;
  /** Whether the client may have work done; whoever asks too often hears nothing else than the others. */
  readonly mayWork: () => boolean;
}

/** An operation of people, outside of /v1. */
export interface PersonRoute extends Operation {
  readonly scope: 'none';
  readonly run: (context: Context, ask: PersonAsk) => Promise<Answer>;
}

const addressMost = 320;
export const email = z
  .string({ error: typed('an e-mail address') })
  .max(addressMost)
  .describe('An address with an ASCII local part; compared in lower case, its domain in A-labels.');

/** The one spelling of an address that was sent. */
export const addressIn = (text: string): string => addressOf(text) ?? invalid('email', notEmail);

const signInSchema = named('SignIn', z.strictObject({ email }), { email: 'ana@example.com' });

const acceptedSchema = named('SignInAccepted', z.object({}).describe('Tells nothing of the address.'), {});

const sessionCreateSchema = named(
  'SessionCreate',
  z.strictObject({
    email,
    code: z
      .string({ error: typed('the six digits of the mail') })
      .regex(/^[0-9]{6}$/, { message: 'is no code; send the six digits of the mail' })
      .describe('The six digits that were mailed.'),
  }),
  { email: 'ana@example.com', code: '492817' },
);

const sessionSchema = named(
  'SignedIn',
  z.object({
    token: z
      .string()
      .regex(/^psp_session_[0-9a-f]{64}$/)
      .describe('The bearer token of the session, shown this once.'),
    expires_at: time.describe('When the session ends by itself, 12 hours after it began.'),
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
      'Answers 202 whatever the address. A member gets a mail with six digits that hold ten minutes and five tries, in the language of Accept-Language (en, es, pt). A new code comes at most once a minute, five times an hour and twenty a day for an address and for a client (sandbox: sixty a minute); within that time the code before it lives.',
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
    description: 'The first time, it makes a membership of an invitation that has not ended.',
    body: sessionCreateSchema,
    answers: { 201: sessionSchema },
    errors: ['invalid_api_key'],
    async run({ ports }, { body }) {
      const { email: given, code } = checkBody(sessionCreateSchema, body);
      const { token, expiresAt } = await openSession(ports, { address: addressIn(given), code });
      return { status: 201, body: { token, expires_at: written(expiresAt) } };
    },
  },
  {
    ...person,
    method: 'DELETE',
    path: '/dashboard/sessions/current',
    operationId: 'deleteSession',
    summary: 'Sign out',
    description: 'The token is refused from then on.',
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
