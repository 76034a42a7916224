import { checkCustomer } from '../domain/customer.js';
import type { HostedDraft } from '../domain/hosted-draft.js';
import type { HostedPage } from '../domain/noun/hosted-page.js';
import { labelsOf, type LabelsAsk } from '../domain/noun/label.js';
import {
  forgetDraft,
  isServed,
  lifetimeSeconds,
  reportPayment as decideReport,
  rewriteSession,
  sessionStatus,
  startSession,
  type HostedSession,
  type Language,
  type Prefill,
  type SessionStatus,
} from '../domain/hosted-session.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { HostedPageRead, HostedSessionRead } from '../ports/hosted-read.js';
import type { KeyUse, Tx } from '../ports/store.js';
import type { Vault } from '../ports/vault.js';
import type { Operator } from './audit.js';
import type { CreateResult } from './made.js';
import { once } from './once.js';
import { findOwn } from './own.js';

export interface SessionAsk extends LabelsAsk {
  readonly accountId: string;
  readonly customerId?: string | undefined;
  readonly expiresIn?: number | undefined;
  readonly prefill?: Prefill | undefined;
  /** The member who asks; absent for an API key. */
  readonly by?: Operator | undefined;
  /** The API key, member or operator that asks. */
  readonly requestedBy?: string | undefined;
}

/** A session. Its token is set only when it was just created: only the fingerprint is stored. */
export type SessionCreated = CreateResult<HostedSession> & { readonly token?: string };

/** Contract §4.9: creates a session for a customer that the account sends to the page. */
export async function createHostedSession(
  ports: Pick<Ports, 'store' | 'vault' | 'environment'>,
  ask: SessionAsk,
  use: KeyUse,
): Promise<SessionCreated> {
  const { token, fingerprint } = ports.vault.newSessionToken(ports.environment);
  const made = await once(ports, { noun: 'hostedSession', use, by: ask.by }, async (tx) => {
    const { accountId, customerId: id } = ask;
    const [page] = await tx.find('hostedPage', { accountId });
    const { id: pageId } = enabled(page);
    if (id !== undefined)
      checkCustomer(await findOwn(tx, 'customer', { accountId, id, param: 'customer_id' }), 'customer_id');
    const { session, ...decision } = startSession(await tx.moment(), {
      accountId,
      pageId,
      origin: 'tenant',
      customerId: id ?? null,
      prefill: ask.prefill ?? null,
      requestedBy: ask.requestedBy ?? null,
      ...labelsOf(ask),
      tokenFingerprint: fingerprint,
      language: null,
      lifetimeSeconds: ask.expiresIn ?? lifetimeSeconds.usual,
    });
    return { row: session, decision };
  });
  return made.how === 'created' ? { ...made, token } : made;
}

function enabled(page: HostedPage | undefined): HostedPage {
  if (page?.enabled === true) return page;
  return refuse('page_not_enabled', 'The hosted page is not enabled.', { see: 'hosted_page' });
}

/** A visitor starts a session, if the account allows public sessions. */
export async function startPublicSession(
  ports: Pick<Ports, 'store' | 'vault' | 'environment'>,
  { pageId, language = null }: { readonly pageId: string; readonly language?: Language | null },
): Promise<{ session: HostedSession; token: string }> {
  const { token, fingerprint: tokenFingerprint } = ports.vault.newSessionToken(ports.environment);
  const session = await ports.store.transaction(async (tx) => {
    const [page] = await tx.find('hostedPage', { id: pageId });
    const { accountId, publicStart } = enabled(page);
    const [account] = await tx.find('account', { id: accountId });
    if (!publicStart || account?.status !== 'active') {
      refuse('page_not_enabled', 'The hosted page does not accept visitors without a session.');
    }
    const started = startSession(await tx.moment(), {
      accountId,
      pageId,
      origin: 'public',
      customerId: null,
      prefill: null,
      ...labelsOf({}),
      tokenFingerprint,
      language,
      lifetimeSeconds: lifetimeSeconds.usual,
    });
    await tx.record([started]);
    return started.session;
  });
  return { session, token };
}

export interface FoundSession extends HostedSessionRead {
  readonly status: SessionStatus;
  readonly draft: HostedDraft;
}

const tokenShape = /^hps_(test|live)_(?:[a-z]_)?[a-z0-9]{12}_[0-9a-f]{64}$/;

/**
 * The session of a token, requested under a hostname. Undefined if the token is unknown, the session is over, or the
 * hostname belongs to another account; all three take the same work. Without `hostname` it was requested under our
 * own host.
 */
