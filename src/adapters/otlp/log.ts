import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ROOT_CONTEXT, SeverityNumber, trace, TraceFlags, type Attributes } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { exporterOptions, resourceOf, stopped, type OtlpOptions, type Stoppable } from './options.js';

const severities: Readonly<Record<string, SeverityNumber>> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
};

/** A line of the log: level, message, time, the span it belongs to, and its fields. */
type Line = Readonly<Record<'level' | 'message' | 'time', string>> & {
  readonly trace_id?: string;
  readonly span_id?: string;
};

/**
 * Exports the lines of the log, from the channel `psp:log`, to an OpenTelemetry collector. Mails stay out: a sandbox
 * without a mail server logs them with their addresses.
 */
export function followLog(options: OtlpOptions): Stoppable {
  const provider = new LoggerProvider({
    resource: resourceOf(options),
    processors: [
      new BatchLogRecordProcessor({
        exporter: new OTLPLogExporter(exporterOptions(options, 'logs')),
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  const logger = provider.getLogger('psp');
  const onLine = (text: unknown): void => {
    const {
      level,
      message,
      time,
      trace_id: traceId,
      span_id: spanId,
      ...fields
    } = JSON.parse(String(text)) as Line;
    const isOfSpan = traceId !== undefined && spanId !== undefined;
    const attributes = Object.entries(fields as Attributes).filter(([name]) => !name.startsWith('mail_'));
    logger.emit({
      timestamp: new Date(time),
      severityText: level,
      severityNumber: severities[level] ?? SeverityNumber.UNSPECIFIED,
      body: message,
      attributes: Object.fromEntries(attributes),
      ...(isOfSpan && {
        context: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED }),
      }),
    });
  };
  subscribe('psp:log', onLine);
  return {
    async stop() {
      unsubscribe('psp:log', onLine);
      await stopped(provider, options);
    },
  };
}
