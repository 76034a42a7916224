import { tracingChannel } from 'node:diagnostics_channel';
import type { Span, Trace, TraceOf } from '../ports/trace.js';
import type { Provider } from '../ports/provider.js';
import type { PostFacts, PostResult, Sender, WebhookRequest } from '../ports/sender.js';

/** A call to a provider: `outcome` is that of its answer, or else `answered`, or `failed` if it threw. */
export interface ProviderCall {
  readonly provider: string;
  readonly call: string;
  readonly outcome: string;
  readonly ms: number;
  /** The trace in which the call is recorded. */
  readonly traceId: string | undefined;
}

export type OnCalled = (called: ProviderCall) => void;
export type OnPosted = (posted: PostResult, about: PostFacts | undefined, traceId?: string) => void;

const spans = tracingChannel<unknown, Span>('psp:span');
const timeless: ReadonlySet<string | symbol> = new Set(['start', 'stop']);

/** Wraps the provider to report each call, including methods that are not in the port. */
export function watchedProvider<P extends Provider>(provider: P, onCalled: OnCalled): P {
  return new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name !== 'string' || timeless.has(name)) return value;
      return (...args: unknown[]): unknown => {
        const began = performance.now();
        const { name: provider } = target;
        const span: Span = { name: `provider ${name}`, kind: 'client', facts: { 'psp.provider': provider } };
        const report = (outcome: string): void => {
          const { traceId } = span.recordedAs ?? {};
          onCalled({ provider, call: name, outcome, ms: performance.now() - began, traceId });
        };
        const ask = (): unknown => Reflect.apply(value, target, args);
        const answer = spans.hasSubscribers ? spans.tracePromise(async () => ask(), span) : ask();
        if (!(answer instanceof Promise)) return answer;
        answer.then(
          (value: unknown) => report(outcomeOf(value)),
          () => report('failed'),
        );
        return answer;
      };
    },
  });
}

function outcomeOf(value: unknown): string {
  const { outcome } = (value ?? {}) as { readonly outcome?: unknown };
  return typeof outcome === 'string' ? outcome : 'answered';
}

interface Followed {
  readonly trace: Trace;
  readonly traceOf: TraceOf;
}

/** Wraps the sender to report each POST. If tracing is on, receivers get a `traceparent`. */
export function watchedSender(sender: Sender, onPosted: OnPosted, followed?: Followed): Sender {
  const post = async (request: WebhookRequest, span?: Span): Promise<PostResult> => {
    const posted = await sender.post(request);
    onPosted(posted, request.about, span?.recordedAs?.traceId);
    return posted;
  };
  const stop = (): Promise<void> => sender.stop();
  if (followed === undefined) return { post: (request) => post(request), stop };
  return {
    async post(request) {
      const { about } = request;
      const from = about && (await followed.traceOf(about.resourceId).catch(() => ''));
      if (!from) return post(request);
      const facts = { 'psp.event_id': about.eventId, 'psp.resource_id': about.resourceId };
      const span: Span = { name: 'POST webhook', kind: 'client', from, facts };
      return spans.tracePromise(async () => {
        const traceparent = followed.trace.parent() ?? from;
        const posted = await post({ ...request, headers: { ...request.headers, traceparent } }, span);
        if (posted.httpStatus !== null) span.facts['http.response.status_code'] = posted.httpStatus;
        return posted;
      }, span);
    },
    stop,
  };
}
