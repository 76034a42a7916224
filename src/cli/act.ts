import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { Act, Command as Form } from '../api/act/act.js';
import { groups } from '../api/act/table.js';
import { refuse, Refusal } from '../domain/refusal.js';
import { escaped } from '../domain/text.js';
import type { Ports } from '../ports/ports.js';
import { listed, type Answer } from './answer.js';
import { withEndSignal } from '../main/end-signal.js';
import { answers, withExample } from './define.js';
import { formOf, formOptions } from './form.js';
import { line } from './parse.js';
import { addOption, argumentOf, readerOf, seenOption } from './option.js';

type OptionValues = Readonly<Record<string, unknown>>;

/** Adds a command for every act, in its group. */
export function actCommands(psp: Command): void {
  for (const { name, words, acts } of groups) {
    const group = psp.command(name).description(words);
    const forms = acts.flatMap((act) => act.commands.map((form) => [act, form] as const));
    for (const [act, form] of forms) addAct(group, act, form);
    const [[, first] = []] = forms;
    if (first) withExample(group, exampleOf(first));
  }
}

const exampleOf = ({ path, example }: Form): string => `${path} ${example}`.trim();

function addAct(group: Command, act: Act, form: Form): void {
  const { path, isUsual, words = act.words, positionals = [], hints = {}, sets = {} } = form;
  const command = group
    .command(path.slice(path.indexOf(' ') + 1), { isDefault: isUsual === true })
    .description(words.replace(/\.$/, ''))
    .summary(words.replace(/\.( .*)?$/s, ''));
  const rest = act.takes.filter(({ name }) => !(name in sets));
  const byPosition = positionals.flatMap((positional) => rest.filter(({ name }) => name === positional));
  const byOption = rest.filter(({ name }) => !positionals.includes(name));
  const forms = byOption.filter(({ kind }) => kind.is === 'form');
  const byName = byOption.filter((each) => !forms.includes(each));
  for (const each of byPosition)
    command.addArgument(argumentOf({ ...each, words: hints[each.name] ?? each.words }));
  for (const each of byName) addOption(command, each);
  for (const { option } of forms.flatMap(formOptions)) command.addOption(option);
  if (act.changes) command.addOption(seenOption(act.changes));
  command
    .option('--reason <text>', 'reason for the audit log', line, 'command line')
    .option('--operator <name>', 'your name for the audit log', line, userName());
  answers<unknown[], OptionValues & { operator: string; reason: string }>(
    command,
    exampleOf(form),
    async (values, options) => {
      const read = readerOf(byName);
      const own = Object.fromEntries(byPosition.map(({ name }, at) => [name, values[at]]));
      const fail = (message: string): never => command.error(message);
      const other = Object.fromEntries(forms.map((each) => [each.name, formOf(each, options, fail)]));
      // The database code is loaded only here, so that --help is fast.
      const { withPorts } = await import('./database.js');
      const by = { name: options.operator, reason: options.reason, seen: options['seen'] as OptionValues };
      const named = values[0] ?? options['account'];
      return withPorts(async (ports) => {
        const args = { ...own, ...(await read(ports, options)), ...other, ...sets };
        return answerOf(act, ports, { by, args });
      }).catch(naming(named));
    },
  );
}

async function answerOf(
  act: Act,
  ports: Ports,
  request: Pick<Parameters<Act['perform']>[0], 'by' | 'args'>,
): Promise<Answer> {
  const progress = (text: string) => void process.stderr.write(`${escaped(text)}\n`);
  const perform = (stop: AbortSignal) => act.perform({ ports, progress, stop, ...request });
  // An act without its own time limit ignores `stop`, so a signal ends the process.
  const done = await (act.limitMs === undefined
    ? perform(new AbortController().signal)
    : withEndSignal(perform));
  const { text, ...output } = done.output();
  return { ...output, text: typeof text === 'string' ? text : listed(text) };
}

/** Repeats the given id in a not-found error; a secret, which is longer than any id, is not repeated. */
function naming(args: unknown) {
  return (error: unknown): never => {
    const isAbsent = error instanceof Refusal && error.code === 'not_found';
    if (!isAbsent || typeof args !== 'string' || !/^\w{1,40}$/.test(args)) throw error;
    return refuse(error.code, `${error.message.replace(/\.$/, '')}: ${args}.`);
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
