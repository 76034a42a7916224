import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isWithin, rangeOf } from '../../domain/address.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import type { Clients } from '../address.js';
import { Admission, Slots, type Admitted } from '../admission.js';
import { wasSent } from '../connection.js';
import { bringsBody, checkEncoding, checkMediaType, checkUnread } from '../body.js';
import type { Caller, Callers } from '../caller.js';
import { answerMs, inTime, leftOf } from '../deadline.js';
import { TooManyRequests } from '../error.js';
import type { KeylessLimit } from '../keyless.js';
import { TokenBuckets } from '../../flow-control/token-bucket.js';
import { callerOf, isOfSession, type Sessions } from '../session.js';
import { deprecationHeaders } from './deprecation.js';
import { askForBody, holdsBody } from './door.js';
import { checkPerson } from './person.js';
import { accountNamed, withRequestIds } from './request.js';
import { unknownAt, type Unknown } from './routes.js';
import { fileTypesOf, needsBody } from './route.js';

/** Slots by kind of caller, so that no kind can exhaust those of another. */
export type Admissions = Readonly<Record<'accounts' | 'people' | 'providers' | 'pages', Admission>>;

/**
 * Concurrent requests in this process, and arriving requests of one account or client. One account alone may
 * have half of 500: a full burst of its rate limit, which fills two groups of payouts.
 */
export const admissions = (): Admissions => ({
  accounts: new Admission(new Slots(500, 'account'), 250),
  people: new Admission(new Slots(100, 'address'), 100),
  providers: new Admission(new Slots(200, 'address'), 100),
  pages: new Admission(new Slots(250, 'address'), 100),
});

export interface ChecksOptions {
  readonly callers: Callers;
  readonly sessions: Sessions;
  readonly keyless: KeylessLimit;
  readonly admissions: Admissions;
  readonly clients: Clients;
  readonly environment: 'sandbox' | 'live';
  /** Rate limit of one key in this process. */
  readonly perSecond: number;
  /** Logs failures of work that continues after the response. */
  readonly errorLogger: (request: FastifyRequest) => (error: unknown) => void;
  /** Called with the id of the key or session after each authenticated request. */
  readonly onUsed: ((id: string) => void) | undefined;
  /** Called if the connection closes before the response is sent. */
  readonly onLeft: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
}

/**
 * The checks of every request, in the order of supplement §1: path and method, authentication, rate limit,
 * media type. Then the body is read up to its limit, and the request takes a slot. The operation does the
 * remaining checks.
 */
export function addChecks(
  server: FastifyInstance,
  ports: Pick<Ports, 'clock'>,
  options: ChecksOptions,
): void {
  const checks = new Checks(ports, options);
  server.addHook('onRequest', (request, reply) => checks.beforeBody(request, reply));
  server.addHook('preValidation', (request, _reply, next) => {
    next(request.admitted?.start());
  });
}

class Checks {
  readonly #clock: Ports['clock'];
  readonly #options: ChecksOptions;
  readonly #keys: TokenBuckets;

  constructor({ clock }: Pick<Ports, 'clock'>, options: ChecksOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#keys = new TokenBuckets(options.perSecond, 2 * options.perSecond);
  }

  async beforeBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.exchanged = {};
    withRequestIds(request, reply);
    const unknown = unknownOf(request, this.#options.environment);
    if (unknown !== undefined) return this.#refuseUnknown(unknown, request, reply);
    const { route, person, isOfProvider, isMcp, isOfMember } = request.routeOptions.config;
    const { deprecated, operationId } = route ?? person ?? {};
    if (deprecated && operationId) reply.headers(deprecationHeaders(deprecated, operationId));
    const { admissions: admissionPools, clients } = this.#options;
    if (route !== undefined || isMcp || isOfMember) {
      const caller = await this.#authenticated(request, reply);
      this.#drawOf(caller, reply);
      this.#heedUse(caller, this.#options.clients.addressOf(request.raw));
      if (route?.method !== 'GET')
        checkMediaType(request.headers, route === undefined || needsBody(route), fileTypesOf(route));
      return this.#prepareBody(request, reply);
    }
    const client = clients.clientOf(request.raw);
    const admission = person
      ? admissionPools.people
      : isOfProvider
        ? admissionPools.providers
        : admissionPools.pages;
    this.#admit(admission, client, { request, reply });
    if (person !== undefined) {
      const { sessions, errorLogger } = this.#options;
      await checkPerson(person, request, { sessions, clientOf: clients.clientOf, errorLogger });
      if (request.signedIn !== undefined) this.#options.onUsed?.(request.signedIn.session.id);
      request.leftMs = leftOf(reply.elapsedTime);
    }
    if (admission === admissionPools.pages) checkEncoding(request.headers);
    return this.#prepareBody(request, reply);
  }

