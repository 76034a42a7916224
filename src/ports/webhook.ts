import type { DeliverableEvent, DeliveryStatus, Attempt, WebhookDelivery } from '../domain/webhook.js';
import type { LaneState } from '../domain/webhook-attempt.js';

/** Acts of a transaction on the lanes of endpoints. Locks: the account's cursor, lanes, endpoints, deliveries. */
export interface Lanes {
  /**
   * Locks the account's cursor and the lanes of its endpoints, and of those named, and makes the deliveries of all
   * events so far, as its endpoints are now; the position up to which that is. The locks are held until the commit.
   */
  catchUp(accountId: string, endpointIds?: readonly string[]): Promise<string>;
  /** Locks the lanes of endpoints, in order. */
  lock(endpointIds: readonly string[]): Promise<void>;
  /** Begins an endpoint's lane, or begins it again: it gets the events after that position. */
  begin(endpoint: { readonly id: string; readonly accountId: string }, position: string): Promise<void>;
  /** Something may be due there now. */
  wake(endpointIds: readonly string[]): Promise<void>;
  /** Deliveries there that were never tried wait no longer. */
  hurry(endpointId: string): Promise<void>;
  nextTestAt(endpointId: string): Promise<Date | null>;
  setNextTest(endpointId: string, at: Date): Promise<void>;
  /** When the endpoint was last pinged, newest first. */
  lastPings(endpointId: string, count: number): Promise<Date[]>;
  event(accountId: string, id: string): Promise<DeliverableEvent | undefined>;
  /** Makes redeliveries of what the endpoint takes of a period, out of its next events. */
  replay(
    endpointId: string,
    period: Period,
  ): Promise<{ readonly made: number; readonly next: string | null }>;
}

/** The events from one time to another, after that position of the log, and no more than `most`. */
export interface Period {
  readonly after: string;
  readonly from: Date;
  readonly to: Date;
  readonly most: number;
}

/** An endpoint's lane, leased: until the lease ends nobody else works on it. */
export interface Lease {
  readonly endpointId: string;
  readonly fence: string;
}

/** A lease that was just taken, with what decides which place its lane has. */
export interface Leased extends Lease {
  readonly accountId: string;
  /** Its receiver's last answer took long, or never came. */
  readonly isSlow: boolean;
}

/** How many lanes may be leased, and how many each account has there already. */
export interface Room {
  readonly most: number;
  readonly held: ReadonlyMap<string, number>;
}

/** Room for lanes whose receivers answer at once, or were never asked, and for the others. */
export interface Rooms {
  readonly quick: Room;
  readonly slow: Room;
}

/** A delivery to be tried now, with the exact text to send. */
export type DueDelivery = Pick<
  WebhookDelivery,
  'id' | 'eventId' | 'resourceId' | 'kind' | 'attempts' | 'position'
> & { readonly firstAttemptAt: Date | null; readonly body: string };

/** Up to `most` deliveries of a lane; of those never tried, the ones behind that place in the log. */
export interface WorkAsk {
  readonly lease: Lease;
  readonly most: number;
  readonly after: string;
}

/** The work of a lane: the endpoint as it is now, and its next deliveries in order. */
export interface Work extends LaneState {
  readonly lease: Lease;
  /** Of the endpoint's row: once it has changed, the work is read anew. */
  readonly version: number;
  /** Sealed, as the row has them. */
  readonly url: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretExpiresAt: Date | null;
  /** Business time of the reading. */
  readonly now: Date;
  /** When the lease ends at the earliest, on the clock of `performance`, however late the answer came. */
  readonly leasedUntil: number;
  readonly isDeleted: boolean;
  /** Its receiver is proven: what was never tried may have to wait, and is not read ahead. */
  readonly isRough: boolean;
  /** A test is to be begun; one that was begun and never recorded goes out as it is, before another. */
  readonly isTestDue: boolean;
  readonly deliveries: readonly DueDelivery[];
}

/** An attempt as it is to be recorded, with the lane as it stands after it. */
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

/** The workers' questions to the store; each is one statement, and all but the first two heed the leases. */
export interface Webhooks {
  /** Accounts with events that are not yet made deliveries, of these or of all, without those. */
  lagging(accountIds: readonly string[] | undefined, except: readonly string[]): Promise<string[]>;
  /** Makes the deliveries of up to `most` next events of each account; how many events these were. */
  fanOut(accountIds: readonly string[], most: number): Promise<number>;
  /** Leases lanes in which something is due: those first whose accounts have the fewest places. */
  lease(rooms: Rooms): Promise<Leased[]>;
  /** The work of each lane, with its lease renewed where that was not just done; none where the lease was lost. */
  read(asks: readonly WorkAsk[]): Promise<Map<string, Work>>;
  /** Records attempts and renews the leases; the version of each endpoint whose lane is still leased. */
  record(attempts: readonly AttemptRecord[]): Promise<Map<string, number>>;
  /** Cancels up to `most` deliveries that wait at an endpoint that was deleted; how many these were. */
  cancel(lease: Lease, most: number): Promise<number>;
  /** How many of the lanes have something due at once. */
  release(leases: readonly Lease[]): Promise<number>;
}

/** Machine time from a lease's renewal to its end; whoever posts begins no later than a post's time before that. */
export const leaseMs = 15_000;
