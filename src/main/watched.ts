import type { Provider } from '../ports/provider.js';
import type { PostFacts, Posted, Sender } from '../ports/sender.js';

/** A question to a provider, or an order: `outcome` as its answer names it, else answered, or failed where it threw. */
export interface Called {
  readonly provider: string;
  readonly call: string;
  readonly outcome: string;
  readonly ms: number;
}

export type OnCalled = (called: Called) => void;
export type OnPosted = (posted: Posted, about: PostFacts | undefined) => void;

const timeless: ReadonlySet<string | symbol> = new Set(['start', 'stop']);

/** The provider, with an ear for each call: also for those that it has besides the port's. */
export function watchedProvider<P extends Provider>(provider: P, onCalled: OnCalled): P {
  return new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name !== 'string' || timeless.has(name)) return value;
      return (...given: unknown[]): unknown => {
        const began = performance.now();
        const tell = (outcome: string): void =>
          onCalled({ provider: target.name, call: name, outcome, ms: performance.now() - began });
        const answer: unknown = Reflect.apply(value, target, given);
        if (!(answer instanceof Promise)) return answer;
        answer.then(
          (told: unknown) => tell(outcomeOf(told)),
          () => tell('failed'),
        );
        return answer;
      };
    },
  });
}

function outcomeOf(told: unknown): string {
  const { outcome } = (told ?? {}) as { readonly outcome?: unknown };
  return typeof outcome === 'string' ? outcome : 'answered';
}

export function watchedSender(sender: Sender, onPosted: OnPosted): Sender {
  return {
    async post(request) {
      const posted = await sender.post(request);
      onPosted(posted, request.about);
      return posted;
    },
    stop: () => sender.stop(),
  };
}
