import type { OwnedEvent } from '../../../ports/ledger-read.js';
import type { Context } from '../context.js';

/** The message about an event: the value of the subscription's field, once for each. */
type Told = readonly unknown[] | Promise<readonly unknown[]>;

/** The subject of a subscription: the log of one account, and what it tells of the events there. */
export interface Watched {
  readonly accountId: string;
  /** The question to the log itself: a place to begin after, and what is passed over. */
  readonly log?: {
    /** Undefined: from now on. */
    readonly after: string | undefined;
    readonly type?: string | undefined;
    readonly resourceId?: string | undefined;
  };
  /** Called with one event after the other. */
  tell(event: OwnedEvent, context: Context): Told;
  /** How things stand: told first of all, and again where messages were left out for a slow reader. */
  present(context: Context): Told;
}

/** The answer of the fields of the subscription type; graphql takes nothing that cannot be iterated over. */
export class Watch implements AsyncIterable<never> {
  constructor(readonly watched: Watched) {}

  [Symbol.asyncIterator](): never {
    throw new Error('a watch is told of events, and not asked for them');
  }
}
