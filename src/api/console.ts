import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const pack = promisify(gzip);

/** Where GraphiQL is, in sandbox. */
export const graphiqlPath = '/console/graphiql';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

const policyOf = (own: Readonly<Record<string, string>>): string =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...own,
  })
    .map((directive) => directive.join(' '))
    .join('; ');

const policy = policyOf({});

/** By which the editor of GraphiQL makes the markup of its lines, and our own, by which its workers are started. */
const editorPolicies =
  'default defaultWorkerFactory diffEditorWidget diffReview domLineBreaksComputer editorGhostText editorViewLayer standaloneColorizer stickyScrollViewLayer tokenizeToString';

/** GraphiQL writes styles into its page; its script comes from here alone, as everywhere. */
const graphiqlPolicy = policyOf({
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'worker-src': "'self'",
  'trusted-types': editorPolicies,
});

interface File {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: () => Promise<Buffer>;
}

/**
 * Answers what comes to /console: the files as they were built, each kept in memory, and its one page for every other
 * path below it, which the page's own script tells apart. GraphiQL is a page of its own, in sandbox alone.
 */
export function consoleFiles(
  folder: string,
  environment: 'sandbox' | 'live',
): (request: IncomingMessage, answer: ServerResponse) => void {
  const assets = filesIn(join(folder, 'assets'));
  const page = pageIn(folder, 'index.html', environment);
  const graphiql = environment === 'sandbox' ? pageIn(folder, 'graphiql.html', environment) : undefined;
  return (request, answer) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answer.writeHead(405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' }).end();
      return;
    }
    const path = (request.url ?? '').split('?')[0] ?? '';
    const [, asset] = /^\/console\/assets\/([^/]+)$/.exec(path) ?? [];
    const isGraphiql = path === graphiqlPath;
    const whole = isGraphiql ? graphiql : page;
    const file = asset === undefined ? whole : assets.get(asset);
    if (file === undefined) {
      answer.writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
      answer.end(page ? 'This file does not exist.\n' : 'The console is not built: run npm run build.\n');
      return;
    }
    const sent = send({ request, answer }, file, {
      'Cache-Control': asset === undefined ? 'no-store' : 'public, max-age=31536000, immutable',
      'Content-Security-Policy': isGraphiql ? graphiqlPolicy : policy,
    });
    sent.catch((error: Error) => answer.destroy(error));
  };
}

function pageIn(folder: string, name: string, environment: string): File | undefined {
  const path = join(folder, name);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8').replace('data-environment=""', `data-environment="${environment}"`);
  return fileOf('.html', Buffer.from(text));
}

function filesIn(folder: string): ReadonlyMap<string, File> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name, fileOf(extname(name), readFileSync(join(folder, name)))]));
}

/** Packed when it is first asked for: most files of GraphiQL never are. */
function fileOf(extension: string, plain: Buffer): File {
  let packed: Promise<Buffer> | undefined;
  return {
    type: types[extension] ?? 'application/octet-stream',
    plain,
    packed: () => (packed ??= pack(plain, { level: 9 })),
  };
}

/** A file whose name holds its hash never changes; the page that names them is asked for each time. */
async function send(
  { request, answer }: { readonly request: IncomingMessage; readonly answer: ServerResponse },
  { type, plain, packed }: File,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const takesPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = takesPacked ? await packed() : plain;
  answer.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
    ...(takesPacked && { 'Content-Encoding': 'gzip' }),
    ...headers,
  });
  answer.end(request.method === 'HEAD' ? undefined : body);
}
