import { once } from 'node:events';
import { request, type Agent, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answersIn, receivedUntilClose, openSocket } from '../setup/raw-http.js';
import { cpuMs } from './cost.js';
import type { Framed } from './framing.js';

/** A request to send; the target is encoded already. */
export interface Message {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Buffer | undefined;
  /** Sent without Content-Length. */
  readonly chunked: boolean;
  /** Sent byte for byte like this, over a connection that closes after the answer. */
  readonly framed?: Framed | undefined;
}

export interface Reply {
  /** 0 if the connection closed without an answer to an incomplete or invalid message. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** CPU ms used by this process until the answer was complete, including concurrent requests. */
  readonly cpuMs: number;
}

/** Where requests go, and over which connections. */
export interface Line {
  readonly baseUrl: string;
  /** Keeps connections alive; without it each request has its own. */
  readonly agent?: Agent;
  /** The local address that requests come from. */
  readonly from?: string;
}

/** Only a hang exceeds this: the service gives up much earlier. */
const deadlineMs = 30_000;

/** Sends the message unchanged; rejects without a complete answer. */
export function send(line: Line, message: Message): Promise<Reply> {
  return message.framed === undefined ? sendPlain(line, message) : sendFramed(line, message, message.framed);
}

async function sendFramed({ baseUrl, from }: Line, message: Message, framed: Framed): Promise<Reply> {
  const { hostname, port, host } = new URL(baseUrl);
  const { method, target } = message;
  const own = message.headers.map(([name, value]) => `${name}: ${value}`);
  const hosts = own.some((each) => each.startsWith('Host: ')) ? [] : [`Host: ${host || hostname}`];
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...hosts,
    'Connection: close',
    ...own,
    ...framed.lines,
    '',
    '',
  ];
  const startMs = cpuMs();
  const socket = await openSocket({ port: Number(port), ...(from !== undefined && { from }) });
  const received = receivedUntilClose(socket);
  socket.write(head.join('\r\n'), 'latin1');
  await writeParts(socket, framed);
  const isOpen = wait(deadlineMs, 'open' as const, { ref: false });
  const text = await Promise.race([received, isOpen]);
  socket.destroy();
  if (text === 'open') throw new Error(`the connection is open after ${deadlineMs} ms`);
  const answers = answersIn(text, method);
  const [answer] = answers;
  if (framed.kind === 'legal' && answers.length !== 1) throw new Error(`${answers.length} answers came`);
  const headers = (answer?.head ?? '').split('\r\n').slice(1);
  return {
    status: answer?.status ?? 0,
    headers: Object.fromEntries(headers.map((line) => headerIn(line))),
    text: Buffer.from(answer?.body ?? '', 'latin1').toString('utf8'),
    cpuMs: cpuMs() - startMs,
  };
}

const headerIn = (line: string): [name: string, value: string] => {
  const at = line.indexOf(':');
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
};

/** The longest wait for 100 Continue (RFC 9110 §10.1.1). */
const continueMs = 1_000;

async function writeParts(socket: Socket, { parts, end }: Framed): Promise<void> {
  for (const part of parts) {
    if (part === 'continue')
      await Promise.race([
        once(socket, 'data'),
        once(socket, 'close'),
        wait(continueMs, undefined, { ref: false }),
      ]);
    else if (socket.writable) await new Promise((resolve) => socket.write(part, resolve));
  }
  if (end === 'close') socket.end();
  if (end === 'reset') socket.resetAndDestroy();
}

function sendPlain({ baseUrl, agent, from }: Line, message: Message): Promise<Reply> {
  const { hostname, port, host } = new URL(baseUrl);
  const { method, target, bytes, chunked } = message;
  const framing: [string, string][] =
    bytes === undefined
      ? []
      : chunked
        ? [['Transfer-Encoding', 'chunked']]
        : [['Content-Length', `${bytes.length}`]];
  const hasHost = message.headers.some(([name]) => name === 'Host');
  const headers = [...(hasHost ? [] : [['Host', host]]), ...framing, ...message.headers].flat();
  const startMs = cpuMs();
  return new Promise((resolve, reject) => {
    const call = request(
      {
        hostname,
        port,
        ...(agent ? { agent } : { agent: false }),
        ...(from !== undefined && { localAddress: from }),
        method,
        path: target,
        headers,
        timeout: deadlineMs,
      },
      (response) => {
        const chunks: Buffer[] = [];
        const end = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
            cpuMs: cpuMs() - startMs,
          });
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          // A stream of events ends when its reader leaves.
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            end();
            response.destroy();
          }
        });
        response.on('error', reject);
        response.on('end', end);
      },
    );
    call.on('timeout', () => call.destroy(new Error(`no answer in ${deadlineMs} ms`)));
    call.on('error', reject);
    call.end(bytes);
  });
}

/** The request as a shell command, with the key in $KEY; unprintable bytes are in base64. */
export function curlOf(baseUrl: string, { method, target, headers, bytes }: Message): string {
  const headerLines = headers.map(([name, value]) =>
    /^authorization$/i.test(name) && value.startsWith('Bearer psp_')
      ? `-H "${name}: Bearer $KEY"`
      : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const parts = ['curl', '-sS', '--path-as-is', '-g', '-X', method, ...headerLines, quoted(baseUrl + target)];
  if (bytes === undefined) return parts.join(' ');
  const text = bytes.toString('utf8');
  if (/^[\x20-\x7e]*$/.test(text)) return [...parts, '--data-binary', quoted(text)].join(' ');
  return `echo ${bytes.toString('base64')} | base64 -d | ${[...parts, '--data-binary', '@-'].join(' ')}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
