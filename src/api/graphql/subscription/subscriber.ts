import { createSourceEventStream, GraphQLError } from 'graphql';
import type { WebSocket } from 'ws';
import { refuse } from '../../../domain/refusal.js';
import type { Log } from '../../../ports/log.js';
import type { Ports } from '../../../ports/ports.js';
import { openFeed, type Feed } from '../../feed.js';
import { inTurns } from '../../../usecases/gather.js';
import { likenessOf } from '../caller.js';
import type { Context } from '../context.js';
import { Channel } from './channel.js';
import type { Operation } from './document.js';
import { Broadcast, type BroadcastNeeds } from './broadcast.js';
import { Watch, type Watched } from './watch.js';
import { Watcher } from './watcher.js';

/** A subscription request: operation, socket, and id on that socket. */
export interface Subscribing {
  readonly operation: Operation;
  /** A new context for each event. */
  readonly context: () => Context;
  readonly socket: WebSocket;
  readonly id: string;
}

/** Concurrent log reads for watchers that are behind: in total, and per account. */
const replays = { atOnce: 4, ofOneKey: 2, waitMsMax: 30_000 };

interface Known {
  readonly opened: Promise<Broadcast>;
  users: number;
}

/** One broadcast per watched account, while it is watched. If no account is watched, no events are received. */
export class Subscribers {
  readonly #broadcasts = new Map<string, Known>();
  readonly #needs: Omit<BroadcastNeeds, 'feed'>;
  readonly #ports: Ports;
  #feed: Feed | undefined;
  #hasStopped = false;
  readonly #ending = new Set<Promise<void>>();

  constructor(ports: Ports, log: Log) {
    this.#ports = ports;
    this.#needs = { ports, log, narrow: inTurns(replays) };
  }

  /**
   * Starts sending. The returned generator yields nothing, and ends with the subscription. If the request is invalid,
   * returns its errors.
   */
  async subscribe(request: Subscribing): Promise<AsyncGenerator<never> | readonly GraphQLError[]> {
    const { operation, context } = request;
    const { schema, document, operationName, variables } = operation;
    const ask = { schema, document, operationName, variableValues: variables, contextValue: context() };
    const found = await createSourceEventStream(ask);
    if (!(found instanceof Watch)) {
      const { errors = [new GraphQLError('There is nothing to watch.')] } = found as {
        errors?: readonly GraphQLError[];
      };
      return errors;
    }
    const { watched } = found;
    const broadcast = await this.#take(watched.accountId);
    const channel = this.#channel(broadcast, watched, request);
    const watcher = new Watcher(request.socket, request.id);
    watcher.position = watched.log?.after === undefined ? broadcast.position : BigInt(watched.log.after);
    channel.all.add(watcher);
    void broadcast.bring(channel, watcher);
    return silence(() => {
      watcher.end();
      channel.members.delete(watcher);
      channel.all.delete(watcher);
      if (channel.all.size === 0) {
        for (const [name, each] of broadcast.channels) if (each === channel) broadcast.channels.delete(name);
      }
      return this.#leave(watched.accountId);
    });
  }

  /** Ends all broadcasts, including those that are just starting or ending. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    const opened = await Promise.allSettled([...this.#broadcasts.values()].map((each) => each.opened));
    const broadcasts = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    await Promise.all(broadcasts.map((broadcast) => broadcast.stop()));
    await Promise.all(this.#ending);
    await this.#feed?.stop();
  }

  #channel(broadcast: Broadcast, watched: Watched, { operation, context }: Subscribing): Channel {
    const name = `${likenessOf(context().caller)}\n${operation.likeness}`;
    const known = broadcast.channels.get(name) ?? new Channel(watched, operation, context);
    broadcast.channels.set(name, known);
    return known;
  }

  async #take(accountId: string): Promise<Broadcast> {
    const known = this.#broadcasts.get(accountId) ?? { opened: this.#open(accountId), users: 0 };
    this.#broadcasts.set(accountId, known);
    known.users += 1;
    try {
      return await known.opened;
    } catch (error) {
      await this.#leave(accountId);
      throw error;
    }
  }

  async #open(accountId: string): Promise<Broadcast> {
    const ends = await this.#ports.reader.logEnds([accountId]);
    if (this.#hasStopped) refuse('temporarily_unavailable', 'The service is stopping.');
    const feed = (this.#feed ??= openFeed(this.#ports, this.#needs.log));
    return new Broadcast(accountId, ends.get(accountId) ?? '0', { ...this.#needs, feed });
  }

  async #leave(accountId: string): Promise<void> {
    const known = this.#broadcasts.get(accountId);
    if (known === undefined) return;
    known.users -= 1;
    if (known.users > 0) return;
    this.#broadcasts.delete(accountId);
    const ending = this.#end(known).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
    await ending;
  }

  async #end(known: Known): Promise<void> {
    const [broadcast] = await Promise.allSettled([known.opened]);
    if (broadcast.status === 'fulfilled') await broadcast.value.stop();
    if (this.#broadcasts.size > 0) return;
    const feed = this.#feed;
    this.#feed = undefined;
    await feed?.stop();
  }
}

/**
 * A generator that yields nothing: messages go directly to the socket, as bytes shared by all watchers. `leave` is
 * called once.
 */
function silence(leave: () => Promise<void>): AsyncGenerator<never> {
  const { promise: ended, resolve } = Promise.withResolvers<IteratorResult<never>>();
  let leaving: Promise<void> | undefined;
  const end = async (): Promise<IteratorResult<never>> => {
    leaving ??= leave();
    resolve({ done: true, value: undefined });
    await leaving;
    return { done: true, value: undefined };
  };
  return {
    next: () => ended,
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
}
