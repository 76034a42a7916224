import type { AuditEntry } from '../domain/account.js';
import type { Decision, Moment } from '../domain/decision.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';

/** A request that another operator does not repeat within this time has no effect. */
export const proposalDays = 7;
const proposalMs = proposalDays * 86_400_000;

/** What hurts the platform if one operator is mistaken: it takes effect when another operator requests the same. */
export type ProposedAction = 'exception.propose' | 'evidence.propose' | 'restored.propose';

interface Proposal {
  readonly action: ProposedAction;
  readonly accountId: string | null;
  readonly subjectId: string | null;
  /** What is requested: the second operator has to request exactly this. */
  readonly wanted: Readonly<Record<string, unknown>>;
  /** Requests from before this do not count. */
  readonly since?: Date | undefined;
}

export const takesTwo = ({ twoOperators }: Pick<Ports, 'twoOperators'>): boolean => twoOperators;

/** Whether another person has requested the same, lately. Two tokens of one name are one person. */
export async function isSeconded(tx: Tx, operator: Operator, proposal: Proposal): Promise<boolean> {
  const { action, subjectId, wanted, since } = proposal;
  const { now } = await tx.moment();
  const [registered] = operator.id === undefined ? [] : await tx.find('operator', { id: operator.id });
  const least = Math.max(now.getTime() - proposalMs, since?.getTime() ?? 0);
  const same = textOf(wanted);
  const requests = await tx.find('auditEntry', { action, ...(subjectId !== null && { subjectId }) });
  return requests.some(
    (each) =>
      each.createdAt.getTime() >= least &&
      isOther(each, operator) &&
      // Nobody registers a second self after the request.
      !(registered && registered.createdAt > each.createdAt) &&
      textOf(each.after?.['wanted']) === same,
  );
}

const isOther = (entry: AuditEntry, { id, name }: Operator): boolean =>
  entry.operator !== name && (id === undefined || entry.operatorId !== id);

/** A key order of its own: what was stored may come back in another. */
const textOf = (wanted: unknown): string =>
  JSON.stringify(
    Object.entries((wanted ?? {}) as Record<string, unknown>).sort(([one], [other]) =>
      one < other ? -1 : 1,
    ),
  );

/** The first of two operators has requested it: nothing but this entry is written. */
export const proposed = (
  moment: Moment,
  operator: Operator,
  {
    state = {},
    wanted,
    ...about
  }: Omit<Proposal, 'since'> & { readonly state?: Readonly<Record<string, unknown>> },
): Decision => audited(moment, operator, { ...about, before: state, after: { ...state, wanted } });
