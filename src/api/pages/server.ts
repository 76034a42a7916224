import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../domain/id.js';
import type { Ports } from '../../ports/ports.js';
import { inTurns } from '../../usecases/gather.js';
import { findHostedPage, findHostedSession } from '../../usecases/hosted-session.js';
import type { ClientOf } from '../address.js';
import { takenOver } from '../connection.js';
import { answerMs, inTime } from '../deadline.js';
import { AtCapacity, errors, refusalOf, retryAfter, logError, tooMany, TooManyRequests } from '../error.js';
import { TokenBuckets } from '../../flow-control/token-bucket.js';
import { forms } from './act.js';
import { seeOther, sendFile, sendImage, sendPage, sendPlain } from './answer.js';
import { assetAt } from './asset.js';
import { fontFiles } from './font.js';
import { formOf, queryOf } from './body.js';
import type { OriginOf } from '../origin.js';
import { foreignName } from '../host.js';
import { isLanguage, languageOf } from './language.js';
import { priceAnswer } from './price.js';
import { atOf, ownPage, render, type At, type Needs, type SessionAsk } from './session.js';
import { isPageName, seenIn, stateOf } from './standing.js';
import { answerStart, findStart, renderStart, type Start, type StartAsk } from './start.js';
import { Streams } from './stream.js';
import { themeSheet } from './theme.js';

export interface PagesOptions {
  readonly environment: 'sandbox' | 'live';
  /** Host names that serve the pages of all accounts. */
  readonly hostNames: readonly string[];
  readonly clientOf: ClientOf;
  /** If absent, no mail contains a link to a page. */
  readonly originOf?: OriginOf;
}

const bodyBytesMax = 16 * 1024;
/**
 * Rates per client: pages, their files, sessions started without an account's link, requested mails. `pageStart` limits
 * sessions that anyone starts on one page.
 */
const rates = {
  page: [30, 300],
  file: [100, 1_000],
  start: [0.2, 60],
  pageStart: [5, 300],
  mail: [0.02, 10],
} as const;
/** At most six of the pool's ten connections. */
const width = { atOnce: 6, ofOneKey: 6, waitMsMax: 4_000 };

/**
 * Least time before an unknown token is answered. An unknown token is found out faster than an expired or foreign one,
 * and response times must not tell them apart.
 */
const missingMs = 25;

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
} as const;

