import type { Who } from './act.js';
import { send } from './client.js';

/** An act that was sent and has no answer yet. It is kept across reloads until it has one. */
export interface Pending {
  readonly key: string;
  readonly name: string;
  readonly subjectId: string | undefined;
  readonly reason: string;
  /** Name of the sender in the audit log. */
  readonly by: string;
  /** The newest audit entry before it was sent. */
  readonly after: { readonly id: string; readonly createdAt: string } | undefined;
  readonly since: string;
}

const storageKey = 'psp.console.pending';

export const pending = (): readonly Pending[] =>
  JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Pending[];

function keep(all: readonly Pending[]): void {
  sessionStorage.setItem(storageKey, JSON.stringify(all));
}

export const begin = (one: Pending): void => keep([...pending().filter(({ key }) => key !== one.key), one]);

type Listener = (key: string) => void;
const listeners = new Set<Listener>();
/** Called for each act whose form was closed without an answer. */
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

/** The newest audit entry; the act's entry will come after it. Undefined for members, who have no audit log. */
export async function newestEntry(who: Who): Promise<Pick<Entry, 'id' | 'createdAt'> | undefined> {
  if (who.kind !== 'operator') return undefined;
  const { data } = await send<Log>(audit, { first: 1 });
  return data.auditLog.edges[0]?.node;
}

const kindOf = (id: string | null): string | undefined => id?.split('_')[0];

/**
 * Whether an entry may belong to an act on this subject. The entry of a creating act has the id of what it created.
 */
const isOf = (entry: Entry, subjectId: string | undefined): boolean =>
  subjectId === undefined || entry.subjectId === subjectId || kindOf(entry.subjectId) !== kindOf(subjectId);

/** The act's audit entry, if it happened: every act writes one in its own transaction. */
export async function happened({ by, reason, after, subjectId }: Pending): Promise<Entry | undefined> {
  const filter = { operator: by, ...(after && { createdFrom: after.createdAt }) };
  const { data } = await send<Log>(audit, { first: 100, filter });
  const found = data.auditLog.edges.map(({ node }) => node);
  return found.find((each) => each.reason === reason && each.id !== after?.id && isOf(each, subjectId));
}
