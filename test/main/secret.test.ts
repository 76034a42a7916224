import type { Command, Option } from 'commander';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../src/cli/psp.js';
import { buildCommandLine, runWarm, startCommand } from '../setup/cli.js';
import { openService, type RunningService } from '../setup/running.js';

/** Every command with its path of words. */
function commandsOf(command: Command, words: readonly string[] = []): [string, Command][] {
  const here: [string, Command][] = words.length === 0 ? [] : [[words.join(' '), command]];
  return [...here, ...command.commands.flatMap((each) => commandsOf(each, [...words, each.name()]))];
}
const commands = commandsOf(commandLine());
const takesValue = ({ required, optional }: Option) => required || optional;
/** Options with such a word in their name that take no secret: files, ids and public key prefixes. */
const harmless = [
  '--idempotency-key',
  '--key <prefix>',
  '--key <public key>',
  '--tls-key <file>',
  '--keys-file',
];
const isSecret = (option: Option) =>
  /key|secret|token|password|database|credential/.test(option.long ?? '') &&
  takesValue(option) &&
  !harmless.some((each) => option.flags.startsWith(each));
const secrets = commands.flatMap(([words, { options }]) =>
  options.filter(isSecret).map((option) => [words, option] as const),
);

describe('a secret', () => {
  it('is accepted by these commands only', () => {
    expect(secrets.map(([words, { long }]) => `${words} ${long}`).toSorted()).toEqual([
      'batch create --api-key',
      'connector serve --database-url',
      'listen --api-key',
      'mcp --api-key',
      'receiver check --api-key',
      'receiver check --secret',
      'report --api-key',
      'trigger --api-key',
      'trigger --operator-token',
    ]);
  });

  it.each(secrets)('of %s is shown in the help with its variable and standard input', (words, option) => {
    expect([option.hidden, option.envVar]).toEqual([true, expect.stringMatching(/^[A-Z_]+$/)]);
    const command = commands.find(([each]) => each === words)?.[1];
    const help = command?.helpInformation().replaceAll(/\s+/g, ' ') ?? '';
    expect(help).toContain(`${option.long}-stdin`);
    expect(help).toContain(`${option.envVar} in the environment`);
    expect(help).not.toMatch(new RegExp(`${option.long} <`));
  });
});

describe('the API key of a command', () => {
  let service: RunningService;
  beforeAll(async () => {
    await buildCommandLine();
    service = await openService();
  });
  afterAll(() => service.stop());

  const report = ['report', 'payouts', '--from', '2027-01-01T00:00:00Z', '--to', '2027-01-02T00:00:00Z'];
  const wrong = 'psp_test_nobody';
  const refused = /401/;
  const warning =
    'warning: --api-key is deprecated, because other users of this machine can read it. Use PSP_API_KEY or --api-key-stdin.\n';

  it('comes from the environment', async () => {
    const outcome = await runWarm(report, { ...service.env, PSP_API_KEY: wrong });
    expect([outcome.code, outcome.stderr]).toEqual([1, expect.stringMatching(refused)]);
    expect(outcome.stderr).not.toContain('warning');
  });

  it('comes from standard input, with any environment', async () => {
    const env = { ...service.env, PSP_API_KEY: service.apiKey };
    const child = startCommand([...report, '--api-key-stdin'], env);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (part: string) => (said += part));
    child.stdin?.end(`${wrong}\n`);
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toMatch(refused);
  });

  it('comes from an argument too, with a warning that does not repeat it', async () => {
    const outcome = await runWarm([...report, '--api-key', wrong], service.env);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr.startsWith(warning)).toBe(true);
    expect(outcome.stderr).toMatch(refused);
    expect(outcome.stderr).not.toContain(wrong);
  });

  it('comes from one source only', async () => {
    const both = await runWarm([...report, '--api-key', wrong, '--api-key-stdin'], service.env);
    expect([both.code, both.stderr]).toEqual([
      2,
      expect.stringContaining('only one of --api-key and --api-key-stdin'),
    ]);
  });
});
