import { z } from 'zod';
import { present, isoTime } from '../../domain/event.js';
import { passkey, type Passkey } from '../../domain/noun/passkey.js';
import type { CreatedCredential, CredentialAnswer } from '../../ports/passkeys.js';
import type { Vault } from '../../ports/vault.js';
import { formed, named, text } from '../field.js';
import { exampleAt, schemaOf } from './shape.js';

/** Bytes as browsers write them in JSON. */
const bytes = (max: number) =>
  formed(/^[A-Za-z0-9_-]+$/, max, { fault: `is not base64url of at most ${max} characters` }).meta({
    maxLength: max,
  });

/** WebAuthn level 3: a credential id has at most 1023 bytes. */
const credentialId = bytes(1_364).describe('`id` of the credential.');
const clientData = bytes(8_192).describe('`response.clientDataJSON`.');

const createdSchema = z
  .strictObject({
    id: credentialId,
    client_data: clientData,
    attestation_object: bytes(32_768).describe('`response.attestationObject`.'),
    transports: z
      .array(z.enum(['ble', 'hybrid', 'internal', 'nfc', 'usb']))
      .max(5)
      .exactOptional()
      .describe('`response.getTransports()`, those that are listed here.'),
  })
  .describe('The result of `navigator.credentials.create`, serialized by its `toJSON()`.');

export const answerSchema = z
  .strictObject({
    id: credentialId,
    client_data: clientData,
    authenticator_data: bytes(8_192).describe('`response.authenticatorData`.'),
    signature: bytes(2_048).describe('`response.signature`.'),
    user_handle: bytes(128).exactOptional().describe('`response.userHandle`, if there is one.'),
  })
  .describe('The result of `navigator.credentials.get`, serialized by its `toJSON()`.');

const idExample = 'mK3vQ0uY1kq2l6nB7Zs9Xw';
const clientDataExample = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiYWJjIn0';
export const answerExample = {
  id: idExample,
  client_data: clientDataExample,
  authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  signature: 'MEUCIQDVrX1n2y8oVtE0m5N5c2JkQ0u5aHk0bWc',
  user_handle: 'bWVtXzAxazl6cTN2NWU4eDdtMm40cDZyOHQwdzF5',
};

export const createSchema = named(
  'PasskeyCreate',
  z.strictObject({
    name: text(60).describe('Name that distinguishes it from others, such as the name of the device.'),
    credential: createdSchema,
  }),
  {
    name: 'Office laptop',
    credential: {
      id: idExample,
      client_data: clientDataExample,
      attestation_object: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
      transports: ['internal'],
    },
  },
);

export const options = z
  .record(z.string(), z.unknown())
  .describe('Options for `navigator.credentials`, in the JSON form of WebAuthn level 3.');

export const creationSchema = named('PasskeyCreation', z.object({ options }), {
  options: { challenge: 'Zm9ydHkgYnl0ZXM', rp: { id: 'pay.example.com', name: 'Payments dashboard' } },
});

export const optionsExample = {
  challenge: 'Zm9ydHkgYnl0ZXM',
  rpId: 'pay.example.com',
  userVerification: 'required',
};

export const challengeSchema = named(
  'PasskeyChallenge',
  z.object({
    token: z.string().describe('Sent with the answer: only the browser that asked can answer.'),
    options,
  }),
  {
    token: '4f9k2m7q1x8z4f9k2m7q1x8z4f9k2m7q1x8z4f9k',
    options: optionsExample,
  },
);

const example = exampleAt(passkey, 'list');

export const passkeySchema = named(passkey.name, schemaOf(passkey, { isUsable: z.boolean() }), example);

export const passkeyListSchema = named(
  'PasskeyList',
  z.object({
    data: z.array(passkeySchema).describe('The oldest first.'),
    has_more: z.boolean().describe('Always false.'),
  }),
  { data: [example], has_more: false },
);

export function showPasskey(row: Passkey, { vault, rpId }: { vault: Vault; rpId: string | undefined }) {
  return present({
    id: row.id,
    name: vault.decrypt(row.name, { noun: 'passkey', field: 'name', id: row.id }) ?? '',
    is_usable: row.rpId === rpId,
    created_at: isoTime(row.createdAt),
    last_used_at: isoTime(row.lastUsedAt),
  });
}

export const createdIn = (body: z.infer<typeof createdSchema>): CreatedCredential => ({
  id: body.id,
  clientData: body.client_data,
  attestationObject: body.attestation_object,
  transports: body.transports ?? [],
});

export const answerIn = (body: z.infer<typeof answerSchema>): CredentialAnswer => ({
  id: body.id,
  clientData: body.client_data,
  authenticatorData: body.authenticator_data,
  signature: body.signature,
  userHandle: body.user_handle ?? '',
});
