import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { escaped } from '../domain/text.js';
import { answers } from './define.js';
import { baseUrlOption } from './listen.js';
import { apiKeySecret, takesSecrets } from './secret.js';

interface Options {
  readonly file: string;
  readonly yes?: true;
  readonly wait: boolean;
  readonly idempotencyKey?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** `batch create`: creates payouts from a file, with an account's API key. */
export function batchCreateCommand(group: Command): void {
  const creating = group
    .command('create')
    .description('Preview the payouts of a file, ask, create the batch and follow it to its end')
    .requiredOption('--file <file>', 'CSV or pain.001 file; docs/files.md has both forms')
    .option('--yes', 'create the batch without asking')
    .option('--no-wait', 'return as soon as the batch is accepted')
    .option('--idempotency-key <key>', 'key of the batch (default: made of the bytes of the file)')
    .addOption(baseUrlOption('the service'));
  takesSecrets(creating, apiKeySecret);
  answers<[], Options>(creating, 'batch create --file payouts.csv', async (_, { yes, wait, ...access }) => {
    if (yes === undefined && !process.stdin.isTTY)
      creating.error('error: the input is not a terminal; give --yes to skip the question');
    const [{ readConfig }, { targetOf }, { createBatchOf }] = await Promise.all([
      import('../main/config.js'),
      import('../main/credentials.js'),
      import('./batch/create.js'),
    ]);
    const say = (line: string): void => void process.stderr.write(`${escaped(line, 'many')}\n`);
    const confirm = async (): Promise<boolean> => yes === true || isYes('Create the batch? [y/N] ');
    const called = targetOf(readConfig().dataDir, access);
    return createBatchOf({ ...access, ...called, isWaiting: wait }, { say, confirm });
  });
}

async function isYes(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asking.question(question)).trim());
  } finally {
    asking.close();
  }
}
