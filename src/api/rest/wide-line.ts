import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../ports/log.js';
import type { OnAnswered } from '../answered.js';
import { correlationOf } from './request.js';

/** Writes one log line for each request, without personal data: the path's pattern, never the path. */
export function wideLine({ log, onAnswered }: { readonly log: Log; readonly onAnswered?: OnAnswered }) {
  return (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const [{ method }, route, status] = [request, routeOf(request), reply.statusCode];
    const { error, isShed = false } = request.exchanged;
    const code = error?.error.code;
    const isSuspended = code === 'operation_suspended';
    const { traceId, spanId } = request.span?.recordedAs ?? {};
    onAnswered?.({ method, route, status, ms: reply.elapsedTime, isSuspended, isShed, traceId });
    log.info(
      {
        request_id: request.id,
        correlation_id: correlationOf(request.headers),
        account_id: request.caller?.account.id,
        credential_id: request.caller?.id ?? request.signedIn?.session.id,
        method,
        route,
        status,
        error_code: code,
        replayed: reply.hasHeader('Idempotent-Replayed') || undefined,
        trace_id: traceId,
        span_id: spanId,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    next();
  };
}

/** The pattern of the path; empty if nothing is served there. */
export function routeOf(request: FastifyRequest): string {
  const { route, person } = request.routeOptions.config ?? {};
  return (route ?? person)?.path ?? request.routeOptions.url ?? 'none';
}
