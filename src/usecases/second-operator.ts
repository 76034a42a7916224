import type { AuditEntry } from '../domain/account.js';
import type { Decision, Moment } from '../domain/decision.js';
import { areTwoPeople } from '../domain/operator.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';

/** A request not repeated by another operator within this time lapses. */
export const proposalDays = 7;
const proposalMs = proposalDays * 86_400_000;

/**
 * Acts that could hurt the platform if one operator errs. They take effect when another operator requests the same.
 */
export type ProposedAction = 'exception.propose' | 'evidence.propose' | 'restored.propose';

interface Proposal {
  readonly action: ProposedAction;
  readonly accountId: string | null;
  readonly subjectId: string | null;
  /** The arguments: the second operator has to request exactly these. */
  readonly wanted: Readonly<Record<string, unknown>>;
  /** Requests from before this time do not count. */
  readonly since?: Date | undefined;
}

export const takesTwo = ({ twoOperators }: Pick<Ports, 'twoOperators'>): boolean => twoOperators;

/**
 * Whether another person recently requested the same. Two operators with one name, or with one e-mail address, count as one
 * person.
 */
export async function isSeconded(tx: Tx, operator: Operator, proposal: Proposal): Promise<boolean> {
  const { action, subjectId, wanted, since } = proposal;
  const { now } = await tx.moment();
  const [registered] = operator.id === undefined ? [] : await tx.find('operator', { id: operator.id });
  const least = Math.max(now.getTime() - proposalMs, since?.getTime() ?? 0);
  const same = textOf(wanted);
  const requests = await tx.find('auditEntry', { action, ...(subjectId !== null && { subjectId }) });
  const others = requests.filter(
    (each) =>
      each.createdAt.getTime() >= least &&
      isOther(each, operator) &&
      // An operator registered after the request does not count, so no one can add a second self.
      !(registered && registered.createdAt > each.createdAt) &&
      textOf(each.after?.['wanted']) === same,
  );
  if (registered === undefined || others.length === 0) return others.length > 0;
  const ids = others.flatMap(({ operatorId }) => operatorId ?? []);
  const proposers = await tx.find('operator', { id: ids });
  return others.some(({ operatorId }) => {
    const proposer = proposers.find(({ id }) => id === operatorId);
    return proposer === undefined || areTwoPeople(registered, proposer);
  });
}

const isOther = (entry: AuditEntry, { id, name }: Operator): boolean =>
  entry.operator !== name && (id === undefined || entry.operatorId !== id);

/** Keys are sorted because the stored order may differ. */
const textOf = (wanted: unknown): string =>
  JSON.stringify(
    Object.entries((wanted ?? {}) as Record<string, unknown>).sort(([one], [other]) =>
      one < other ? -1 : 1,
    ),
  );

/** The first operator's request: only this audit entry is written. */
export const proposed = (
  moment: Moment,
  operator: Operator,
  {
    state = {},
    wanted,
    ...about
  }: Omit<Proposal, 'since'> & { readonly state?: Readonly<Record<string, unknown>> },
): Decision => audited(moment, operator, { ...about, before: state, after: { ...state, wanted } });
