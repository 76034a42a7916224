import { request, type Agent, type IncomingHttpHeaders } from 'node:http';
import type { Draft } from './draft.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ms: number;
}

/** Where the requests go, and over which connections. */
export interface Line {
  readonly baseUrl: string;
  readonly agent: Agent;
}

const deadlineMs = 30_000;

/** Sends the draft as it is; rejects where no whole answer comes. */
export function send({ baseUrl, agent }: Line, draft: Draft): Promise<Reply> {
  const { hostname, port, host } = new URL(baseUrl);
  const bytes = bytesOf(draft);
  const framing: [string, string][] =
    bytes === undefined
      ? []
      : draft.chunked
        ? [['Transfer-Encoding', 'chunked']]
        : [['Content-Length', `${bytes.length}`]];
  const headers = [['Host', host], ...framing, ...draft.headers].flat();
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(
      { hostname, port, agent, method: draft.method, path: targetOf(draft), headers, timeout: deadlineMs },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
            ms: performance.now() - startedAt,
          }),
        );
      },
    );
    call.on('timeout', () => call.destroy(new Error(`no answer in ${deadlineMs} ms`)));
    call.on('error', reject);
    call.end(bytes);
  });
}

/** The request as a command for a shell, with the key in $KEY; bytes that a terminal cannot show go in base64. */
export function curlOf(baseUrl: string, draft: Draft): string {
  const headers = draft.headers.map(([name, value]) =>
    /^authorization$/i.test(name) && value.startsWith('Bearer psp_')
      ? `-H "${name}: Bearer $KEY"`
      : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const bytes = bytesOf(draft);
  const parts = [
    'curl',
    '-sS',
    '--path-as-is',
    '-g',
    '-X',
    draft.method,
    ...headers,
    quoted(baseUrl + targetOf(draft)),
  ];
  if (bytes === undefined) return parts.join(' ');
  const text = bytes.toString('utf8');
  if (/^[\x20-\x7e]*$/.test(text)) return [...parts, '--data-binary', quoted(text)].join(' ');
  return `echo ${bytes.toString('base64')} | base64 -d | ${[...parts, '--data-binary', '@-'].join(' ')}`;
}

function targetOf(draft: Draft): string {
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join('&');
  return query === '' ? draft.path : `${draft.path}?${query}`;
}

function bytesOf(draft: Draft): Buffer | undefined {
  if (draft.bytes !== undefined) return draft.bytes;
  return draft.body === undefined ? undefined : Buffer.from(JSON.stringify(draft.body));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
