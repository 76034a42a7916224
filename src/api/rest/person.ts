import { z } from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestLanguage } from '../../domain/language.js';
import { Refusal } from '../../domain/refusal.js';
import type { Log } from '../../ports/log.js';
import { inTurns } from '../../usecases/gather.js';
import { bodyBytesMax, checkBody, checkMediaType, checkTypeOfRead, readBody } from '../body.js';
import { answerMs, inTime } from '../deadline.js';
import type { Caller } from '../caller.js';
import { Guesses } from '../guess.js';
import { tooMany } from '../error.js';
import { TokenBuckets } from '../../flow-control/token-bucket.js';
import { callerOf, type Sessions } from '../session.js';
import { dashboardRoutes } from './dashboard.js';
import type { PersonRoute } from './person-route.js';
import { readQuery } from './query.js';
import { accountNamed, checkCorrelation, checkDanger, pathId, searchOf } from './request.js';
import { needsBody, type Context } from './route.js';
import { methodsOf } from './routes.js';

/** The body of an operation that takes none. */
const noFields = z.strictObject({});

/** Requests without a session use at most two of the pool's connections and queue for them. */
const width = { atOnce: 2, ofOneKey: 2, waitMsMax: 8_000 };
/** Rate limit of one client; requests above it are answered but not executed. */
const attempts = { perSecond: 20, burst: 60 };
const failuresPerSecond = 20;

interface Serving {
  readonly context: Context;
  readonly sessions: Sessions;
  readonly log: Log;
  readonly clientOf: (request: FastifyRequest['raw']) => string;
  readonly errorLogger: (request: FastifyRequest) => (error: unknown) => void;
  readonly send: (reply: FastifyReply, status: number, text: string) => FastifyReply;
}

/** Checks before the body is read: the session, if needed, then the media type. */
export async function checkPerson(
  route: PersonRoute,
  request: FastifyRequest,
  { sessions, clientOf, errorLogger }: Pick<Serving, 'sessions' | 'clientOf' | 'errorLogger'>,
): Promise<void> {
  if (route.needsSession) {
    const { authorization } = request.headers;
    const identified = sessions.identify(authorization, clientOf(request.raw));
    request.signedIn = await inTime(identified, answerMs, errorLogger(request));
  }
  checkMediaType(request.headers, needsBody(route));
}

/** The membership that Platform-Account selects. */
function callerIn({ signedIn, headers }: FastifyRequest): Caller {
  if (signedIn === undefined) throw new Error('a membership was asked for without a session');
  return callerOf(signedIn, accountNamed(headers));
}

/** Serves the operations for people, who act for no account. Returns counts of code guesses. */
export function servePeople(server: FastifyInstance, serving: Serving): Pick<Guesses, 'counts'> {
  const { clock } = serving.context.ports;
  const guesses = new Guesses(clock, serving.log);
  const inTurn = inTurns(width);
  const requestBuckets = new TokenBuckets(attempts.perSecond, attempts.burst);
  const failures = new TokenBuckets(failuresPerSecond, failuresPerSecond);
  for (const person of dashboardRoutes) {
    server.route({
      method: methodsOf(person.method),
      url: person.path.replace(/\{(\w+)\}/, ':$1'),
      config: { person },
      bodyLimit: bodyBytesMax,
      handler: async (request, reply) => {
        if (person.method !== 'GET') checkTypeOfRead(request.body, request.headers);
        checkCorrelation(request.headers);
        readQuery({}, searchOf(request));
        const client = serving.clientOf(request.raw);
        const nowMs = clock.machineNow().getTime();
        if (person.dangerous) checkDanger(person, callerIn(request), clock.machineNow());
        const requestBody =
          person.method === 'GET' ? { value: {} } : readBody(request.body, needsBody(person));
        if (person.body === undefined) checkBody(noFields, requestBody);
        const ask = {
          client,
          language: requestLanguage(request.headers['accept-language']),
          userAgent: request.headers['user-agent'],
          body: requestBody,
          id: pathId(person, request),
          signedIn: request.signedIn,
          caller: () => callerIn(request),
          mayWork: () => requestBuckets.draw(client, nowMs).waitSeconds === 0,
        };
        const work = inTurn(client, () => person.run(serving.context, ask));
        request.admitted?.lastUntil(work);
        const answer = await inTime(work, request.leftMs, serving.errorLogger(request)).catch(
          (error: unknown) => {
            if (error instanceof Refusal && error.code === 'invalid_api_key') {
              guesses.note('wrong');
              failures.take(
                client,
                nowMs,
                tooMany('Too many failed authentications from this address; wait.'),
              );
            }
            throw error;
          },
        );
        const { status, body } = answer;
        if (status === 201 && !person.needsSession) guesses.note('right');
        return body === undefined
          ? reply.code(status).send()
          : serving.send(reply, status, JSON.stringify(body));
      },
    });
  }
  return guesses;
}
