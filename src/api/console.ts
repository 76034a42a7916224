import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const pack = promisify(gzip);

/** Path of GraphiQL, which exists only in sandbox. */
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

/**
 * Trusted Types policies: those with which GraphiQL's editor renders its lines, and ours, which starts its
 * workers.
 */
const editorPolicies =
  'default defaultWorkerFactory diffEditorWidget diffReview domLineBreaksComputer editorGhostText editorViewLayer standaloneColorizer stickyScrollViewLayer tokenizeToString';

/** GraphiQL adds inline styles to its page; scripts load from this origin only, as everywhere. */
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

export interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | string;
}

/** Facts about the service for the page's script, as `data-` attributes. */
export interface PageFacts {
  readonly environment: 'sandbox' | 'live';
  readonly passkeys?: 'on' | 'off';
  /** Host of the issuer by which operators sign in; empty: none. */
  readonly issuer?: string;
}

/**
 * The built files of a browser program, kept in memory. Any path below its base that names no file gets the
 * index page, whose script does the routing.
 */
export class ProgramFiles {
  readonly #assets: ReadonlyMap<string, File>;
  readonly #page: File | undefined;

  constructor(
    private readonly base: '/console' | '/dashboard',
    private readonly folder: string,
    private readonly facts: PageFacts,
  ) {
    this.#assets = filesIn(join(folder, 'assets'));
    this.#page = this.pageNamed('index.html');
  }

  pageNamed(name: string): File | undefined {
    return pageIn(this.folder, name, this.facts);
  }

  /** If `page` is given, it replaces the index page and has its own security policy. */
  async answer(
    { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
    other?: { readonly page: File | undefined; readonly policy: string },
  ): Promise<FileAnswer> {
    const path = url.split('?')[0] ?? '';
    const asset = path.startsWith(`${this.base}/assets/`) ? path.slice(this.base.length + 8) : undefined;
    const whole = other ? other.page : this.#page;
    const file = asset === undefined ? whole : this.#assets.get(asset);
    if (file === undefined) {
      const missing = `The ${this.base.slice(1)} is not built: run npm run build.\n`;
      return {
        status: 404,
        headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
        body: this.#page ? 'This file does not exist.\n' : missing,
      };
    }
    return encoded(file, String(headers['accept-encoding'] ?? ''), {
      'Cache-Control': asset === undefined ? 'no-store' : 'public, max-age=31536000, immutable',
      'Content-Security-Policy': other?.policy ?? policy,
    });
  }
}

/** Serves /console. GraphiQL is a separate page, in sandbox only. */
export function consoleFiles(
  folder: string,
  facts: PageFacts,
): (request: IncomingMessage, answer: ServerResponse) => void {
  const files = new ProgramFiles('/console', folder, facts);
  const page = facts.environment === 'sandbox' ? files.pageNamed('graphiql.html') : undefined;
  const send = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const isGraphiql = (request.url ?? '').split('?')[0] === graphiqlPath;
    const { status, headers, body } = await files.answer(
      request,
      isGraphiql ? { page, policy: graphiqlPolicy } : undefined,
    );
    answer.writeHead(status, headers);
    answer.end(request.method === 'HEAD' ? undefined : body);
  };
  return (request, answer) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answer.writeHead(405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' }).end();
      return;
    }
    send(request, answer).catch((error: Error) => answer.destroy(error));
  };
}

function pageIn(folder: string, name: string, facts: PageFacts): File | undefined {
  const path = join(folder, name);
  if (!existsSync(path)) return undefined;
  let text = readFileSync(path, 'utf8');
  for (const [fact, value] of Object.entries(facts))
    text = text.replace(`data-${fact}=""`, `data-${fact}="${value}"`);
  return fileOf('.html', Buffer.from(text));
}

function filesIn(folder: string): ReadonlyMap<string, File> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name, fileOf(extname(name), readFileSync(join(folder, name)))]));
}

/** Compressed on first request: most files of GraphiQL are never requested. */
function fileOf(extension: string, plain: Buffer): File {
  let packed: Promise<Buffer> | undefined;
  return {
    type: types[extension] ?? 'application/octet-stream',
    plain,
    packed: () => (packed ??= pack(plain, { level: 9 })),
  };
}

/** A file with a hash in its name is cached indefinitely; the index page is requested each time. */
async function encoded(
  { type, plain, packed }: File,
  accepted: string,
  headers: FileAnswer['headers'],
): Promise<FileAnswer> {
  const takesPacked = /\bgzip\b/.test(accepted);
  const body = takesPacked ? await packed() : plain;
  const own = {
    'Content-Type': type,
    'Content-Length': body.length,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
    ...(takesPacked && { 'Content-Encoding': 'gzip' }),
  };
  return { status: 200, headers: { ...own, ...headers }, body };
}
