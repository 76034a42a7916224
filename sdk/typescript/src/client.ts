import type { Answer, Item, List, Query, Schemas } from './call.js';
import { PaymentsServiceError } from './error.js';
import { Methods, operations, SignInMethods, type MethodCall } from './methods.js';
import { pagesOf, type Pages } from './page.js';
import { backoffMs, pause } from './pause.js';
import { idOf, keyOf, type ClientOptions, type ConnectionOptions } from './settings.js';
import { passes, Transport, type Operation } from './transport.js';

export interface FollowOptions {
  /** Id of the last processed event. Default: all events from the start. */
  readonly after?: string;
  /** One type, or a family such as `payout.`. */
  readonly type?: string;
  readonly resourceId?: string;
  readonly signal?: AbortSignal;
  /** Pause after all events were read. */
  readonly pollMs?: number;
}

type Name = keyof typeof operations;

/** Each operation of the reference is a method of the same name. */
export class PaymentsService extends Methods {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    super();
    this.#transport = new Transport(options, {
      authorization: `Bearer ${keyOf(options.apiKey)}`,
      ...(options.account !== undefined && { 'platform-account': idOf('account', options.account) }),
    });
  }

  /**
   * All events of the account in order, each once, then new ones as they occur. Ends with the signal. Store the `id` of
   * the last event you processed and pass it as `after`: then no event is missed after a restart.
   */
  async *followEvents(options: FollowOptions = {}): AsyncGenerator<Schemas['Event'], void> {
    const { type, resourceId, signal, pollMs = 1_000 } = options;
    let { after } = options;
    let failures = 0;
    while (!isAborted(signal)) {
      const query: Query<'listEvents'> = {
        limit: 100,
        ...(after !== undefined && { after }),
        ...(type !== undefined && { type }),
        ...(resourceId !== undefined && { resource_id: resourceId }),
      };
      const page = await this.#pageOfLog(query, signal, failures);
      failures = page === undefined ? failures + 1 : 0;
      for (const event of page?.data ?? []) {
        if (isAborted(signal)) return;
        yield event;
        after = event.id;
      }
      if (page?.has_more === false && !(await rests(pollMs, signal))) return;
    }
  }

  /** Undefined, after a pause, if the log cannot be read at present. */
  async #pageOfLog(
    query: Query<'listEvents'>,
    signal: AbortSignal | undefined,
    failures: number,
  ): Promise<Schemas['EventList'] | undefined> {
    try {
      return await this.listEvents(query, signal === undefined ? {} : { signal });
    } catch (error) {
      const ends = !(error instanceof PaymentsServiceError && passes(error));
      if (signal?.aborted !== true && ends) throw error;
      await rests(backoffMs(Math.min(failures + 1, 10)), signal);
      return undefined;
    }
  }

  protected override list<N extends Name>(name: N, call: MethodCall): Pages<Item<N>, List<N>> {
    const { cursor = 'starting_after' } = operations[name] as Operation;
    return pagesOf(
      (position) =>
        this.send(
          name,
          position === undefined ? call : { ...call, query: { ...call.query, [cursor]: position } },
        ) as Promise<List<N>>,
    );
  }

  protected override async send<N extends Name>(name: N, call: MethodCall): Promise<Answer<N>> {
    return (await this.#transport.send(operations[name], call)) as Answer<N>;
  }
}

/** Signs a person in, without a key. The session token is the `apiKey` of a PaymentsService. */
export class SignIn extends SignInMethods {
  readonly #transport: Transport;

  constructor(options: ConnectionOptions) {
    super();
    this.#transport = new Transport(options, {});
  }

  protected override async send<N extends Name>(name: N, call: MethodCall): Promise<Answer<N>> {
    return (await this.#transport.send(operations[name], call)) as Answer<N>;
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** True if it may continue after the pause. */
async function rests(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await pause(ms, signal);
    return true;
  } catch {
    return false;
  }
}
