import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { LoggedEvent, OwnedEvent } from '../../../ports/ledger-read.js';
import type { Log } from '../../../ports/log.js';
import type { Stop } from '../../../ports/messaging.js';
import type { Ports } from '../../../ports/ports.js';
import type { Feed } from '../../feed.js';
import type { Channel } from './channel.js';
import type { Watcher } from './watcher.js';

export interface BroadcastNeeds {
  readonly ports: Pick<Ports, 'reader' | 'clock'>;
  readonly feed: Feed;
  readonly log: Log;
  /** Limits how many replays read the log at once. */
  readonly narrow: <T>(accountId: string, work: () => Promise<T>) => Promise<T>;
}

const pageSize = 100;
/** Messages sent before other work of the process gets its turn. */
const atOnce = 200;
/** How long fast readers wait for slow ones. */
const waitMs = 200;
const lookEveryMs = 5;

/** Sends the events of one account, in order, to all watchers in this process. */
export class Broadcast {
  readonly channels = new Map<string, Channel>();
  #position: bigint;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #stop: Stop;

  constructor(
    readonly accountId: string,
    position: string,
    private readonly needs: BroadcastNeeds,
  ) {
    this.#position = BigInt(position);
    this.#stop = needs.feed.follow({ accountId, after: position }, (event) =>
      this.#inTurn(() => this.#pass(eventOf(accountId, event))),
    );
  }

  /** Brings a watcher up to the position of the broadcast, and joins it there without a gap. */
  async bring(channel: Channel, watcher: Watcher): Promise<void> {
    try {
      if (channel.watched.log === undefined) await this.#showPresent(channel, watcher);
      else await this.#replay(channel, watcher);
    } catch (error) {
      this.#fail([watcher], error);
    }
  }

  /** The start position of a watcher that asks for no past events. */
  get position(): bigint {
    return this.#position;
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => 'the next one begins all the same');
    return done;
  }

  async #pass(event: OwnedEvent): Promise<void> {
    this.#position = BigInt(event.position);
    await Promise.all([...this.channels.values()].map((channel) => this.#publish(channel, event)));
    await turnOfLoop();
    await this.#keepTogether();
  }

  async #publish(channel: Channel, event: OwnedEvent): Promise<void> {
    if (channel.members.size === 0) return;
    const position = BigInt(event.position);
    try {
      const messages = await channel.messagesOf(event);
      let count = 0;
      for (const watcher of channel.members) {
        if (watcher.position >= position) continue;
        for (const message of messages) watcher.send(message);
        watcher.position = position;
        count += 1;
        if (count % atOnce === 0) await turnOfLoop();
      }
    } catch (error) {
      this.#fail(channel.members, error);
    }
  }

  /** Waits briefly for slow readers. A reader that stays behind leaves the broadcast and catches up from the log. */
  async #keepTogether(): Promise<void> {
    const began = performance.now();
    const late = (): (readonly [Channel, Watcher])[] =>
      [...this.channels.values()].flatMap((channel) =>
        [...channel.members].filter(({ isBehind }) => isBehind).map((watcher) => [channel, watcher] as const),
      );
    let lagging = late();
    while (lagging.length > 0 && performance.now() - began < waitMs) {
      await this.needs.ports.clock.sleep(lookEveryMs);
      lagging = late();
    }
    for (const [channel, watcher] of lagging) {
      channel.members.delete(watcher);
      void this.bring(channel, watcher);
    }
  }

  async #showPresent(channel: Channel, watcher: Watcher): Promise<void> {
    await watcher.room();
    await this.#inTurn(async () => {
      for (const message of await channel.presentMessages()) watcher.send(message);
      watcher.position = this.#position;
      this.#join(channel, watcher);
    });
  }

  async #replay(channel: Channel, watcher: Watcher): Promise<void> {
    await watcher.room();
    while (!watcher.hasEnded && watcher.position < this.#position) {
      const upTo = this.#position;
      const events = await this.#page(channel, watcher.position);
      for (const event of events.slice(0, pageSize)) {
        for (const message of await channel.messagesOf(event)) watcher.send(message);
        watcher.position = BigInt(event.position);
        await watcher.room();
        if (watcher.hasEnded) return;
      }
      // An event that is filtered out sends nothing, so the position is advanced here.
      if (events.length <= pageSize && watcher.position < upTo) watcher.position = upTo;
      await turnOfLoop();
    }
    this.#join(channel, watcher);
  }

  async #page({ watched: { log } }: Channel, after: bigint): Promise<OwnedEvent[]> {
    const { accountId, needs } = this;
    const { type, resourceId } = log ?? {};
    const ask = { accountId, after: String(after), limit: pageSize, type, resourceId };
    const events = await needs.narrow(accountId, () => needs.ports.reader.log(ask));
    return events.map((event) => eventOf(accountId, event));
  }

  /** Must run in the same turn of the event loop as the comparison with the broadcast's position. */
  #join(channel: Channel, watcher: Watcher): void {
    if (channel.all.has(watcher) && !watcher.hasEnded) channel.members.add(watcher);
  }

  #fail(watchers: Iterable<Watcher>, error: unknown): void {
    const { log } = this.needs;
    log.error(
      { account_id: this.accountId, err: error },
      'sending events to subscribers failed; closing their sockets',
    );
    for (const watcher of watchers) watcher.close('failed');
  }
}

function eventOf(accountId: string, { id, position, body }: LoggedEvent): OwnedEvent {
  const read = JSON.parse(body) as { type: string; occurred_at: string; data: { id: string } };
  const { type, occurred_at: occurredAt, data } = read;
  return { id, accountId, position, type, resourceId: data.id, occurredAt: new Date(occurredAt), body };
}