  /** Fastify reads all bodies except those of GET and HEAD, which are checked here. */
  async #prepareBody({ method, raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (method !== 'GET' && method !== 'HEAD') return askForBody(raw, reply.raw);
    checkEncoding(raw.headers);
    if (!holdsBody(raw)) await checkUnread(raw);
  }

  /** Counts like any other request: against its key, or without a key against its client. */
  async #refuseUnknown(
    { refusal, allow }: Unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<never> {
    if (allow !== undefined) reply.header('Allow', allow);
    if (request.headers.authorization === undefined)
      throw this.#options.keyless.refusal(request.raw) ?? refusal;
    const caller = await this.#authenticated(request, reply).catch((error: unknown) => {
      if (error instanceof TooManyRequests) throw error;
      return undefined;
    });
    if (caller !== undefined) this.#drawOf(caller, reply);
    throw refusal;
  }

  /** The request counts for its client until it has authenticated, then for its account. */
  async #authenticated(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const { callers, admissions: admissionPools, clients, errorLogger } = this.#options;
    const { isOfMember } = request.routeOptions.config;
    const present = isOfMember ? undefined : callers.present(request.headers.authorization);
    const owner = present?.account.id ?? clients.clientOf(request.raw);
    const admitted = this.#admit(admissionPools.accounts, owner, { request, reply });
    const caller = present ?? (await inTime(this.#identify(request), answerMs, errorLogger(request)));
    if (present === undefined) admitted.belongTo(caller.account.id);
    request.leftMs = leftOf(reply.elapsedTime);
    request.caller = caller;
    return caller;
  }

  /** Refuses a key outside its networks, and records the use of key or session otherwise. */
  #heedUse({ credential }: Caller, address: string): void {
    if (credential.type !== 'api_key') return this.#options.onUsed?.(credential.session.id);
    const { id, networks } = credential.key;
    if (networks.length > 0 && !isWithin(address, networks.map(rangeOf)))
      refuse(
        'insufficient_scope',
        `The API key may not be used from ${address}; its networks do not include it.`,
      );
    this.#options.onUsed?.(id);
  }

  async #identify({ headers, raw, routeOptions }: FastifyRequest): Promise<Caller> {
    const { callers, sessions, clients } = this.#options;
    const client = clients.clientOf(raw);
    const { isOfMember } = routeOptions.config;
    if (!isOfMember && !isOfSession(headers.authorization))
      return callers.identify(headers.authorization, client);
    return callerOf(await sessions.identify(headers.authorization, client), accountNamed(headers));
  }

  #admit(admission: Admission, owner: string, { request, reply }: Exchange): Admitted {
    const admitted = startArrival(admission, owner, { request, reply });
    request.admitted = admitted;
    reply.raw.on('close', () => {
      admitted.end();
      if (!wasSent(reply.raw)) this.#options.onLeft?.(request, reply);
    });
    return admitted;
  }

  #drawOf(caller: Caller, reply: FastifyReply): void {
    const drawn = this.#keys.draw(caller.id, this.#clock.machineNow().getTime());
    reply.headers(drawn.headers);
    if (drawn.waitSeconds > 0)
      throw new TooManyRequests('Too many requests with this API key; wait.', drawn.waitSeconds);
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** If the owner has too many arriving requests, the connection is closed without reading the body. */
function startArrival(admission: Admission, owner: string, { request, reply }: Exchange): Admitted {
  try {
    return admission.arrive(owner);
  } catch (error) {
    request.isOneTooMany = bringsBody(request.headers);
    if (request.isOneTooMany) void reply.header('Connection', 'close');
    throw error;
  }
}

/** Fastify routes `/v1/payouts/` to a payout with an empty id. */
const isWithoutId = ({ params }: FastifyRequest): boolean =>
  Object.values(params as Record<string, string>).includes('');

function unknownOf(request: FastifyRequest, environment: 'sandbox' | 'live'): Unknown | undefined {
  const { isPage } = request.routeOptions.config;
  if (!request.is404 && !isPage && !isWithoutId(request)) return undefined;
  const unknown = unknownAt(request.raw.url ?? '', environment);
  return isPage && unknown.allow?.includes('GET') ? undefined : unknown;
}
