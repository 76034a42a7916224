import { z } from 'zod';
import { accountStatuses, type Account, type ApiKey } from '../../domain/account.js';
import { present, isoTime } from '../../domain/event.js';
import { idPattern } from '../../domain/id.js';
import { languages } from '../../domain/mail.js';
import { account as declared } from '../../domain/noun/account.js';
import { member } from '../../domain/noun/member.js';
import type { Vault } from '../../ports/vault.js';
import type { Caller, Credential } from '../caller.js';
import { exampleId, idOf, named, time } from '../field.js';
import { ok, route } from './route.js';
import { exampleAt, schemaOf } from './shape.js';

const environment = z.enum(['sandbox', 'live']);
const accountStatus = z.enum(accountStatuses);
const callerKind = z
  .enum(['api_key', 'member'])
  .describe('An API key of the account, or a person who is signed in.');
const keyPrefix = z.string().describe('Public prefix of the key.');
const role = member.fields.role.words.values;

const credential = z.object({
  type: callerKind,
  id: z
    .string()
    .regex(new RegExp(idPattern('apiKey', 'member')))
    .describe('Id of the key or member.'),
  prefix: z.string().describe("Public prefix of the key; for a member, the member's id."),
  label: z.string().exactOptional().describe('Name given when the key was issued.'),
  scopes: z.array(z.enum(['read', 'write'])).describe('read permits every GET, write all other methods.'),
  created_at: time.describe('Time when the key was issued, or the session began.'),
  expires_at: time.exactOptional().describe('Time when the key or session expires. Absent: never.'),
  last_used_at: time.exactOptional().describe('API keys only: time of the last use, to the minute.'),
  networks: z
    .array(z.string())
    .exactOptional()
    .describe('Networks (CIDR) from which the key may be used. Absent: any network.'),
  permissions: z
    .array(z.string())
    .exactOptional()
    .describe(
      'Permissions of the key, such as payouts:write. Absent: everything its scopes allow. agent_writes is no limit: it lets agents make changes with the key.',
    ),
});

const accountSchema = named(
  declared.name,
  schemaOf(declared, { environment, primaryTreasuryAsset: z.string(), credential }),
  exampleAt(declared, 'detail'),
);

const meSchema = named(
  'Me',
  z.object({
    kind: callerKind,
    environment,
    account: z.object({ id: idOf('account'), name: z.string(), status: accountStatus }),
    api_key: z
      .object({ id: idOf('apiKey'), prefix: keyPrefix, label: z.string().exactOptional() })
      .exactOptional(),
    member: z
      .object({
        id: idOf('member'),
        email: z.string(),
        role: z.enum(role),
        status: z.enum(member.fields.status.words.values),
        language: z.enum(languages).exactOptional().describe('Language of mails to the member.'),
        last_signed_in_at: time.exactOptional(),
      })
      .exactOptional()
      .describe('The signed-in person, as a member of the account.'),
    accounts: z
      .array(z.object({ id: idOf('account'), name: z.string(), status: accountStatus, role: z.enum(role) }))
      .exactOptional()
      .describe('Every account that the person may select with Platform-Account. Default: the first.'),
  }),
  {
    kind: 'api_key',
    environment: 'sandbox',
    account: { id: exampleId('account'), name: 'Demo account', status: 'active' },
    api_key: { id: exampleId('apiKey'), prefix: 'psp_test_4f9k2m7q1x8z', label: 'first key' },
  },
);

const read = { method: 'GET', tag: 'Account', scope: 'read', idempotency: 'none', errors: [] } as const;

/** Contract §4.2. */
export const accountRoutes = [
  route({
    ...read,
    path: '/v1/account',
    operationId: 'getAccount',
    summary: 'Retrieve the account',
    description: 'Includes the credential in use.',
    answers: { 200: accountSchema },
    handle: async ({ ports, environment: deployment }, { caller: { account, ...caller } }) =>
      ok({
        id: account.id,
        name: account.name,
        status: account.status,
        environment: deployment,
        primary_treasury_asset: ports.catalogue.primaryTreasuryAsset,
        created_at: isoTime(account.createdAt),
        credential: showCredential(caller),
      }),
  }),
  route({
    ...read,
    path: '/v1/me',
    operationId: 'getMe',
    summary: 'Retrieve the caller',
    description: 'Returns the credential in use and the accounts it may act for.',
    answers: { 200: meSchema },
    handle: async ({ ports, environment: deployment }, { caller: { account, credential } }) => {
      const of = { kind: credential.type, environment: deployment, account: showName(account) };
      if (credential.type === 'member') return ok({ ...of, ...showPerson(credential, ports.vault) });
      const { id, prefix, label } = credential.key;
      return ok({ ...of, api_key: present({ id, prefix, label }) });
    },
  }),
];

const showName = ({ id, name, status }: Account) => ({ id, name, status });

function showCredential({ scopes, credential }: Pick<Caller, 'scopes' | 'credential'>) {
  if (credential.type === 'member') {
    const {
      member: { id },
      session,
    } = credential;
    const times = { created_at: isoTime(session.createdAt), expires_at: isoTime(session.expiresAt) };
    return { type: 'member', id, prefix: id, scopes, ...times };
  }
  const { id, prefix, label, createdAt, expiresAt, lastUsedAt } = credential.key;
  const times = {
    created_at: isoTime(createdAt),
    expires_at: isoTime(expiresAt),
    last_used_at: isoTime(lastUsedAt),
  };
  return present({ type: 'api_key', id, prefix, label, scopes, ...times, ...limitsOf(credential.key) });
}

/** The restrictions of a key; fields are absent if there are none. */
const limitsOf = ({ networks, permissions }: Pick<ApiKey, 'networks' | 'permissions'>) => ({
  ...(networks.length > 0 && { networks }),
  ...(permissions.length > 0 && { permissions }),
});

function showPerson({ member: of, memberships }: Extract<Credential, { type: 'member' }>, vault: Vault) {
  const { id, role: own, status } = of;
  return {
    member: present({
      id,
      email: vault.decrypt(of.email, { noun: 'member', field: 'email', id }) ?? '',
      role: own,
      status,
      language: of.language,
      last_signed_in_at: isoTime(of.lastSignedInAt),
    }),
    accounts: memberships.map(({ account, member: { role: there } }) => ({
      ...showName(account),
      role: there,
    })),
  };
}