type Params = Readonly<Partial<Record<'token' | 'step' | 'pageId' | 'language' | 'file', string>>>;
type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
type FromClient = (...request: [...Parameters<Handle>, client: string]) => Promise<FastifyReply>;
type WithSession = (at: At, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
type WithStart = (start: Start, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const params = ({ params }: FastifyRequest): Params => params as Params;

/** The hosted pages, on the public listener (supplement §6). */
export class Pages {
  readonly streams: Streams;
  readonly #inTurn = inTurns(width);
  readonly #buckets = Object.fromEntries(
    Object.entries(rates).map(([name, [perSecond, burst]]) => [name, new TokenBuckets(perSecond, burst)]),
  ) as Record<keyof typeof rates, TokenBuckets>;

  constructor(
    private readonly ports: Needs & Pick<Ports, 'clock' | 'log'>,
    private readonly options: PagesOptions,
  ) {
    this.streams = new Streams(ports.reader, ports.log);
  }

  serve(server: FastifyInstance): void {
    void server.register(async (scope) => {
      scope.setErrorHandler((error, request, reply) => this.#fail(error, request, reply));
      scope.addHook('preClose', async () => this.streams.stop());
      const get = (url: string, handler: Handle): void =>
        void scope.route({ method: ['GET', 'HEAD'], url, handler });
      const post = (url: string, handler: Handle): void =>
        void scope.route({ method: 'POST', url, handler, bodyLimit: bodyBytesMax });
      this.#serveFiles(get);
      get('/s/:token', this.#showStep);
      get(
        '/s/:token/price',
        this.#withSession(({ visit, found }, ...rest) => this.#price(visit, found.account.id, rest)),
      );
      get('/s/:token/state', this.#sendState);
      get('/s/:token/events', this.#openStream);
      get('/s/:token/:step', this.#showStep);
      post('/s/:token/:step', this.#takeForm);
      for (const base of ['/p/:pageId', '/p/:pageId/:language']) {
        get(
          base,
          this.#withStart(async (start, _, reply) => sendPage(reply, await renderStart(this.ports, start))),
        );
        get(
          `${base}/price`,
          this.#withStart(({ visit, accountId }, ...rest) => this.#price(visit, accountId, rest)),
        );
        post(`${base}/amount`, this.#takeStart);
      }
      const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
      const handler = this.#limited('page', async (request, reply) => this.#missing(request, reply));
      for (const url of ['/s/*', '/p/*', '/s', '/p']) scope.route({ method, url, handler });
    });
  }

  /** Answers `/` on a customer's domain; false on our own host names. */
  async land(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const hostname = this.#hostname(request);
    if (hostname === undefined) return false;
    this.#draw('page', this.options.clientOf(request.raw));
    const found = await findHostedPage(this.ports, { hostname });
    const start =
      found && (await findStart(this.ports, { ...this.#startAsk(request), pageId: found.page.id }));
    if (start === undefined) return false;
    sendPage(reply, await renderStart(this.ports, start));
    return true;
  }

  #serveFiles(get: (url: string, handler: Handle) => void): void {
    get(
      '/p/static/:file',
      this.#limited('file', async (request, reply) => {
        const asset = assetAt(request.raw.url ?? '');
        return asset === undefined ? this.#missing(request, reply) : sendFile(reply, asset);
      }),
    );
    get(
      '/p/font/:file',
      this.#limited('file', async (request, reply) => {
        const file = fontFiles.get(params(request).file ?? '');
        if (file === undefined) return this.#missing(request, reply);
        return sendFile(reply, { type: 'font/woff2', bytes: await readFile(file) });
      }),
    );
    get(
      '/p/theme/:pageId/:file',
      this.#guarded(async (request, reply) => {
        const { pageId: id = '' } = params(request);
        const found = isId('hostedPage', id) ? await this.ports.reader.hostedPage({ id }) : undefined;
        if (found === undefined) return this.#missing(request, reply);
        const bytes = Buffer.from(themeSheet(found.page));
        return sendFile(reply, { type: 'text/css; charset=utf-8', bytes });
      }),
    );
    get(
      '/p/image/:pageId/:file',
      this.#guarded(async (request, reply) => {
        const { pageId: id = '', file = '' } = params(request);
        const isName = isId('hostedPage', id) && /^[0-9a-f]{32}$/.test(file);
        const image = isName ? await this.ports.reader.hostedImage(id, file) : undefined;
        return image === undefined ? this.#missing(request, reply) : sendImage(reply, image);
      }),
    );
  }

  readonly #showStep = this.#withSession(async (at, request, reply) => {
    const { step = '' } = params(request);
    if (step !== '' && !isPageName(step)) return this.#missing(request, reply);
    const own = ownPage(at);
    const isSeen = step !== '' && seenIn[step].includes(at.standing) && (step !== 'review' || own === step);
    if (!isSeen) return seeOther(reply, `${at.visit.base}/${own}`);
    return sendPage(reply, await render(this.ports, at, { name: step }));
  });

  readonly #takeForm = this.#withSession(async (at, request, reply) => {
    const { step = '' } = params(request);
    const form = forms.get(step);
    if (form === undefined) return this.#missing(request, reply);
    if (step === 'mail') this.#draw('mail', this.options.clientOf(request.raw));
    const outcome = await form(this.ports, { session: this.#sessionAsk(request), at, body: formOf(request) });
    if (outcome === 'missing') return this.#missing(request, reply);
    if ('html' in outcome) return sendPage(reply, outcome.html, outcome.status);
    return seeOther(reply, `${at.visit.base}${outcome.to === '' ? '' : `/${outcome.to}`}`);
  });

  readonly #sendState = this.#withSession(async ({ rows }, { headers }, reply) => {
    const state = stateOf(rows);
    void reply.headers({ ETag: `"${state}"`, 'Cache-Control': 'no-cache, private' });
    if (headers['if-none-match'] === `"${state}"`) return reply.code(304).send();
    return reply.type('text/plain; charset=utf-8').send(state);
  });

  readonly #openStream = this.#withSession(async ({ found, rows }, request, reply) => {
    const { id: sessionId, accountId, remittanceId, fundingAccountId } = found.session;
    const sessionIds = { sessionId, accountId };
    if (remittanceId === null || fundingAccountId === null || !this.streams.hasSlot(sessionIds))
      return reply.code(204).send();
    if (request.method === 'HEAD') return reply.headers(streamHeaders).send();
    const raw = takenOver(reply, streamHeaders);
    // Streams have their own limits.
    request.admitted?.end();
    this.streams.add({ ...sessionIds, remittanceId, fundingAccountId, state: stateOf(rows) }, raw);
    return reply;
  });

  readonly #takeStart = this.#withStart(async (start, request, reply) => {
    this.#draw('start', this.options.clientOf(request.raw));
    this.#draw('pageStart', start.page.id);
    const started = await answerStart(this.ports, start, formOf(request));
    if ('token' in started) return seeOther(reply, `/s/${started.token}`);
    if ('html' in started) return sendPage(reply, started.html, started.status);
    const spoken = await findStart(this.ports, this.#startAsk(request, started.language));
    if (spoken === undefined) return this.#missing(request, reply);
    return sendPage(reply, await renderStart(this.ports, spoken, { values: started.values }));
  });

  async #price(
    visit: Start['visit'],
    accountId: string,
    [request, reply]: [FastifyRequest, FastifyReply],
  ): Promise<FastifyReply> {
    const answer = await priceAnswer(this.ports, { visit, accountId, body: queryOf(request) });
    return reply.header('Cache-Control', 'no-store').send(answer);
  }

  /** Limits each client's rate, and limits the response time. */
  #limited(rate: 'page' | 'file', handle: FromClient): Handle {
    return (request, reply) => {
      const client = this.options.clientOf(request.raw);
      this.#draw(rate, client);
      const route = request.routeOptions.url ?? 'none';
      const late = (error: unknown): void =>
        logError(this.ports.log, { request_id: request.id, route }, error);
      const work = handle(request, reply, client);
      request.admitted?.lastUntil(work);
      return inTime(work, answerMs, late);
    };
  }

  /** Also fair among clients. */
  #guarded(handle: Handle): Handle {
    return this.#limited('page', (request, reply, client) =>
      this.#inTurn(client, () => handle(request, reply)),
    );
  }

  /**
   * Sessions of all waiting requests are looked up together, so the lookup takes no slot; the work on a session does.
   */
  #withSession(handle: WithSession): Handle {
    return this.#limited('page', async (request, reply, client) => {
      const ask = this.#sessionAsk(request);
      const since = performance.now();
      const found = await findHostedSession(this.ports, ask);
      if (found === undefined) {
        await this.ports.clock.sleep(Math.max(0, Math.ceil(missingMs - (performance.now() - since))));
        return this.#missing(request, reply);
      }
      return this.#inTurn(client, async () => handle(await atOf(this.ports, ask, found), request, reply));
    });
  }

  #withStart(handle: WithStart): Handle {
    return this.#guarded(async (request, reply) => {
      const { language } = params(request);
      const isOther = language !== undefined && !isLanguage(language);
      const start = isOther ? undefined : await findStart(this.ports, this.#startAsk(request));
      return start === undefined ? this.#missing(request, reply) : handle(start, request, reply);
    });
  }

  #sessionAsk(request: FastifyRequest): SessionAsk {
    return {
      token: params(request).token ?? '',
      hostname: this.#hostname(request),
      language: languageOf(request.headers['accept-language']),
      sandbox: this.#isSandbox,
      origin: this.#origin(request),
    };
  }

  /** A customer's domain is served over HTTPS only. */
  #origin(request: FastifyRequest): string | undefined {
    const hostname = this.#hostname(request);
    return hostname === undefined ? this.options.originOf?.(request.raw) : `https://${hostname}`;
  }

  #startAsk(request: FastifyRequest, chosen: string | undefined = params(request).language): StartAsk {
    return {
      pageId: params(request).pageId ?? '',
      hostname: this.#hostname(request),
      language: isLanguage(chosen) ? chosen : languageOf(request.headers['accept-language']),
      isChosen: isLanguage(chosen),
      sandbox: this.#isSandbox,
    };
  }

  get #isSandbox(): boolean {
    return this.options.environment === 'sandbox';
  }

  #hostname({ headers }: FastifyRequest): string | undefined {
    return foreignName(headers, this.options.hostNames);
  }

  #draw(name: keyof typeof rates, key: string): void {
    const now = this.ports.clock.machineNow().getTime();
    this.#buckets[name].take(key, now, tooMany('Too many requests of this address.'));
  }

  #plain({ headers }: FastifyRequest) {
    return { accepted: headers['accept-language'], sandbox: this.#isSandbox };
  }

  #missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendPlain(reply, 'missing', this.#plain(request));
  }

  #fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const plain = this.#plain(request);
    const refusal = refusalOf(error, request.raw);
    request.exchanged.isShed = error instanceof AtCapacity;
    if (refusal === undefined) {
      this.ports.log.error(
        { request_id: request.id, route: request.routeOptions.url, err: error },
        'request failed',
      );
      return sendPlain(reply, 'down', { ...plain, status: 500 });
    }
    if (['page_not_enabled', 'not_found', 'method_not_allowed'].includes(refusal.code))
      return sendPlain(reply, 'missing', plain);
    const { status } = errors[refusal.code];
    if (status === 413) reply.header('Connection', 'close');
    const isLater = refusal instanceof TooManyRequests || refusal.code === 'temporarily_unavailable';
    if (!isLater) return sendPlain(reply, 'broken', { ...plain, status });
    void reply.header('Retry-After', String(retryAfter(refusal) ?? 1));
    return sendPlain(reply, refusal instanceof TooManyRequests ? 'tooMany' : 'down', plain);
  }
}
