import type { OwnedEvent } from '../../../ports/ledger-read.js';
import type { Context } from '../context.js';

/** The messages for an event, each the value of the subscription's field. */
type Messages = readonly unknown[] | Promise<readonly unknown[]>;

/** What a subscription watches: the log of one account, and the messages for its events. */
export interface Watched {
  readonly accountId: string;
  /** For a subscription to the log itself: the start position and the filters. */
  readonly log?: {
    /** Undefined: only new events. */
    readonly after: string | undefined;
    readonly type?: string | undefined;
    readonly resourceId?: string | undefined;
  };
  /** Called with the events in order. */
  messages(event: OwnedEvent, context: Context): Messages;
  /** The present state: sent first, and again after messages were skipped for a slow reader. */
  present(context: Context): Messages;
}

/** The return value of subscription fields, because graphql requires an async iterable. */
export class Watch implements AsyncIterable<never> {
  constructor(readonly watched: Watched) {}

  [Symbol.asyncIterator](): never {
    throw new Error('a watch receives events; it cannot be queried');
  }
}
