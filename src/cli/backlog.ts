import type { Command } from 'commander';
import type { Backlog } from '../ports/reader.js';
import { answers } from './define.js';
import type { Answer } from './answer.js';

/** `backlog`: work that is waiting. */
export function backlogCommand(psp: Command): void {
  const command = psp
    .command('backlog')
    .description('Work that is waiting, by kind, and the age of the oldest');
  answers(command, 'backlog', async () => {
    const { withPorts } = await import('./database.js');
    return backlogAnswer(await withPorts(({ reader }) => reader.backlog()));
  });
}

function backlogAnswer(backlog: readonly Backlog[]): Answer {
  const rows = backlog.map(({ name, count, oldestSeconds }) => ({
    name,
    count,
    oldest_seconds: oldestSeconds,
  }));
  const lines = rows.map(({ name, count, oldest_seconds: oldest }) => {
    const age = oldest === null ? '' : `oldest ${Math.round(oldest)} s`;
    return `${name.padEnd(24)}${String(count).padStart(9)}  ${age}`.trimEnd();
  });
  return { json: { backlog: rows }, text: lines.join('\n') };
}
