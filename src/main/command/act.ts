import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { refuse, Refusal } from '../../domain/refusal.js';
import type { Operator } from '../../usecases/audit.js';
import type { Ports } from '../../ports/ports.js';
import { print, type Answer } from './answer.js';
import { line } from './given.js';

/** What a command works with; `operator` and its reason go to the audit log. */
export interface Session {
  readonly ports: Ports;
  readonly operator: Operator;
}

/** Adds a command that only holds others, with an example for its help. */
export function group(psp: Command, name: string, about: { description: string; example: string }): Command {
  return withExample(psp.command(name).description(about.description), about.example);
}

export function withExample(command: Command, example: string): Command {
  return command.addHelpText('after', `\nExample:\n  $ npm run psp -- ${example}`);
}

/** Ends a definition: the command works with what it was given, prints its answer and takes `--json`. */
export function answers<Args extends unknown[], Options extends object>(
  command: Command,
  example: string,
  work: (args: Args, options: Options) => Promise<Answer>,
): void {
  withExample(command.option('--json', 'print one JSON object'), example).action(async function () {
    const options = this.opts<Options & { json?: true }>();
    print(await work(this.processedArgs as Args, options), options.json === true);
  });
}

/** Like `answers`, for an act of an operator on the stored state; the act leaves its entry in the audit log. */
export function acts<Args extends unknown[], Options extends object = object>(
  command: Command,
  example: string,
  work: (session: Session, args: Args, options: Options) => Promise<Answer>,
): void {
  command
    .option('--reason <text>', 'why, for the audit log', line, 'command line')
    .option('--operator <name>', 'who, for the audit log', line, userName());
  answers<Args, Options & { operator: string; reason: string }>(command, example, async (args, options) => {
    // The database and all that comes with it is loaded only here, so that --help answers at once.
    const { withPorts } = await import('./database.js');
    const operator = { name: options.operator, reason: options.reason };
    const given = args[0] ?? (options as { account?: unknown }).account;
    return withPorts((ports) => work({ ports, operator }, args, options)).catch(naming(given));
  });
}

/** What is not found is named as it was given; a secret, which is longer than any id, is not repeated. */
function naming(given: unknown) {
  return (error: unknown): never => {
    const isAbsent = error instanceof Refusal && error.code === 'not_found';
    if (!isAbsent || typeof given !== 'string' || !/^\w{1,40}$/.test(given)) throw error;
    return refuse(error.code, `${error.message.replace(/\.$/, '')}: ${given}.`);
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
