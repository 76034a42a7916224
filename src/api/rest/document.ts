import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { docsHeaders, docsPage } from '../docs/page.js';
import type { OriginOf } from '../origin.js';
import { readQuery } from './query.js';
import { checkCorrelation, searchOf } from './request.js';
import { descriptionPath, docsPath, landings, methodsOf } from './routes.js';
import { servedDescription } from './served.js';

/** Cached for this time; afterwards the client revalidates. */
const freshFor = 'public, max-age=60';

type Coding = 'br' | 'gzip' | 'identity';

/** A document that is the same for everyone. Each encoding is produced once, on first request. */
export class Document {
  readonly #bytes = new Map<Coding, Buffer>();
  #hash = '';

  constructor(
    private readonly make: () => string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  answer(headers: IncomingHttpHeaders, reply: FastifyReply): FastifyReply {
    const coding = codingOf(headers['accept-encoding']);
    const plain = this.#plain();
    const etag = coding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${coding}"`;
    reply.headers({ ETag: etag, Vary: 'Accept-Encoding', 'Cache-Control': freshFor });
    if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send();
    if (coding !== 'identity') reply.header('Content-Encoding', coding);
    return reply.headers(this.headers).send(this.#coded(coding, plain));
  }

  #plain(): Buffer {
    const made = this.#bytes.get('identity');
    if (made) return made;
    const plain = Buffer.from(this.make());
    this.#bytes.set('identity', plain);
    this.#hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    return plain;
  }

  #coded(coding: Coding, plain: Buffer): Buffer {
    const known = this.#bytes.get(coding) ?? compressed(coding, plain);
    this.#bytes.set(coding, known);
    return known;
  }
}

/** Not the best compression level, which would block the process for half a second. */
const compressed = (coding: Coding, plain: Buffer): Buffer =>
  coding === 'br'
    ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
    : gzipSync(plain);

/**
 * The best supported encoding that the client accepts. An encoding that is not named is not accepted (RFC
 * 9110 §12.5.3).
 */
export function codingOf(accepted: string | string[] = ''): Coding {
  const ranges = String(accepted).toLowerCase().split(',');
  const weights = new Map(
    ranges.map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  const weightOf = (name: Coding): number => weights.get(name) ?? weights.get('*') ?? 0;
  return (['br', 'gzip'] as const).find((name) => weightOf(name) > 0) ?? 'identity';
}

const isKnown = (held: string | undefined, etag: string): boolean =>
  held !== undefined && held.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));

/** HTML pages. `land` answers `/` for host names that are not ours. */
export interface PublicPages {
  serve(server: FastifyInstance): void;
  land(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

interface Documents {
  readonly openapiText: string;
  readonly environment: 'sandbox' | 'live';
  readonly originOf: OriginOf;
  readonly pages?: PublicPages;
}

/** Descriptions differ by origin only. This many are cached, because a Host header can contain any port. */
const originsMax = 8;

/** Serves what needs no key: the API description, the reference, and redirects to it. */
export function serveDocuments(
  server: FastifyInstance,
  { openapiText, environment, originOf, pages }: Documents,
): void {
  const serve = (
    url: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  ): void => {
    server.route({
      method: methodsOf('GET'),
      url,
      handler: async (request, reply) => {
        checkCorrelation(request.headers);
        // A customer's domain has its own start page.
        if (url === '/' && (await pages?.land(request, reply)) === true) return reply;
        readQuery({}, searchOf(request));
        return answer(request, reply);
      },
    });
  };
  const served = (origin: string): string => servedDescription(openapiText, { environment, origin });
  const byOrigin = (documentOf: (origin: string) => Document) => {
    const documents = new LRUCache<string, Document>({ max: originsMax, memoMethod: documentOf });
    return ({ headers, raw }: FastifyRequest, reply: FastifyReply): FastifyReply =>
      documents.memo(originOf(raw) ?? '/').answer(headers, reply);
  };
  const ofJson = { 'Content-Type': 'application/json; charset=utf-8' };
  const ofPage = docsHeaders(environment);
  serve(
    descriptionPath,
    byOrigin((origin) => new Document(() => served(origin), ofJson)),
  );
  serve(
    docsPath,
    byOrigin((origin) => new Document(() => docsPage(served(origin), environment), ofPage)),
  );
  for (const landing of landings) serve(landing, (_, reply) => reply.redirect(docsPath));
  pages?.serve(server);
}
