import { tracingChannel } from 'node:diagnostics_channel';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.js';
import type { Span } from '../../ports/trace.js';
import type { Answer, RawAsk, Route } from './route.js';

const spans = tracingChannel<unknown, Span>('psp:span');

/** Runs an operation inside a tracing span, if there are subscribers. */
export function traced(route: Route, [request, ask]: [FastifyRequest, RawAsk], run: () => Promise<Answer>) {
  if (!spans.hasSubscribers) return run();
  const { accountId, key } = ask.use ?? {};
  const from = request.headers['traceparent'];
  const span: Span = {
    name: `${route.method} ${route.path}`,
    kind: 'server',
    from: typeof from === 'string' ? from : undefined,
    key: key === undefined ? undefined : `${accountId} ${key}`,
    facts: {
      'http.request.method': request.method,
      'http.route': route.path,
      'psp.operation': route.operationId,
      'psp.request_id': request.id,
      'psp.account_id': ask.caller.account.id,
    },
  };
  request.span = span;
  return spans.tracePromise(async () => {
    try {
      const answer = await run();
      span.facts['http.response.status_code'] = answer.status;
      return answer;
    } catch (error) {
      span.facts['error.type'] = error instanceof Refusal ? error.code : 'internal_error';
      throw error;
    }
  }, span);
}
