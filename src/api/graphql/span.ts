import { tracingChannel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Span } from '../../ports/trace.js';
import type { LogLine } from './context.js';

const spans = tracingChannel<unknown, Span>('psp:span');

/** Runs an operation inside a tracing span, if there are subscribers. */
export function followed<T extends { readonly status: number }>(
  { method = 'POST', headers }: IncomingMessage,
  [requestId, line]: [string, LogLine],
  run: () => Promise<T>,
): Promise<T> {
  if (!spans.hasSubscribers) return run();
  const from = headers['traceparent'];
  const span: Span = {
    name: `${method} /graphql`,
    kind: 'server',
    from: typeof from === 'string' ? from : undefined,
    facts: { 'http.request.method': method, 'http.route': '/graphql', 'psp.request_id': requestId },
  };
  return spans.tracePromise(async () => {
    const { recordedAs } = span;
    if (recordedAs) Object.assign(line, { trace_id: recordedAs.traceId, span_id: recordedAs.spanId });
    const reply = await run();
    span.facts['http.response.status_code'] = reply.status;
    if (line.operation !== undefined) span.facts['graphql.operation'] = line.operation;
    if (line.error_code !== undefined) span.facts['error.type'] = line.error_code;
    return reply;
  }, span);
}
