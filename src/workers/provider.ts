import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { Provider } from '../ports/provider.js';

/** Less than the lease of a look-up, so that nothing falls due again while it is still asked about. */
const answerMs = 10_000;

export interface Question<T> {
  readonly provider: Provider;
  readonly operation: keyof Provider;
  readonly ask: (provider: Provider) => Promise<T>;
}

/** What the provider answers; undefined where it gives no answer in time, or cannot: then nothing is known. */
export async function answerOf<T>(
  { clock }: { readonly clock: Clock },
  log: Log,
  { provider, operation, ask }: Question<T>,
): Promise<T | undefined> {
  try {
    const answer = await within({ clock, ms: answerMs }, ask(provider), undefined);
    if (answer === undefined) throw new Error(`no answer within ${answerMs / 1000} seconds`);
    return answer;
  } catch (error) {
    log.warn(
      { provider: provider.name, operation, err: error },
      'a provider gave no answer and is asked again later',
    );
    return undefined;
  }
}

/** What is answered, or `late` once so long has passed, whatever comes after that. */
export async function within<T, L>(
  { clock, ms }: { readonly clock: Clock; readonly ms: number },
  answer: Promise<T>,
  late: L,
): Promise<T | L> {
  const deadline = new AbortController();
  try {
    return await Promise.race([answer, clock.sleep(ms, deadline.signal).then(() => late)]);
  } finally {
    // A reason of ours: without one the platform makes an error with its stack, for each call.
    deadline.abort('answered');
  }
}
