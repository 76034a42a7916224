import { text } from 'node:stream/consumers';
import { Option, type Command } from 'commander';

/** A secret that a command takes. */
interface Secret {
  readonly name: string;
  readonly env: string;
  readonly words: string;
  /** Where the secret comes from by default. */
  readonly usual: string;
}

export const apiKeySecret: Secret = {
  name: 'api-key',
  env: 'PSP_API_KEY',
  words: "the account's API key",
  usual: 'the key in the data directory',
};

export const operatorTokenSecret: Secret = {
  name: 'operator-token',
  env: 'PSP_OPERATOR_TOKEN',
  words: "the operator's token",
  usual: 'the token in the data directory',
};

export const webhookSecret: Secret = {
  name: 'secret',
  env: 'WEBHOOK_SECRET',
  words: "the receiver's secret",
  usual: 'the secret of psp listen for this URL',
};

export const connectorDatabaseSecret: Secret = {
  name: 'database-url',
  env: 'CONNECTOR_DATABASE_URL',
  words: 'the address of a PostgreSQL for its record',
  usual: 'its own PostgreSQL in its folder',
};

/**
 * Secrets come from the environment or standard input, because every user of a machine can read the arguments
 * of its processes. An option with the secret itself still works, but is hidden in the help and prints a
 * warning.
 */
export function takesSecrets(command: Command, ...secrets: readonly Secret[]): void {
  const inputs = secrets.map((secret) => new Option(inputFlag(secret), wordsOf(secret)));
  for (const input of inputs) {
    const others = inputs.filter((each) => each !== input);
    command.addOption(input.conflicts(others.map((each) => each.attributeName())));
  }
  for (const { name, env } of secrets) command.addOption(new Option(`--${name} <value>`).env(env).hideHelp());
  command.hook('preAction', async () => {
    for (const secret of secrets) await settle(command, secret);
  });
}

const inputFlag = ({ name }: Secret): string => `--${name}-stdin`;
const wordsOf = ({ words, env, usual }: Secret): string =>
  `read ${words} from standard input (default: ${env} in the environment, otherwise ${usual})`;

async function settle(command: Command, secret: Secret): Promise<void> {
  const { name, env, words } = secret;
  const input = inputFlag(secret);
  const attribute = new Option(`--${name}`).attributeName();
  const isArgument = command.getOptionValueSource(attribute) === 'cli';
  if (isArgument) {
    process.stderr.write(
      `warning: --${name} is deprecated, because other users of this machine can read it. Use ${env} or ${input}.\n`,
    );
  }
  if (command.getOptionValue(new Option(input).attributeName()) === true) {
    if (isArgument) command.error(`error: give only one of --${name} and ${input}`);
    const [first = ''] = (await text(process.stdin)).split('\n');
    if (first.trim() === '') command.error(`error: standard input is empty; write ${words} to it`);
    command.setOptionValue(attribute, first.trim());
  }
  // An empty variable counts as not set.
  if (command.getOptionValue(attribute) === '') command.setOptionValue(attribute, undefined);
}
