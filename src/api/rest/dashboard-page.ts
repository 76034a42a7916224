import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.js';
import { refuse } from '../../domain/refusal.js';
import type { ClientOf } from '../address.js';
import { foreignName } from '../host.js';
import type { MemberAsk } from '../member-ask.js';
import { tooMany } from '../error.js';
import { TokenBuckets } from '../../flow-control/token-bucket.js';
import { bytesOf, checkTypeOfRead } from '../body.js';
import { checkCorrelation } from './request.js';
import { dashboardGraphqlPath, dashboardPath, methodsOf } from './routes.js';

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** The members' dashboard: its files and its GraphQL endpoint. */
export interface Dashboard {
  readonly files: {
    answer(request: {
      readonly url: string;
      readonly headers: IncomingHttpHeaders;
    }): Promise<Answered & { readonly body: Buffer | string }>;
  };
  /** Answers a GraphQL operation of a member. */
  answer(request: MemberAsk): Promise<Answered & { readonly text: string }>;
}

interface Serving {
  readonly dashboard: Dashboard;
  readonly clock: Pick<Clock, 'machineNow'>;
  readonly clientOf: ClientOf;
  /** Names of the public listener. Other names are customers' domains and serve only their pages. */
  readonly names: readonly string[];
}

/** Rate limit of one client; a first load takes about five files. */
const files = { perSecond: 50, burst: 300 } as const;

/** Serves the dashboard: its page at every path below /dashboard, its files and its data. */
export function serveDashboard(
  server: FastifyInstance,
  { dashboard, clock, clientOf, names }: Serving,
): void {
  const requestBuckets = new TokenBuckets(files.perSecond, files.burst);
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    checkCorrelation(request.headers);
    if (foreignName(request.headers, names) !== undefined) refuse('not_found', 'This path does not exist.');
    const nowMs = clock.machineNow().getTime();
    requestBuckets.take(
      clientOf(request.raw),
      nowMs,
      tooMany('Too many requests without a key from this address; wait.'),
    );
    const { status, headers, body } = await dashboard.files.answer({
      url: request.raw.url ?? '',
      headers: request.headers,
    });
    return reply.code(status).headers(headers).send(body);
  };
  for (const url of [dashboardPath, `${dashboardPath}/*`])
    server.route({ method: methodsOf('GET'), url, config: { isPage: true }, handler: send });
  server.route({
    method: 'POST',
    url: dashboardGraphqlPath,
    config: { isOfMember: true },
    handler: async (request, reply) => {
      const { caller, raw } = request;
      const { credential } = caller ?? {};
      if (credential?.type !== 'member') throw new Error('the dashboard was reached without a member');
      checkTypeOfRead(request.body, request.headers);
      checkCorrelation(request.headers);
      const work = dashboard.answer({
        request: raw,
        requestId: request.id,
        credential,
        bytes: bytesOf(request.body),
        leftMs: request.leftMs,
        gone: abortOnDisconnect(reply),
      });
      request.admitted?.lastUntil(work);
      const { status, headers, text } = await work;
      return reply.code(status).headers(headers).send(text);
    },
  });
}

/** Aborted if the connection closes before the response. */
function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort('the caller has gone');
  });
  return gone.signal;
}
