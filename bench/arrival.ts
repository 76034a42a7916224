import { connect, type Socket } from 'node:net';
import { answerParent } from './child.ts';

/** Payout requests of one account, each with a new key, over kept-alive connections. */
export interface Arrivals {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly body: string;
  readonly keyPrefix: string;
  readonly ms: number;
  /**
   * Closed loop: `atOnce` connections, each sending when it was answered. Open loop: `perSecond`, whether
   * answered or not.
   */
  readonly pace: { readonly atOnce: number } | { readonly perSecond: number };
}

/** A load first opens its connections and then begins on request, so that parallel loads begin together. */
export type ArrivalAsk = { readonly open: Arrivals } | { readonly begin: true };

/** Latencies by status, from the moment at which a request was due. */
export interface Answered {
  readonly latenciesMs: Readonly<Record<string, readonly number[]>>;
  /** Time until the last success. Rejections may come later, after the arrivals have ended. */
  readonly elapsedMs: number;
  /** Requests that were due but found no free connection until the end. */
  readonly unsent: number;
  /** The first response of each status. */
  readonly samples: Readonly<Record<string, string>>;
  /** Processor time of the load. */
  readonly cpuMs: number;
}

/** Number of connections in an open loop. */
const openMin = 64;
const openMax = 2_000;
/** A server accepts one new connection in each turn of its event loop. */
const opensAtOnce = 50;

let opened: { readonly arrivals: Arrivals; readonly lines: readonly Line[] } | undefined;

async function openOrBegin(ask: ArrivalAsk): Promise<Answered | undefined> {
  if ('begin' in ask) return opened && run(opened.arrivals, opened.lines);
  const { open: arrivals } = ask;
  opened = { arrivals, lines: await Line.open(arrivals.baseUrl, linesOf(arrivals.pace)) };
  return undefined;
}

async function run(arrivals: Arrivals, lines: readonly Line[]): Promise<Answered> {
  const before = process.cpuUsage();
  const latenciesMs: Record<string, number[]> = {};
  const samples: Record<string, string> = {};
  const next = requestsOf(arrivals);
  const start = performance.now();
  let elapsedMs = 0;
  const exchange = async (line: Line, dueMs: number): Promise<void> => {
    const answer = await line.exchange(next());
    const status = answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
    (latenciesMs[status] ??= []).push(performance.now() - dueMs);
    samples[status] ??= answer;
    if (status === '201') elapsedMs = performance.now() - start;
  };
  const { ms, pace } = arrivals;
  const unsent = await ('atOnce' in pace
    ? closedLoop(lines, exchange, ms)
    : openLoop(lines, exchange, { ms, perSecond: pace.perSecond }));
  for (const line of lines) line.close();
  const { user, system } = process.cpuUsage(before);
  return { latenciesMs, elapsedMs, unsent, samples, cpuMs: (user + system) / 1000 };
}

/** Connections are opened beforehand, because opening many at once would be a different load. */
function linesOf(pace: Arrivals['pace']): number {
  return 'atOnce' in pace ? pace.atOnce : Math.min(openMin + Math.ceil(pace.perSecond / 4), openMax);
}

type Exchange = (line: Line, dueMs: number) => Promise<void>;

/** Each connection sends again when it was answered, so no request is left unsent. */
async function closedLoop(lines: readonly Line[], exchange: Exchange, ms: number): Promise<number> {
  const end = performance.now() + ms;
  const askOn = async (line: Line): Promise<void> => {
    for (let now = performance.now(); now < end; now = performance.now()) await exchange(line, now);
  };
  await Promise.all(lines.map(askOn));
  return 0;
}

/**
 * Requests at random times, like independent callers. A request without a free connection waits, and its
 * latency counts. Returns how many were never sent.
 */
async function openLoop(
  lines: readonly Line[],
  exchange: Exchange,
  { ms, perSecond }: { readonly ms: number; readonly perSecond: number },
): Promise<number> {
  const end = performance.now() + ms;
  const idle = [...lines];
  const answers: Promise<void>[] = [];
  // Due times, and how many were sent. Hundreds of thousands may wait at little cost.
  const waiting: number[] = [];
  let sent = 0;
  const work = async (line: Line, firstDue: number): Promise<void> => {
    let due: number | undefined = firstDue;
    while (due !== undefined) {
      await exchange(line, due);
      due = performance.now() < end ? waiting[sent] : undefined;
      if (due !== undefined) sent += 1;
    }
    idle.push(line);
  };
  for (let due = performance.now(); due < end; due += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    const line = idle.pop();
    if (line) answers.push(work(line, due));
    else waiting.push(due);
  }
  await Promise.all(answers);
  return waiting.length - sent;
}

/**
 * Builds the request text by hand, with a new key each time, because the load's own cost reduces what it
 * measures.
 */
function requestsOf({ baseUrl, apiKey, body, keyPrefix }: Arrivals): () => string {
  const head = [
    'POST /v1/payouts HTTP/1.1',
    `Host: ${new URL(baseUrl).host}`,
    `Authorization: Bearer ${apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Idempotency-Key: ${keyPrefix}`,
  ].join('\r\n');
  let count = 0;
  return () => `${head}${(count += 1)}\r\n\r\n${body}`;
}

/** A connection with at most one request in flight. */
class Line {
  readonly #socket: Socket;
  #buffered = '';
  #answer = (_text: string): void => undefined;
  #fail = (_error: Error): void => undefined;

  constructor(baseUrl: string) {
    const { hostname: host, port } = new URL(baseUrl);
    this.#socket = connect({ host, port: Number(port), noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => this.#receive(text));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('the connection was closed')));
  }

  static async open(baseUrl: string, count: number): Promise<Line[]> {
    const lines: Line[] = [];
    while (lines.length < count) {
      const some = Array.from(
        { length: Math.min(opensAtOnce, count - lines.length) },
        () => new Line(baseUrl),
      );
      await Promise.all(some.map((line) => line.#connected()));
      lines.push(...some);
    }
    return lines;
  }

  #connected(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#socket.once('connect', resolve);
    });
  }

  exchange(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#fail = reject;
      this.#buffered = '';
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(text: string): void {
    this.#buffered += text;
    const headEnd = this.#buffered.indexOf('\r\n\r\n');
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(this.#buffered) ?? [];
    if (headEnd > 0 && this.#buffered.length >= headEnd + 4 + Number(length)) this.#answer(this.#buffered);
  }
}

answerParent(openOrBegin);
