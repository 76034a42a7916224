import { userInfo } from 'node:os';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { Miswritten, type Act, type Command as Form } from '../../api/act/act.js';
import { groups } from '../../api/act/table.js';
import { refuse, Refusal } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import { listed, type Answer } from './answer.js';
import { answers, withExample } from './define.js';
import { line } from './given.js';
import { addOption, placed, readerOf, seenOption } from './written.js';

type Given = Readonly<Record<string, unknown>>;

/** Adds the command of every act, under the word of its group. */
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
  const { path, isUsual, words = act.words, places = [], hints = {}, sets = {}, written } = form;
  const command = group
    .command(path.slice(path.indexOf(' ') + 1), { isDefault: isUsual === true })
    .description(words.replace(/\.$/, ''))
    .summary(words.replace(/\.( .*)?$/s, ''));
  const rest = act.takes.filter(({ name }) => !(name in sets) && written?.of.includes(name) !== true);
  const byPlace = places.flatMap((place) => rest.filter(({ name }) => name === place));
  const byName = rest.filter(({ name }) => !places.includes(name));
  for (const each of byPlace) command.addArgument(placed({ ...each, words: hints[each.name] ?? each.words }));
  for (const each of byName) addOption(command, each);
  for (const { flags, words: about, parse, conflicts } of written?.options ?? []) {
    const option = new Option(flags, about);
    if (parse) option.argParser(orMiswritten(parse as (text: string, before: unknown) => unknown));
    command.addOption(conflicts === undefined ? option : option.conflicts(conflicts));
  }
  if (act.changes) command.addOption(seenOption(act.changes));
  command
    .option('--reason <text>', 'why, for the audit log', line, 'command line')
    .option('--operator <name>', 'who, for the audit log', line, userName());
  answers<unknown[], Given & { operator: string; reason: string }>(
    command,
    exampleOf(form),
    async (values, options) => {
      const read = readerOf(byName);
      const own = Object.fromEntries(byPlace.map(({ name }, at) => [name, values[at]]));
      const other = orUsage(command, () => written?.read(options as never) ?? {});
      // The database and all that comes with it is loaded only here, so that --help answers at once.
      const { withPorts } = await import('./database.js');
      const by = { name: options.operator, reason: options.reason, seen: options['seen'] as Given };
      const named = values[0] ?? options['account'];
      return withPorts(async (ports) => {
        const given = { ...own, ...(await read(ports, options)), ...other, ...sets };
        return answerOf(act, ports, { by, given });
      }).catch(naming(named));
    },
  );
}

async function answerOf(
  act: Act,
  ports: Ports,
  asked: Pick<Parameters<Act['perform']>[0], 'by' | 'given'>,
): Promise<Answer> {
  const progress = (told: string) => void process.stderr.write(`${told}\n`);
  const { json, text } = (await act.perform({ ports, progress, ...asked })).told();
  return { json, text: typeof text === 'string' ? text : listed(text) };
}

function orMiswritten(parse: (text: string, before: unknown) => unknown) {
  return (text: string, before: unknown): unknown => {
    try {
      return parse(text, before);
    } catch (error) {
      throw error instanceof Miswritten ? new InvalidArgumentError(error.message) : error;
    }
  };
}

function orUsage<T>(command: Command, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return error instanceof Miswritten ? command.error(`error: ${error.message}`) : raise(error);
  }
}

function raise(error: unknown): never {
  throw error;
}

/** Names what is not found as it was given; a secret, which is longer than any id, is not repeated. */
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
