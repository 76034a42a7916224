import { Counter, Histogram, Registry, type RegistryContentType } from 'prom-client';
import type { OnAnswered, OnAnsweredDocument } from '../api/answered.js';
import type { EventType } from '../domain/event.js';
import type { OnCalled, OnPosted } from './watched.js';

/** Callbacks for traffic metrics. No label contains caller text: no path, id, address or key. */
export interface Traffic {
  readonly onAnswered: OnAnswered;
  readonly onAnsweredDocument: OnAnsweredDocument;
  readonly onRecorded: (types: readonly EventType[]) => void;
  readonly onCalled: OnCalled;
  readonly onPosted: OnPosted;
}

/** Buckets from the time of an unloaded request to the response deadline. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Buckets from an immediate delivery to the last of ten attempts. */
const waits = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200];
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const ofPayouts = 'payout.';

export function measureTraffic(registry: Registry): Traffic {
  const registers = [registry];
  const histogramOf = (name: string, help: string, labelNames: string[]) =>
    withExemplars(registry, { name, help, labelNames, buckets: seconds });
  const requests = histogramOf(
    'psp_http_request_seconds',
    'Answered requests of both listeners, by route; none means a path that does not exist.',
    ['method', 'route', 'status'],
  );
  const suspended = new Counter({
    name: 'psp_requests_suspended_total',
    help: 'Requests refused with operation_suspended: operators stopped what they asked for.',
    registers,
  });
  const shed = new Counter({
    name: 'psp_requests_shed_total',
    help: 'Answered requests that were refused because every slot was in use; those refused before they are read are not in psp_http_request_seconds.',
    registers,
  });
  const documents = histogramOf(
    'psp_graphql_request_seconds',
    'GraphQL operations over HTTP, by root field; outcome is ok or the error code.',
    ['operation', 'outcome'],
  );
  const calls = histogramOf('psp_provider_call_seconds', 'Calls to providers.', [
    'provider',
    'call',
    'outcome',
  ]);
  const posts = histogramOf(
    'psp_webhook_post_seconds',
    'Webhook attempts, until the answer; outcome is the class of the status, or none.',
    ['outcome'],
  );
  const delays = withExemplars(registry, {
    name: 'psp_webhook_delay_seconds',
    help: 'Time from an event to the first delivery attempt, in business time.',
    labelNames: [],
    buckets: waits,
  });
  const { onRecorded } = countEvents(registry);
  return {
    onAnswered({ method, route, status, ms, isSuspended, isShed, traceId }) {
      if (isSuspended) suspended.inc();
      if (isShed) shed.inc();
      const known = methods.has(method) ? method : 'other';
      requests({ method: known, route, status }, ms, traceId);
    },
    onAnsweredDocument: ({ ms, traceId, ...labels }) => documents(labels, ms, traceId),
    onRecorded,
    onCalled: ({ ms, traceId, ...labels }) => calls(labels, ms, traceId),
    onPosted({ httpStatus, isCut, durationMs }, about, traceId) {
      if (isCut) return;
      const outcome = httpStatus === null ? 'none' : `${Math.floor(httpStatus / 100)}xx`;
      posts({ outcome }, durationMs, traceId);
      if (about?.waitedMs !== undefined) delays({}, Math.max(0, about.waitedMs), traceId);
    },
  };
}

type Observe = (labels: Readonly<Record<string, string | number>>, ms: number, traceId?: string) => void;

/** A histogram that keeps for each bucket the trace of the last observation that has one. */
function withExemplars(
  registry: Registry,
  shape: { name: string; help: string; labelNames: string[]; buckets: number[] },
): Observe {
  // prom-client accepts exemplars only in a registry of this format; the other format leaves them out.
  const of: Registry<RegistryContentType> = registry;
  of.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const histogram = new Histogram({ ...shape, registers: [registry], enableExemplars: true });
  of.setContentType(Registry.PROMETHEUS_CONTENT_TYPE);
  return (labels, ms, traceId) =>
    histogram.observe({
      labels,
      value: ms / 1000,
      ...(traceId !== undefined && { exemplarLabels: { trace_id: traceId } }),
    });
}

function countEvents(registry: Registry): Pick<Traffic, 'onRecorded'> {
  const events = new Counter({
    name: 'psp_events_total',
    help: 'Events recorded by this process, by type.',
    labelNames: ['type'],
    registers: [registry],
  });
  const payouts = new Counter({
    name: 'psp_payouts_total',
    help: 'Payouts created, ended or returned by this process.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    onRecorded(types) {
      for (const type of types) {
        events.inc({ type });
        if (type.startsWith(ofPayouts)) payouts.inc({ outcome: type.slice(ofPayouts.length) });
      }
    },
  };
}
