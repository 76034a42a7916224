import type { Command } from 'commander';
import { print, type Answer } from './answer.js';

export function withExample(command: Command, example: string): Command {
  return command.addHelpText('after', `\nExample:\n  $ npm run -s psp -- ${example}`);
}

/** Completes a command: its action, its output and `--json`. */
export function answers<Args extends unknown[], Options extends object>(
  command: Command,
  example: string,
  work: (args: Args, options: Options) => Promise<Answer>,
): void {
  withExample(command.option('--json', 'print one JSON object'), example).action(async function () {
    // A group that is also a command already has `--json`.
    const options = this.optsWithGlobals<Options & { json?: true }>();
    print(await work(this.processedArgs as Args, options), options.json === true);
  });
}

/** The command group that the acts created. */
export function groupOf(psp: Command, name: string): Command {
  const group = psp.commands.find((each) => each.name() === name);
  if (!group) throw new Error(`no command is called ${name}`);
  return group;
}
