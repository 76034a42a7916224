import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span as Part, Trace } from '../../ports/trace.js';
import { exporterOptions, resourceOf, stopped, type OtlpOptions, type Stoppable } from './options.js';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Exports spans from the channel `psp:span` to an OpenTelemetry collector over OTLP/HTTP. If the collector is
 * away, spans are lost and nothing else is affected.
 */
export function followTraces(options: OtlpOptions): Trace & Stoppable {
  const exporter = new OTLPTraceExporter(exporterOptions(options, 'traces'));
  const provider = new TracerProvider({
    resource: resourceOf(options),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer('psp');
  const present = new AsyncLocalStorage<Context | undefined>();
  const channel = tracingChannel<unknown, Part>('psp:span');
  const open = new WeakMap<Part, Span>();
  const keyed = new Map<string, string>();

  const begin = (part: Part): Context | undefined => {
    const around = contextOf(part.from) ?? present.getStore();
    // Work outside a request is not traced: each poll for due work would be a trace.
    if (around === undefined && part.kind !== 'server') return undefined;
    const within = around ?? ROOT_CONTEXT;
    const span = tracer.startSpan(part.name, { kind: kinds[part.kind] }, within);
    const { traceId, spanId, traceFlags } = span.spanContext();
    if ((traceFlags & TraceFlags.SAMPLED) !== 0) part.recordedAs = { traceId, spanId };
    open.set(part, span);
    if (part.key !== undefined) keyed.set(part.key, headerOf(span));
    return trace.setSpan(within, span);
  };
  const ears = {
    asyncEnd: (message: unknown): void => {
      const part = message as Part;
      const span = open.get(part);
      if (part.key !== undefined) keyed.delete(part.key);
      span?.setAttributes(part.facts).end();
    },
    error: (message: unknown): void => {
      open.get(message as Part)?.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
  channel.start.bindStore(present, begin);
  channel.asyncEnd.subscribe(ears.asyncEnd);
  channel.error.subscribe(ears.error);
  return {
    parent() {
      const around = present.getStore();
      const span = around && trace.getSpan(around);
      return span && headerOf(span);
    },
    parentOf: (key) => keyed.get(key),
    async stop() {
      channel.start.unbindStore(present);
      channel.asyncEnd.unsubscribe(ears.asyncEnd);
      channel.error.unsubscribe(ears.error);
      await stopped(provider, options);
    },
  };
}

function headerOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The context of a valid traceparent header; an invalid one is ignored. */
function contextOf(header: string | undefined): Context | undefined {
  const [, traceId, spanId, flags = '00'] = form.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, remote);
}
