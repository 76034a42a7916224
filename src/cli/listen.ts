import { InvalidArgumentError, Option, type Command } from 'commander';
import { eventTypes } from '../domain/event.js';
import { isHandledCorrectly, type RoughVariant } from '../domain/rough.js';
import { Refusal } from '../domain/refusal.js';
import { escaped } from '../domain/text.js';
import { checkWebhookUrl } from '../domain/webhook-url.js';
import type { Attempt } from '../tools/listen/forward.js';
import { eventLine } from '../tools/listen/event-line.js';
import type { ListenOptions, ListenProgress } from '../tools/listen/run.js';
import { withExample } from './define.js';
import { listed } from './answer.js';
import { apiKeySecret, takesSecrets } from './secret.js';

/** `listen`: delivers events of a running service to a program on this machine. */
export function listenCommand(psp: Command): void {
  const listening = psp
    .command('listen')
    .description('Forward events to a local program as signed webhooks, until Ctrl-C')
    .option('--forward-to <url>', 'URL to forward to, such as http://localhost:3001/webhooks', target)
    .option('--print', 'print each event as a line; alone, or with --forward-to')
    .option(
      '--rough',
      'test the receiver: a forged copy before each event, each event twice, and events of different resources out of order',
    )
    .option(
      '--since <place>',
      'now, start, an event id or a cursor (default: where it stopped, otherwise now)',
    )
    .option('--events <types>', 'only these types: payout.completed, or a family such as payout.', types)
    .addOption(baseUrlOption('the service'))
    .option('--json', 'print one JSON object per line');
  takesSecrets(listening, apiKeySecret);
  withExample(listening, 'listen --forward-to http://localhost:3001/webhooks').action(async function () {
    const { json, ...options } = this.opts<ListenOptions & { json?: true }>();
    if (options.forwardTo === undefined && (options.print === undefined || options.rough === true))
      this.error('error: give --forward-to, or --print to show the events here');
    const { listen } = await import('../tools/listen/run.js');
    const ending = new AbortController();
    const end = (): void => ending.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    // The reader of standard output has gone.
    process.stdout.once('error', end);
    await listen(options, json ? forMachines : forPeople, ending.signal);
  });
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${ms / 1000} s`;
const complain = (line: string): void => void process.stderr.write(`${escaped(line)}\n`);

const forPeople: ListenProgress = {
  started: ({ from, forwardTo, secret, since }) =>
    say(
      `${listed({
        From: from,
        ...(forwardTo !== undefined && { To: forwardTo }),
        Since: since,
        ...(secret !== undefined && { Secret: secret }),
      })}\n`,
    ),
  happened: (event) => say(eventLine(event)),
  attempted: ({ at, event, number, httpStatus, error, durationMs, retryMs, twist }) => {
    const facts = [clock(at), event.type.padEnd(25), event.id, httpStatus ?? 'none', `${durationMs} ms`];
    const fault = error === null ? [] : [error];
    const again = retryMs === null ? [] : [`attempt ${number}, next in ${seconds(retryMs)}`];
    const rough = twist === undefined ? [] : [verdictOf(twist, httpStatus)];
    say(escaped([...facts, ...fault, ...again, ...rough].join('  ')));
  },
  waiting: (why, ms) => complain(`${clock(new Date())}  ${why}; retrying in ${seconds(ms)}`),
};

/** Whether the receiver handled an abnormal delivery correctly. */
function verdictOf(twist: RoughVariant, status: number | null): string {
  const [right, wrong] = twist === 'again' ? ['ok', 'duplicate'] : ['ok, refused', 'wrong signature'];
  return `${twist}: ${isHandledCorrectly(twist, status) ? right : `FAILS, ${wrong}`}`;
}

const forMachines: ListenProgress = {
  started: ({ from, forwardTo, secret, since }) =>
    say(JSON.stringify({ base_url: from, forward_to: forwardTo, secret, since })),
  happened: ({ text }) => say(escaped(text, 'many')),
  attempted: (attempt) => say(escaped(JSON.stringify(attemptFields(attempt)))),
  waiting: forPeople.waiting,
};

function attemptFields({
  at,
  event,
  number,
  httpStatus,
  error,
  durationMs,
  retryMs,
  twist,
}: Attempt): object {
  return {
    occurred_at: at.toISOString(),
    event_type: event.type,
    event_id: event.id,
    attempt: number,
    http_status: httpStatus,
    duration_ms: durationMs,
    error,
    retry_in_ms: retryMs,
    ...(twist !== undefined && { twist }),
  };
}

function clock(at: Date): string {
  return at.toTimeString().slice(0, 8);
}

export function target(text: string): string {
  try {
    checkWebhookUrl(text, { allowInsecure: true });
    return text;
  } catch (error) {
    if (error instanceof Refusal) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

/** The option for the service to call. */
export function baseUrlOption(words: string): Option {
  const option = new Option('--base-url <url>', `${words} (default: the service of the data directory)`);
  // An empty variable counts as not set.
  return option.env('PSP_BASE_URL').argParser((text) => (text === '' ? undefined : address(text)));
}

export function address(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new InvalidArgumentError('Give a URL such as http://127.0.0.1:3000.');
  }
  return text;
}

function types(text: string): string[] {
  const types = text.split(',').map((type) => type.trim());
  const isKnown = (type: string): boolean =>
    eventTypes.some((known) => known === type || (type.endsWith('.') && known.startsWith(type)));
  const unknown = types.filter((type) => !isKnown(type));
  if (unknown.length > 0) throw new InvalidArgumentError(`Event type ${unknown.join(', ')} does not exist.`);
  return types;
}
