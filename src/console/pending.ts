import { send } from './client.js';

/** An act that was sent and has no answer yet: kept until it has one, beyond a reload of the page. */
export interface Pending {
  readonly key: string;
  readonly name: string;
  readonly subjectId: string | undefined;
  readonly reason: string;
  readonly since: string;
}

const kept = 'psp.console.pending';

export const pending = (): readonly Pending[] =>
  JSON.parse(sessionStorage.getItem(kept) ?? '[]') as Pending[];

function keep(all: readonly Pending[]): void {
  sessionStorage.setItem(kept, JSON.stringify(all));
}

export const begin = (one: Pending): void => keep([...pending().filter(({ key }) => key !== one.key), one]);
export const answered = (key: string): void => keep(pending().filter((each) => each.key !== key));

export interface Entry {
  readonly id: string;
  readonly action: string;
  readonly createdAt: string;
  readonly operator: string;
}

const audit = `query ($filter: AuditLogFilter) { auditLog(first: 100, filter: $filter) {
  edges { node { id action createdAt operator reason } } } }`;

interface Log {
  readonly auditLog: { readonly edges: readonly { readonly node: Entry & { readonly reason: string } }[] };
}

/** Whether it happened: every act leaves its entry in the audit log, in the same transaction. */
export async function happened({ subjectId, reason, since }: Pending): Promise<Entry | undefined> {
  const { data } = await send<Log>(audit, {
    filter: { ...(subjectId && { subjectId }), createdFrom: since },
  });
  return data.auditLog.edges.map(({ node }) => node).find((each) => each.reason === reason);
}
