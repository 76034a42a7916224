import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';

/** An answer as it came over a socket. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Opens a socket that outlives its peer's reset. */
export async function openSocket(at: { readonly port: number; readonly from?: string }): Promise<Socket> {
  const { port, from } = at;
  const options: NetConnectOpts = { port, host: '127.0.0.1', ...(from && { localAddress: from }) };
  const socket = connect(options).setEncoding('latin1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** All that comes until the connection is closed or reset. */
export function receivedUntilClose(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    socket.on('data', (text: string) => (received += text));
    socket.once('close', () => resolve(received));
  });
}

/** The final answers in what came; a body that is cut short fails. All that follows the head of an answer to HEAD is its body. */
export function answersIn(received: string, method = 'GET'): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
    if (end < 0 || Number.isNaN(status)) throw new Error(`no answer: ${rest.slice(0, 200)}`);
    rest = rest.slice(end + 4);
    if (status < 200) continue;
    const [body, behind] = method === 'HEAD' ? [rest, ''] : bodyIn(rest, head, status);
    answers.push({ status, head, body });
    rest = behind;
  }
  return answers;
}

function bodyIn(rest: string, head: string, status: number): [body: string, behind: string] {
  if (status === 204 || status === 304) return ['', rest];
  const length = /^content-length: *(\d+)$/im.exec(head)?.[1];
  if (length !== undefined) {
    if (rest.length < Number(length)) throw new Error(`a body of ${length} was cut: ${head}`);
    return [rest.slice(0, Number(length)), rest.slice(Number(length))];
  }
  if (!/^transfer-encoding: *chunked$/im.test(head)) return [rest, ''];
  let [body, at] = ['', 0];
  for (;;) {
    const line = rest.indexOf('\r\n', at);
    const size = Number.parseInt(rest.slice(at, line), 16);
    if (line < 0 || Number.isNaN(size)) throw new Error(`a chunked body was cut: ${head}`);
    body += rest.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
    if (size === 0) return [body, rest.slice(at)];
  }
}
