import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

interface File {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/**
 * Answers what comes to /console: the files as they were built, each kept in memory, and its one page for every other
 * path below it, which the page's own script tells apart.
 */
export function consoleFiles(
  folder: string,
  environment: 'sandbox' | 'live',
): (request: IncomingMessage, answer: ServerResponse) => void {
  const assets = filesIn(join(folder, 'assets'));
  const page = existsSync(join(folder, 'index.html'))
    ? fileOf('.html', pageOf(readFileSync(join(folder, 'index.html'), 'utf8'), environment))
    : undefined;
  return (request, answer) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answer.writeHead(405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' }).end();
      return;
    }
    const path = (request.url ?? '').split('?')[0] ?? '';
    const [, asset] = /^\/console\/assets\/([^/]+)$/.exec(path) ?? [];
    const file = asset === undefined ? page : assets.get(asset);
    if (file === undefined) {
      answer.writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
      answer.end(page ? 'There is no such file.\n' : 'The console was not built: run npm run build.\n');
      return;
    }
    send({ request, answer }, file, asset !== undefined);
  };
}

const pageOf = (text: string, environment: string): Buffer =>
  Buffer.from(text.replace('data-environment=""', `data-environment="${environment}"`));

function filesIn(folder: string): ReadonlyMap<string, File> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name, fileOf(extname(name), readFileSync(join(folder, name)))]));
}

const fileOf = (extension: string, plain: Buffer): File => ({
  type: types[extension] ?? 'application/octet-stream',
  plain,
  packed: gzipSync(plain, { level: 9 }),
});

/** A file whose name holds its hash never changes; the page that names them is asked for each time. */
function send(
  { request, answer }: { readonly request: IncomingMessage; readonly answer: ServerResponse },
  { type, plain, packed }: File,
  isHashed: boolean,
): void {
  const takesPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = takesPacked ? packed : plain;
  answer.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
    ...(takesPacked && { 'Content-Encoding': 'gzip' }),
  });
  answer.end(request.method === 'HEAD' ? undefined : body);
}
