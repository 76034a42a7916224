import { z } from 'zod';
import { isoTime } from '../../domain/event.js';
import {
  askToConfirm,
  confirmByCode,
  confirmByPasskey,
  sendConfirmationCode,
  type Confirmed,
} from '../../usecases/confirmation.js';
import { checkBody } from '../body.js';
import { exampleTime, named, time } from '../field.js';
import { answerExample, answerIn, answerSchema, options, optionsExample } from './passkey-shape.js';
import { memberOf, type PersonRoute } from './person-route.js';
import { sixDigits } from './signed-in.js';

const codeSchema = named('ConfirmationCreate', z.strictObject({ code: sixDigits }), { code: '492817' });

const credentialSchema = named('PasskeyConfirmationCreate', z.strictObject({ credential: answerSchema }), {
  credential: answerExample,
});

const challengeSchema = named('PasskeyConfirmationChallenge', z.object({ options }), {
  options: optionsExample,
});

const sentSchema = named(
  'ConfirmationCode',
  z.object({}).describe('A code is on its way, unless too many were asked for; earlier codes stay valid.'),
  {},
);

const confirmedSchema = named(
  'Confirmation',
  z.object({
    confirmed_until: time.describe('Until then the session may do dangerous operations. Real time.'),
  }),
  { confirmed_until: exampleTime },
);

const confirmed = ({ until }: Confirmed) => ({ status: 200, body: { confirmed_until: isoTime(until) } });

const own = {
  tag: 'Sign-in',
  scope: 'none',
  idempotency: 'none',
  needsSession: true,
  isOfMember: true,
  method: 'POST',
} as const;
const refusals = ['invalid_api_key', 'no_membership', 'passkey_required'] as const;

/** Supplement §11.14: a member confirms their identity before dangerous operations. */
export const confirmationRoutes: readonly PersonRoute[] = [
  {
    ...own,
    path: '/dashboard/confirmations/code',
    operationId: 'sendConfirmationCode',
    summary: 'Ask for a confirmation code',
    description:
      'Mails six digits to the member, valid for ten minutes. For members without a passkey. At most one a minute, five an hour and twenty a day for a session; in sandbox sixty a minute.',
    answers: { 202: sentSchema },
    errors: refusals,
    async run({ ports }, ask) {
      await sendConfirmationCode(ports, memberOf(ask), ask);
      return { status: 202, body: {} };
    },
  },
  {
    ...own,
    path: '/dashboard/confirmations',
    operationId: 'createConfirmation',
    summary: 'Confirm with a code',
    description:
      'Permits dangerous operations in this session for five minutes. A code ends after five wrong guesses. A sign-in code is not accepted.',
    body: codeSchema,
    answers: { 200: confirmedSchema },
    errors: refusals,
    async run({ ports }, ask) {
      return confirmed(await confirmByCode(ports, memberOf(ask), checkBody(codeSchema, ask.body).code));
    },
  },
  {
    ...own,
    path: '/dashboard/passkey-confirmations/challenge',
    operationId: 'startPasskeyConfirmation',
    summary: 'Ask for a challenge to confirm',
    description:
      "For the member's passkeys, to be signed by `navigator.credentials.get`. It is valid for five minutes, in this session, once.",
    answers: { 200: challengeSchema },
    errors: [...refusals, 'passkeys_unavailable'],
    async run({ ports }, ask) {
      return { status: 200, body: { options: await askToConfirm(ports, memberOf(ask)) } };
    },
  },
  {
    ...own,
    path: '/dashboard/passkey-confirmations',
    operationId: 'createPasskeyConfirmation',
    summary: 'Confirm with a passkey',
    description:
      'Permits dangerous operations in this session for five minutes. From then on, the session counts as opened with the passkey.',
    body: credentialSchema,
    answers: { 200: confirmedSchema },
    errors: [...refusals, 'passkeys_unavailable'],
    async run({ ports }, ask) {
      const { credential } = checkBody(credentialSchema, ask.body);
      return confirmed(await confirmByPasskey(ports, memberOf(ask), answerIn(credential)));
    },
  },
];
