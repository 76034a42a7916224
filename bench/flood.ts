import { once } from 'node:events';
import { connect } from 'node:net';
import { answerParent } from './child.ts';
import { Connection } from './connection.ts';

/**
 * Repeats a request without a key over `connections`, whatever the response, for `ms`. Half-sent: each
 * connection sends the first byte of a body and never the rest, and is reopened when the service closes it.
 */
export interface Flood {
  readonly baseUrl: string;
  readonly path: string;
  readonly connections: number;
  readonly ms: number;
  readonly isHalfSent?: true;
}

answerParent(flood);

/** Returns how often it was answered or closed. */
async function flood(ask: Flood): Promise<number> {
  const until = performance.now() + ask.ms;
  const over = ask.isHalfSent ? sendHalf : askOn;
  const counts = await Promise.all(Array.from({ length: ask.connections }, () => over(ask, until)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function askOn({ baseUrl, path }: Flood, until: number): Promise<number> {
  const connection = new Connection(baseUrl);
  let answers = 0;
  for (; performance.now() < until; answers += 1) await connection.ask({ method: 'GET', path }, undefined);
  connection.close();
  return answers;
}

async function sendHalf({ baseUrl, path }: Flood, until: number): Promise<number> {
  const { hostname, port, host } = new URL(baseUrl);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    'Content-Length: 99',
  ];
  let closed = 0;
  for (; performance.now() < until; closed += 1) {
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
    socket.resume().write([...head, '', '{'].join('\r\n'));
    const late = setTimeout(() => socket.destroy(), until - performance.now());
    await once(socket, 'close').finally(() => clearTimeout(late));
  }
  return closed;
}
