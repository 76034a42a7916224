import { z } from 'zod';
import { isoTime } from '../../domain/event.js';
import { addPasskey, askToAdd, listPasskeys, removePasskey } from '../../usecases/passkey.js';
import { askToSignIn, signInByPasskey } from '../../usecases/passkey-sign-in.js';
import { checkBody } from '../body.js';
import { TooManyRequests } from '../error.js';
import { formed, named } from '../field.js';
import {
  answerExample,
  answerIn,
  answerSchema,
  challengeSchema,
  createdIn,
  createSchema,
  creationSchema,
  passkeyListSchema,
  passkeySchema,
  showPasskey,
} from './passkey-shape.js';
import { memberOf, type PersonAsk, type PersonRoute } from './person-route.js';
import { deviceId, fromOf, signedInSchema } from './signed-in.js';

const signInSchema = named(
  'PasskeySignIn',
  z.strictObject({
    token: formed(/^[a-z0-9]{40}$/, 40, { fault: 'is not the token of a challenge' }).describe(
      'The token that came with the challenge.',
    ),
    credential: answerSchema,
    device: deviceId.exactOptional(),
  }),
  { token: '4f9k2m7q1x8z4f9k2m7q1x8z4f9k2m7q1x8z4f9k', credential: answerExample },
);

function checkPace({ mayWork }: PersonAsk): void {
  if (!mayWork()) throw new TooManyRequests('Too many requests from this address; wait.', 1);
}

const person = { tag: 'Sign-in', scope: 'none', idempotency: 'none' } as const;
const own = { ...person, needsSession: true, isOfMember: true } as const;

/** Supplement §11.14: sign-in with a passkey, and a member's own passkeys. */
export const passkeyRoutes: readonly PersonRoute[] = [
  {
    ...person,
    method: 'POST',
    path: '/dashboard/passkey-challenges',
    operationId: 'startPasskeySignIn',
    summary: 'Ask for a passkey challenge',
    description:
      'The browser signs the challenge with a passkey that the person picks; no account has to be named. It is valid for five minutes and is answered once, with the token. At most 60 challenges of a client can be open.',
    answers: { 200: challengeSchema },
    errors: ['passkeys_unavailable'],
    async run({ ports }, ask) {
      checkPace(ask);
      return { status: 200, body: await askToSignIn(ports, ask.client) };
    },
  },
  {
    ...person,
    method: 'POST',
    path: '/dashboard/passkey-sessions',
    operationId: 'createPasskeySession',
    summary: 'Sign in with a passkey',
    description:
      'The authenticator must have verified the person. A wrong, repeated or expired answer, and a signature counter that does not rise, are refused alike. The challenge is used up either way.',
    body: signInSchema,
    answers: { 201: signedInSchema },
    errors: ['invalid_api_key', 'passkeys_unavailable'],
    async run({ ports }, ask) {
      checkPace(ask);
      const { token, credential, device } = checkBody(signInSchema, ask.body);
      const from = fromOf(ask, device);
      const opened = await signInByPasskey(ports, { token, answer: answerIn(credential), from });
      return { status: 201, body: { token: opened.token, expires_at: isoTime(opened.expiresAt) } };
    },
  },
  {
    ...own,
    method: 'GET',
    path: '/dashboard/passkeys',
    operationId: 'listPasskeys',
    summary: 'List your passkeys',
    description: 'Those of your own membership in the account; other members do not see them.',
    answers: { 200: passkeyListSchema },
    errors: ['invalid_api_key', 'no_membership', 'passkey_required'],
    async run({ ports }, ask) {
      const { member } = memberOf(ask);
      const { vault, passkeys } = ports;
      const rows = await listPasskeys(ports, member);
      const data = rows.map((row) => showPasskey(row, { vault, rpId: passkeys?.rpId }));
      return { status: 200, body: { data, has_more: false } };
    },
  },
  {
    ...own,
    method: 'POST',
    path: '/dashboard/passkeys/challenge',
    operationId: 'startPasskey',
    // The person who adds a member's first passkey decides who can sign in.
    dangerous: 'always',
    summary: 'Ask for the options of a new passkey',
    description:
      'For `navigator.credentials.create` in this session. They are valid for five minutes and used once.',
    answers: { 200: creationSchema },
    errors: ['invalid_api_key', 'no_membership', 'passkey_required', 'passkeys_unavailable'],
    async run({ ports }, ask) {
      return { status: 200, body: { options: await askToAdd(ports, memberOf(ask)) } };
    },
  },
  {
    ...own,
    method: 'POST',
    path: '/dashboard/passkeys',
    operationId: 'createPasskey',
    summary: 'Create a passkey',
    description:
      'Adds the passkey that the browser made for your membership in the account. A member has at most ten. The session then counts as opened with it.',
    body: createSchema,
    answers: { 201: passkeySchema },
    errors: [
      'invalid_api_key',
      'no_membership',
      'passkey_required',
      'passkeys_unavailable',
      'limit_exceeded',
    ],
    async run({ ports }, ask) {
      const { name, credential } = checkBody(createSchema, ask.body);
      const { language } = ask;
      const made = { name, credential: createdIn(credential), language };
      const row = await addPasskey(ports, memberOf(ask), made);
      return { status: 201, body: showPasskey(row, { vault: ports.vault, rpId: ports.passkeys?.rpId }) };
    },
  },
  {
    ...own,
    method: 'DELETE',
    path: '/dashboard/passkeys/{id}',
    idKind: 'passkey',
    operationId: 'deletePasskey',
    dangerous: true,
    summary: 'Delete a passkey of yours',
    description: 'It no longer works for sign-in, and your other sessions end.',
    answers: { 204: null },
    errors: ['invalid_api_key', 'no_membership', 'passkey_required', 'not_found'],
    async run({ ports }, ask) {
      await removePasskey(ports, memberOf(ask), ask);
      return { status: 204 };
    },
  },
];
