import { z } from 'zod';
import { timeText } from '../../domain/moment.js';
import { ledgerSeal } from '../../domain/noun/ledger-seal.js';
import { amount, exampleTime, named, time } from '../field.js';
import { resourceOf } from './noun.js';
import { ok, route } from './route.js';

const hex = z.string().regex(/^[0-9a-f]{64}$/);

const closing = z.object({
  currency: z.string(),
  number: z.string().describe('Number of the last entry of the balance.'),
  available: amount,
  pending: amount,
  reserved: amount,
  in_settlement: amount,
  earnings: amount,
});

export const sealResource = resourceOf(ledgerSeal, {
  made: {},
  schemas: {
    day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
    root: hex,
    previous: hex,
    hash: hex,
    balances: z.array(closing),
  },
  description:
    'A seal proves what the journals of a closed UTC day were. A worker makes it a few minutes after the end of the day. A day without journals has no seal: its neighbours in the chain show that there was none. The format is described in docs/seals.md.',
});

const keyExample = {
  id: 's1',
  algorithm: 'Ed25519',
  public_key: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  created_at: exampleTime,
} as const;

const keysSchema = named(
  'LedgerSealKeys',
  z.object({
    data: z.array(
      z.object({
        id: z.string().describe('The key_id of the seals that it signed.'),
        algorithm: z.literal('Ed25519'),
        public_key: z.string().describe('The 32 bytes of the public key, in base64.'),
        created_at: time.describe('Time when the service first used the key.'),
      }),
    ),
  }),
  { data: [keyExample] },
);

/** Supplement §11.12. */
export const sealRoutes = [
  sealResource.list,
  sealResource.retrieve,
  route({
    method: 'GET',
    path: '/v1/ledger-seal-keys',
    operationId: 'listLedgerSealKeys',
    tag: sealResource.list.tag,
    summary: 'List the public keys of seals, newest first',
    description:
      'Every public key that has signed seals; a replaced key stays. Keep a copy of the keys outside of this service.',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: keysSchema },
    errors: [],
    handle: async ({ ports }) =>
      ok({
        data: (await ports.reader.sealKeys()).map(({ id, publicKey, createdAt }) => ({
          id,
          algorithm: 'Ed25519',
          public_key: publicKey,
          created_at: timeText(createdAt),
        })),
      }),
  }),
];
