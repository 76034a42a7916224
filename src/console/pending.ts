import type { Who } from './act.js';
import { send } from './client.js';

/** An act that was sent and has no answer yet: kept until it has one, beyond a reload of the page. */
export interface Pending {
  readonly key: string;
  readonly name: string;
  readonly subjectId: string | undefined;
  readonly reason: string;
  /** Who sent it, by the name in the audit log. */
  readonly by: string;
  /** The newest entry of the audit log before it was sent. */
  readonly after: { readonly id: string; readonly createdAt: string } | undefined;
  readonly since: string;
}

const kept = 'psp.console.pending';

export const pending = (): readonly Pending[] =>
  JSON.parse(sessionStorage.getItem(kept) ?? '[]') as Pending[];

function keep(all: readonly Pending[]): void {
  sessionStorage.setItem(kept, JSON.stringify(all));
}

export const begin = (one: Pending): void => keep([...pending().filter(({ key }) => key !== one.key), one]);

type Listener = (key: string) => void;
const listeners = new Set<Listener>();
/** Hears of each act that has no answer, and no form any more. */
export const onLeft = (listener: Listener) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export function leftUnanswered(key: string): void {
  for (const each of listeners) each(key);
}

export const answered = (key: string): void => keep(pending().filter((each) => each.key !== key));

export interface Entry {
  readonly id: string;
  readonly action: string;
  readonly createdAt: string;
  readonly operator: string;
  readonly subjectId: string | null;
}

const audit = `query ($first: Int!, $filter: AuditLogFilter) { auditLog(first: $first, filter: $filter) {
  edges { node { id action createdAt operator reason subjectId } } } }`;

interface Log {
  readonly auditLog: { readonly edges: readonly { readonly node: Entry & { readonly reason: string } }[] };
}

/** The newest entry of the audit log, after which that of an act will stand; members have no audit log. */
export async function newestEntry(who: Who): Promise<Pick<Entry, 'id' | 'createdAt'> | undefined> {
  if (who.kind !== 'operator') return undefined;
  const { data } = await send<Log>(audit, { first: 1 });
  return data.auditLog.edges[0]?.node;
}

const kindOf = (id: string | null): string | undefined => id?.split('_')[0];

/** Whether an entry may be that of an act on a subject: an act that makes something bears the id of what it made. */
const isOf = (entry: Entry, subjectId: string | undefined): boolean =>
  subjectId === undefined || entry.subjectId === subjectId || kindOf(entry.subjectId) !== kindOf(subjectId);

/** Whether it happened: every act leaves its entry in the audit log, in the same transaction. */
export async function happened({ by, reason, after, subjectId }: Pending): Promise<Entry | undefined> {
  const filter = { operator: by, ...(after && { createdFrom: after.createdAt }) };
  const { data } = await send<Log>(audit, { first: 100, filter });
  const found = data.auditLog.edges.map(({ node }) => node);
  return found.find((each) => each.reason === reason && each.id !== after?.id && isOf(each, subjectId));
}
