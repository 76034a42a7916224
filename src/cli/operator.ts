import type { Command } from 'commander';
import { showOperator } from '../api/act/operator.js';
import type { Ports } from '../ports/ports.js';
import { endOf, tabled, type Answer } from './answer.js';
import { answers, groupOf } from './define.js';

/** `operator list`. */
export function operatorCommands(psp: Command): void {
  const listing = groupOf(psp, 'operator').command('list').description('Every operator, oldest first');
  answers(listing, 'operator list', async () => {
    const { withPorts } = await import('./database.js');
    return withPorts(list);
  });
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
