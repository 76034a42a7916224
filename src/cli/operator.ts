import type { Command } from 'commander';
import { showOperator } from '../api/act/operator.js';
import type { Ports } from '../ports/ports.js';
import { endOf, tabled, type Answer } from './answer.js';
import { answers, groupOf } from './define.js';

/** `operator list` and `operator proposed`. */
export function operatorCommands(psp: Command): void {
  const listing = groupOf(psp, 'operator').command('list').description('Every operator, oldest first');
  answers(listing, 'operator list', async () => {
    const { withPorts } = await import('./database.js');
    return withPorts(list);
  });
  const proposed = groupOf(psp, 'operator')
    .command('proposed')
    .description('Acts that wait for a second operator, newest first');
  answers(proposed, 'operator proposed', async () => {
    const { withPorts } = await import('./database.js');
    return withPorts(listProposed);
  });
}

async function listProposed({ reader }: Ports): Promise<Answer> {
  const acts = await reader.proposedActs(100);
  const rows = acts.map((each) => [
    each.expiresAt.toISOString(),
    each.act,
    each.subjectId ?? '',
    each.operator,
    each.wanted,
  ]);
  const data = acts.map((each) => ({
    act: each.act,
    subject_id: each.subjectId,
    account_id: each.accountId,
    operator: each.operator,
    reason: each.reason,
    wanted: JSON.parse(each.wanted) as unknown,
    proposed_at: each.proposedAt.toISOString(),
    expires_at: each.expiresAt.toISOString(),
  }));
  const table = tabled(['EXPIRES', 'ACT', 'RESOURCE', 'REQUESTED BY', 'WHAT'], rows).join('\n');
  return { json: { data }, text: rows.length > 0 ? table : 'No act waits for a second operator.' };
}

async function list({ reader }: Ports): Promise<Answer> {
  const operators = await reader.operators();
  const rows = operators.map(({ id, role, name, createdAt, ...ends }) => [
    id,
    role,
    createdAt.toISOString(),
    endOf(ends),
    name,
  ]);
  const table = tabled(['OPERATOR', 'ROLE', 'CREATED', 'ENDS', 'NAME'], rows).join('\n');
  return {
    json: { data: operators.map(showOperator) },
    text: rows.length > 0 ? table : 'There are no operators.',
  };
}