export async function findHostedSession(
  { reader, vault }: Pick<Ports, 'reader' | 'vault'>,
  { token, hostname }: { readonly token: string; readonly hostname?: string | undefined },
): Promise<FoundSession | undefined> {
  const [holder, found] = await Promise.all([
    hostname === undefined ? undefined : reader.domainHolder(hostname),
    reader.hostedSession(vault.fingerprint(tokenShape.test(token) ? token : '')),
  ]);
  if (found === undefined) return undefined;
  const { session, account, now } = found;
  if (hostname !== undefined && holder !== account.id) return undefined;
  if (!isServed(session, now)) return undefined;
  const status = sessionStatus(session, now);
  // For an account that is not active, submitted sessions continue and open ones end.
  if (status === 'open' && account.status !== 'active') return undefined;
  return { ...found, status, draft: draftOf(vault, session) };
}

/** A page that anyone may start on, by its id or by its verified hostname. */
export async function findHostedPage(
  { reader }: Pick<Ports, 'reader'>,
  by: { readonly pageId: string } | { readonly hostname: string },
): Promise<HostedPageRead | undefined> {
  const found = await reader.hostedPage('pageId' in by ? { id: by.pageId } : by);
  const isOpen = found?.page.enabled === true && found.page.publicStart && found.account.status === 'active';
  return isOpen ? found : undefined;
}

export function draftOf(vault: Vault, { id, draft }: Pick<HostedSession, 'id' | 'draft'>): HostedDraft {
  const text =
    draft === null ? undefined : vault.decrypt(draft, { noun: 'hostedSession', field: 'draft', id });
  return text === undefined ? {} : (JSON.parse(text) as HostedDraft);
}

/** Locks the session and returns its status under the lock. */
export async function lockSession(
  tx: Tx,
  id: string,
): Promise<{ readonly session: HostedSession; readonly status: SessionStatus }> {
  const [session] = await tx.lock('hostedSession', [id]);
  if (!session) throw new Error(`there is no session ${id}`);
  return { session, status: sessionStatus(session, (await tx.moment()).now) };
}

export interface DraftResult {
  /** `stale`: another tab has changed the session since `version`. */
  readonly outcome: 'saved' | 'stale' | 'submitted' | 'expired';
  readonly session: HostedSession;
}

/** Stores the answers given so far, and the chosen language. Answers are refused once the remittance exists. */
export function keepDraft(
  { store, vault }: Pick<Ports, 'store' | 'vault'>,
  ask: {
    readonly id: string;
    readonly draft?: HostedDraft | undefined;
    readonly language?: Language | undefined;
    /** The version shown by the form. If absent, the last write wins. */
    readonly version?: number | undefined;
  },
): Promise<DraftResult> {
  const { id, draft, language, version } = ask;
  return store.transaction(async (tx) => {
    const { session, status } = await lockSession(tx, id);
    // The language is not an answer: it may change at any time.
    if (status !== 'open' && draft !== undefined) return { outcome: status, session };
    if (version !== undefined && version !== session.version) return { outcome: 'stale', session };
    const sealed =
      draft && vault.encrypt(JSON.stringify(draft), { noun: 'hostedSession', field: 'draft', id });
    const patch = {
      ...(sealed !== undefined && { draft: sealed }),
      ...(language !== undefined && { language }),
    };
    const rewritten = rewriteSession(await tx.moment(), session, patch);
    await tx.record([rewritten]);
    return { outcome: 'saved', session: rewritten.session };
  });
}

/** Deletes the drafts of sessions that ended without a remittance. */
export function forgetDrafts(
  { store }: Pick<Ports, 'store'>,
  over: readonly Pick<HostedSession, 'id'>[],
): Promise<void> {
  return store.transaction(async (tx) => {
    const sessions = await tx.lock(
      'hostedSession',
      over.map(({ id }) => id),
    );
    const moment = await tx.moment();
    const due = sessions.filter(
      (session) => session.draft !== null && sessionStatus(session, moment.now) === 'expired',
    );
    await tx.record(due.map((session) => forgetDraft(session)));
  });
}

/** Records that the customer says they have paid. */
export function reportPayment(
  { store }: Pick<Ports, 'store'>,
  { id }: { readonly id: string },
): Promise<HostedSession> {
  return store.transaction(async (tx) => {
    const { session } = await lockSession(tx, id);
    const { session: reported, ...decision } = decideReport(await tx.moment(), session);
    await tx.record([decision]);
    return reported;
  });
}
