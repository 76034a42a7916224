import type { AuditEntry } from '../../domain/account.js';
import { Refusal, type PresentState } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';

/** Audit entries searched for the change. */
const entriesMost = 50;

const wayOut = 'Nothing was done: reload, then send the state that you see.';

/** For the refusal of an act on a stale state: adds who changed it and when. Rethrows every error. */
export async function addWhoChanged({ reader }: Pick<Ports, 'reader'>, error: unknown): Promise<never> {
  if (!(error instanceof Refusal) || error.present === undefined) throw error;
  const { message, present, param = '' } = error;
  const field = param.replace(/^seen\./, '');
  const where = { subjectId: present.subjectId };
  const { rows } = await reader.list('auditEntry', { sight: null, where, limit: entriesMost });
  const entry = rows.find((each) => madeIt(each, field, present));
  const changedAt = entry?.createdAt ?? present.changedAt;
  const when = changedAt === undefined ? '' : ` at ${changedAt.toISOString()}`;
  const changedBy = entry?.operator ?? present.changedBy;
  const who =
    changedBy === undefined
      ? `no act changed it${when && `, but something else did${when}`}`
      : `${changedBy} changed it${when}${entry ? ` (${entry.action})` : ''}`;
  const state: PresentState = {
    ...present,
    ...(changedBy !== undefined && { changedBy }),
    ...(changedAt && { changedAt }),
  };
  throw new Refusal(error.code, `${message}: ${who}. ${wayOut}`, { param, present: state });
}

/** Whether the entry's act gave the field its present value. */
function madeIt({ before, after }: AuditEntry, field: string, { state }: PresentState): boolean {
  const [was, became] = [before, after].map((each) => JSON.stringify(each?.[field]));
  const present = JSON.stringify(state[field]);
  return became === present && was !== present;
}
