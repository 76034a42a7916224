import type { Command } from 'commander';
import { showOperator } from '../../api/act/operator.js';
import type { Ports } from '../../ports/ports.js';
import type { Answer } from './answer.js';
import { answers, groupOf } from './define.js';

/** `operator list`. */
export function operatorCommands(psp: Command): void {
  const listing = groupOf(psp, 'operator').command('list').description('Every operator, oldest first');
  answers(listing, 'operator list', async () => {
    const { withPorts } = await import('./database.js');
    return withPorts(list);
  });
}

async function list({ inspector }: Ports): Promise<Answer> {
  const operators = await inspector.operators();
  const lines = operators.map(({ id, role, name, revokedAt, expiresAt }) => {
    const ends = expiresAt === null ? '' : `  expires ${expiresAt.toISOString()}`;
    return `${id}  ${role.padEnd(7)}  ${name}${revokedAt === null ? ends : '  revoked'}`;
  });
  return { json: { data: operators.map(showOperator) }, text: lines.join('\n') || 'There is no operator.' };
}
