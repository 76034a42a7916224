import {
  setAccountStatus as decideStatus,
  type Account,
  type AccountStatus,
  type ApiKey,
  type Scope,
} from '../domain/account.js';
import { nextNotice } from '../domain/api-key.js';
import { added, changed, decide } from '../domain/decision.js';
import type { Language } from '../domain/mail.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { absent } from './own.js';
import { addInvitation, addOwner } from './member.js';
import { checkSeen } from './seen.js';

type Needs = Pick<Ports, 'store' | 'vault' | 'environment' | 'wake'>;

export interface IssuedKey {
  readonly apiKey: ApiKey;
  /** Shown once; only its fingerprint is stored. */
  readonly secret: string;
}

type KeyAsk = Pick<ApiKey, 'accountId' | 'scopes' | 'label' | 'expiresAt'> &
  Partial<Pick<ApiKey, 'networks' | 'permissions'>>;

export interface AccountAsk {
  readonly name: string;
  /** Normalised as in `domain/email.ts`. */
  readonly ownerEmail: string | null;
  /** Of the owner. */
  readonly language?: Language | undefined;
  /** The owner may sign in without an invitation, as the user of a sandbox does. */
  readonly isOwnerKnown?: true;
}

/** Opens an account with its first key, and invites its first owner (supplement §5). */
export async function openAccount(
  ports: Needs,
  operator: Operator,
  ask: AccountAsk,
): Promise<{ account: Account } & IssuedKey> {
  const opened = await ports.store.transaction(async (tx) => {
    const moment = await tx.moment();
    const id = moment.newId('account', moment.now);
    const emailAt = { noun: 'account', field: 'ownerEmail', id } as const;
    const account: Account = {
      id,
      name: ask.name,
      status: 'active',
      ownerEmail: ask.ownerEmail === null ? null : ports.vault.encrypt(ask.ownerEmail, emailAt),
      createdAt: moment.now,
      version: 1,
    };
    const opened = audited(moment, operator, {
      action: 'account.open',
      accountId: account.id,
      subjectId: account.id,
      before: null,
      after: { name: account.name, status: account.status },
    });
    await tx.record([decide({ changes: [added('account', account)] }), opened]);
    const scopes: Scope[] = ['read', 'write'];
    const issued = await addKey(ports, tx, {
      operator,
      ask: { accountId: account.id, scopes, label: 'first key', expiresAt: null },
    });
    await addFirstOwner(ports, tx, { account, operator, ask });
    return { account, ...issued };
  });
  ports.wake('mail');
  return opened;
}

async function addFirstOwner(
  ports: Needs,
  tx: Tx,
  { account, operator: by, ask }: { account: Account; operator: Operator; ask: AccountAsk },
): Promise<void> {
  const { ownerEmail: address, language, isOwnerKnown } = ask;
  if (address === null) return;
  const owner = { accountId: account.id, address, role: 'owner', language } as const;
  if (isOwnerKnown) await addOwner(ports, tx, { ask: owner, by });
  else await addInvitation(ports, tx, { ask: owner, by });
}

/** Suspends, closes or reactivates an account. Its keys stop or start working at once. */
export function setAccountStatus(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  ask: { accountId: string; status: AccountStatus },
): Promise<Account> {
  return ports.store.transaction(async (tx) => {
    const [known] = await tx.lock('account', [ask.accountId]);
    if (!known) return absent('account');
    checkSeen(operator, { subjectId: known.id, state: { status: known.status } });
    const { account, changes } = decideStatus(known, ask.status);
    const entry = audited(await tx.moment(), operator, {
      action: 'account.status',
      accountId: account.id,
      subjectId: account.id,
      before: { status: known.status },
      after: { status: account.status },
    });
    await tx.record([decide({ changes }), entry]);
    return account;
  });
}

/** Issues another key for an account. */
export function issueKey(ports: Needs, operator: Operator, ask: KeyAsk): Promise<IssuedKey> {
  return ports.store.transaction(async (tx) => {
    const [account] = await tx.lock('account', [ask.accountId]);
    if (!account) return absent('account');
    checkSeen(operator, { subjectId: account.id, state: { status: account.status } });
    return addKey(ports, tx, { operator, ask });
  });
}

async function addKey(
  ports: Needs,
  tx: Tx,
  { operator, ask }: { operator: Operator; ask: KeyAsk },
): Promise<IssuedKey> {
  const moment = await tx.moment();
  const { accountId, scopes, label, networks = [], permissions = [] } = ask;
  const expiresAt = endOf(ask.expiresAt, moment.now);
  const { key: secret, prefix, fingerprint } = ports.vault.newApiKey(ports.environment);
  const apiKey: ApiKey = {
    accountId,
    scopes,
    label,
    expiresAt,
    id: moment.newId('apiKey', moment.now),
    prefix,
    fingerprint,
    networks,
    permissions,
    lastUsedAt: null,
    nextStepAt: nextNotice({ expiresAt, revokedAt: null }, moment.now),
    createdAt: moment.now,
    revokedAt: null,
    version: 1,
  };
  const entry = audited(moment, operator, {
    action: 'key.issue',
    accountId,
    subjectId: apiKey.id,
    before: null,
    after: { prefix, scopes, label, expiresAt: expiresAt?.toISOString() ?? null, networks, permissions },
  });
  await tx.record([decide({ changes: [added('apiKey', apiKey)] }), entry]);
  return { apiKey, secret };
}

/** Compared in business time, which a sandbox may have moved. */
function endOf(end: Date | null, now: Date): Date | null {
  if (end === null || end > now) return end;
  return refuse(
    'invalid_parameter',
    `The expiry is in the past: the service's time is ${now.toISOString()}.`,
    { param: 'expiresAt' },
  );
}

/** Accepts an id, or the key's public prefix with or without psp_test_. The next request with the key is refused. */
export function revokeKey(ports: Pick<Ports, 'store'>, operator: Operator, name: string): Promise<ApiKey> {
  return ports.store.transaction(async (tx) => {
    const [start = ''] = /^(?:[a-z]_)?[^_]{0,12}/.exec(name.replace(/^psp_(test|live)_/, '')) ?? [];
    const [found] = name.startsWith('key_')
      ? await tx.find('apiKey', { id: name })
      : await tx.find('apiKey', { prefix: [`psp_test_${start}`, `psp_live_${start}`] });
    const [key] = found ? await tx.lock('apiKey', [found.id]) : [];
    if (!key) return absent('apiKey');
    checkSeen(operator, { subjectId: key.id, state: { revokedAt: key.revokedAt } });
    if (key.revokedAt !== null) refuse('invalid_request', 'The key is already revoked.');
    const moment = await tx.moment();
    const revoked: ApiKey = { ...key, revokedAt: moment.now, nextStepAt: null };
    const entry = audited(moment, operator, {
      action: 'key.revoke',
      accountId: key.accountId,
      subjectId: key.id,
      before: { revokedAt: null },
      after: { revokedAt: moment.now.toISOString() },
    });
    await tx.record([decide({ changes: [changed('apiKey', revoked)] }), entry]);
    return revoked;
  });
}
