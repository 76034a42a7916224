import type { Command } from 'commander';
import { tabled, type Answer } from './answer.js';
import { answers } from './define.js';
import { baseUrlOption, target } from './listen.js';
import { apiKeySecret, takesSecrets, webhookSecret } from './secret.js';

interface Options {
  readonly secret?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** `receiver check`: checks whether a program handles webhooks correctly. */
export function receiverCommands(psp: Command): void {
  const checking = psp
    .command('receiver')
    .description('Webhook receivers')
    .command('check')
    .description(
      'Test a local receiver: events twice, late, out of order and with bad signatures, with a score; exit code 1 if it fails',
    )
    .argument('<url>', 'URL of the receiver, such as http://localhost:3001/webhooks', target)
    .addOption(baseUrlOption('service that listen is connected to'));
  takesSecrets(checking, webhookSecret, apiKeySecret);
  answers<[string], Options>(checking, 'receiver check http://localhost:3001/webhooks', ([url], options) =>
    check(url, options),
  );
}

async function check(url: string, options: Options): Promise<Answer> {
  const [{ systemDns }, { httpSender }, { readConfig }, { tryReceiver }] = await Promise.all([
    import('../adapters/dns/resolver.js'),
    import('../adapters/http/sender.js'),
    import('../main/config.js'),
    import('../tools/receiver/trial.js'),
  ]);
  const { dataDir, environment } = readConfig();
  const secret = options.secret ?? (await listenedWith(dataDir, url, options));
  const sender = httpSender({ dns: systemDns(), allowInsecure: true });
  try {
    const findings = await tryReceiver(
      { url, secret, environment, sender, now: () => new Date() },
      ({ name, holds }) => process.stderr.write(`${holds ? 'ok    ' : 'FAILS '} ${name}\n`),
    );
    const failed = findings.filter(({ holds }) => !holds);
    const score = `${findings.length - failed.length} of ${findings.length}`;
    const lines = failed.map(({ name, outcome, advice }) => [name, outcome, advice]);
    return {
      json: { url, score: findings.length - failed.length, of: findings.length, findings },
      text: [
        `Score: ${score}`,
        ...(failed.length === 0 ? [] : tabled(['What fails', 'Came back', 'To fix'], lines)),
      ].join('\n'),
      failed: failed.length > 0,
    };
  } finally {
    await sender.stop();
  }
}

async function listenedWith(dataDir: string, url: string, options: Options): Promise<string> {
  const [{ targetOf }, { openListenCursor }] = await Promise.all([
    import('../main/credentials.js'),
    import('../tools/listen/place.js'),
  ]);
  const cursor = openListenCursor(dataDir, targetOf(dataDir, options).apiKey, url);
  if (cursor.cursor === undefined)
    throw new Error("psp listen has not forwarded to this URL: set WEBHOOK_SECRET to the receiver's secret.");
  return cursor.secret;
}
