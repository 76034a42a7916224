import type { EventBorder } from '../domain/archived.js';
import type { DeliverableEvent, DeliveryStatus, Attempt, WebhookDelivery } from '../domain/webhook.js';
import type { LaneState } from '../domain/webhook-attempt.js';

/**
 * Changes to the lanes of endpoints within a transaction. Lock order: the account's cursor, lanes, endpoints,
 * deliveries.
 */
export interface Lanes {
  /**
   * Locks the account's cursor, the lanes of its endpoints and the named ones, then makes deliveries from all events
   * so far for the endpoints as they are now. Returns the last position handled. The locks are held until the commit.
   */
  catchUp(accountId: string, endpointIds?: readonly string[]): Promise<string>;
  /** Locks the lanes of endpoints, in order. */
  lock(endpointIds: readonly string[]): Promise<void>;
  /** Starts or restarts an endpoint's lane: it gets the events after that position. */
  begin(endpoint: { readonly id: string; readonly accountId: string }, position: string): Promise<void>;
  /** Something may be due at these endpoints now. */
  wake(endpointIds: readonly string[]): Promise<void>;
  /** Makes deliveries that were never tried due now. */
  hurry(endpointId: string): Promise<void>;
  nextTestAt(endpointId: string): Promise<Date | null>;
  setNextTest(endpointId: string, at: Date): Promise<void>;
  /** Times of the endpoint's last pings, newest first. */
  lastPings(endpointId: string, count: number): Promise<Date[]>;
  /** The event, which stays in the database until the commit. */
  event(accountId: string, id: string): Promise<DeliverableEvent | undefined>;
  /** The last event that was removed from the account's log; undefined if none was. */
  eventBorder(accountId: string): Promise<EventBorder | undefined>;
  /** Makes redeliveries of a period's events that the endpoint subscribes to. */
  replay(
    endpointId: string,
    period: ReplayPeriod,
  ): Promise<{ readonly made: number; readonly next: string | null }>;
}

/** Events between two times and after a log position, at most `most`. */
export interface ReplayPeriod {
  readonly after: string;
  readonly from: Date;
  readonly to: Date;
  readonly most: number;
}

/** An endpoint's lane under lease: until the lease ends no other worker uses it. */
export interface Lease {
  readonly endpointId: string;
  readonly fence: string;
}

/** A lease just taken, with the facts that choose its slot. */
export interface NewLease extends Lease {
  readonly accountId: string;
  /** Its receiver's last answer was slow or never came. */
  readonly isSlow: boolean;
}

/** How many lanes may be leased, and how many slots each account holds already. */
export interface PoolCapacity {
  readonly most: number;
  readonly held: ReadonlyMap<string, number>;
}

/** Room for lanes with quick or new receivers, and for lanes with slow ones. */
export interface LaneCapacity {
  readonly quick: PoolCapacity;
  readonly slow: PoolCapacity;
}

/** A delivery to try now, with the exact text to send. */
export type DueDelivery = Pick<
  WebhookDelivery,
  'id' | 'eventId' | 'resourceId' | 'kind' | 'attempts' | 'position'
> & { readonly firstAttemptAt: Date | null; readonly body: string };

/** Asks for up to `most` deliveries of a lane; first attempts only after the log position `after`. */
export interface WorkAsk {
  readonly lease: Lease;
  readonly most: number;
  readonly after: string;
}

/** A lane's work: the endpoint as it is now, and its next deliveries in order. */
export interface LaneWork extends LaneState {
  readonly lease: Lease;
  /** Version of the endpoint's row. When it changes, the work has to be read again. */
  readonly version: number;
  /** Encrypted, as stored. */
  readonly url: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretExpiresAt: Date | null;
  /** Business time of this read. */
  readonly now: Date;
  /** Earliest end of the lease on the clock of `performance.now()`, however late the answer came. */
  readonly leasedUntil: number;
  readonly isDeleted: boolean;
  /** The receiver is being tested. First attempts may have to wait, so nothing is read ahead. */
  readonly isRough: boolean;
  /** A test delivery has to start. A test that was started and never recorded is sent again before the next one. */
  readonly isTestDue: boolean;
  readonly deliveries: readonly DueDelivery[];
}

/** An attempt to record, and the state of the lane after it. */
export interface AttemptRecord {
  readonly lease: Lease;
  readonly deliveryId: string;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly attempt: Attempt;
  readonly lane: LaneState;
  readonly recovered: boolean;
}

/** The workers' access to lanes. Each method is one statement; all but the first two check the leases. */
export interface Webhooks {
  /** Accounts with events not yet fanned out: among the given ones or all, without `except`. */
  lagging(accountIds: readonly string[] | undefined, except: readonly string[]): Promise<string[]>;
  /** Makes deliveries from up to `most` next events of each account. Returns the number of events. */
  fanOut(accountIds: readonly string[], most: number): Promise<number>;
  /** Leases lanes that have something due, preferring accounts that hold the fewest slots. */
  lease(rooms: LaneCapacity): Promise<NewLease[]>;
  /** The work of each lane. Renews leases that were not just taken; a lane whose lease was lost has no entry. */
  read(asks: readonly WorkAsk[]): Promise<Map<string, LaneWork>>;
  /** Records attempts and renews the leases. Returns the version of each endpoint whose lane is still leased. */
  record(attempts: readonly AttemptRecord[]): Promise<Map<string, number>>;
  /** Cancels up to `most` waiting deliveries of a deleted endpoint. Returns how many. */
  cancel(lease: Lease, most: number): Promise<number>;
  /** Releases leases. Returns how many of the lanes have something due now. */
  release(leases: readonly Lease[]): Promise<number>;
}

/** Machine time from renewing a lease to its end. A post starts no later than its maximum duration before that. */
export const leaseMs = 15_000;
