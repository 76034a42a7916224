import { connect, type Socket } from 'node:net';
import { answerParent } from './child.ts';

/** Payouts that one account asks for, each under a key of its own, over connections that are kept alive. */
export interface Arrivals {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly body: string;
  readonly keyPrefix: string;
  readonly ms: number;
  /** The pace: as many at a time, each when the one before is answered; or as many a second, answered or not. */
  readonly pace: { readonly atOnce: number } | { readonly perSecond: number };
}

/** A load is opened with all its connections, and begins when it is told to: loads beside each other begin together. */
export type ArrivalAsk = { readonly open: Arrivals } | { readonly begin: true };

/** By status, how long each answer took from the instant at which its request was due. */
export interface Answered {
  readonly latenciesMs: Readonly<Record<string, readonly number[]>>;
  /** Until the last success: those turned away may be answered later, when nothing arrives any more. */
  readonly elapsedMs: number;
  /** The asks that were due but found no free connection until the end, and were given up. */
  readonly unsent: number;
  /** The first answer of each status. */
  readonly samples: Readonly<Record<string, string>>;
  /** Processor time that asking took. */
  readonly cpuMs: number;
}

/** The connections of callers that come at random. */
const openMin = 64;
const openMax = 2_000;
/** A server takes one new connection a turn of its loop. */
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

/** Callers have their connections: to open many at once is another thing than to ask over them. */
function linesOf(pace: Arrivals['pace']): number {
  return 'atOnce' in pace ? pace.atOnce : Math.min(openMin + Math.ceil(pace.perSecond / 4), openMax);
}

type Exchange = (line: Line, dueMs: number) => Promise<void>;

/** Each connection asks when it was answered; none is left unsent. */
async function closedLoop(lines: readonly Line[], exchange: Exchange, ms: number): Promise<number> {
  const end = performance.now() + ms;
  const askOn = async (line: Line): Promise<void> => {
    for (let now = performance.now(); now < end; now = performance.now()) await exchange(line, now);
  };
  await Promise.all(lines.map(askOn));
  return 0;
}

/**
 * At random instants, as callers come who know nothing of each other. A request that finds no free connection waits for
 * one, and its time runs; how many waited to the end.
 */
async function openLoop(
  lines: readonly Line[],
  exchange: Exchange,
  { ms, perSecond }: { readonly ms: number; readonly perSecond: number },
): Promise<number> {
  const end = performance.now() + ms;
  const idle = [...lines];
  const answers: Promise<void>[] = [];
  // When they were due, and how many of them were sent: hundreds of thousands may wait, and cost next to nothing.
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

/** Each call words another request; written by hand, for what the load costs is taken from what it measures. */
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

/** A connection with one request in flight at most. */
class Line {
  readonly #socket: Socket;
  #heard = '';
  #answer = (_text: string): void => undefined;
  #fail = (_error: Error): void => undefined;

  constructor(baseUrl: string) {
    const { hostname: host, port } = new URL(baseUrl);
    this.#socket = connect({ host, port: Number(port), noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => this.#hear(text));
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
      this.#heard = '';
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(text: string): void {
    this.#heard += text;
    const headEnd = this.#heard.indexOf('\r\n\r\n');
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(this.#heard) ?? [];
    if (headEnd > 0 && this.#heard.length >= headEnd + 4 + Number(length)) this.#answer(this.#heard);
  }
}

answerParent(openOrBegin);
