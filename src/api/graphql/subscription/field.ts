import { Args, ArgsType, Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import type { Payout } from '../../../domain/payout.js';
import type { PayoutBatch } from '../../../domain/payout-batch.js';
import type { Balance, OwnedEvent } from '../../../ports/ledger-read.js';
import { absent } from '../../../usecases/own.js';
import { canonical } from '../../../usecases/canonical.js';
import { firstPosition, logPositionOf } from '../../cursor.js';
import { idArg } from '../argument.js';
import { balanceShape, balanceView, type BalanceView } from '../../balance.js';
import { sightOf } from '../caller.js';
import { rowOf, type Context } from '../context.js';
import { eventShape, eventTypesIn, nounWithEvents } from '../event.js';
import { id, optional, text, texts } from '../field.js';
import { returns } from '../type.js';
import { Watch } from './watch.js';

@ArgsType()
class WatchedEvents {
  @id('Account whose log is read.')
  readonly accountId!: string;

  @texts('Only of these exact types. Default: all.', optional)
  readonly types?: string[] | null;

  @id('Only of this resource.', optional)
  readonly resourceId?: string | null;

  @text(
    'Continue after this: the id of the last event received, or a next_cursor of REST. An empty text: from the first event that is not archived. Default: start now. If events after it are archived, the error is `archived`.',
    optional,
  )
  readonly after?: string | null;
}

interface Subscribed<A> {
  readonly args: A;
  readonly context: Context;
}

async function startOf({ accountId, after }: WatchedEvents, { ports }: Context) {
  if (after === undefined || after === null) return undefined;
  return after === '' ? firstPosition(ports, accountId) : logPositionOf(ports, accountId, after);
}

async function watchEvents({ args, context }: Subscribed<WatchedEvents>): Promise<Watch> {
  const { accountId } = args;
  const types = eventTypesIn(args.types, 'types');
  const resourceId = args.resourceId ?? undefined;
  if (resourceId !== undefined) nounWithEvents(resourceId, 'resourceId');
  await seen(context, accountId);
  const from = await startOf(args, context);
  return new Watch({
    accountId,
    log: { after: from?.position, type: types.length === 1 ? types[0] : undefined, resourceId },
    messages: (event) => {
      const isWanted =
        (types.length === 0 || types.includes(event.type)) &&
        (resourceId === undefined || event.resourceId === resourceId);
      return isWanted ? [event] : [];
    },
    present: () => [],
  });
}

async function watchBalances({
  args: { accountId },
  context,
}: Subscribed<{ accountId: string }>): Promise<Watch> {
  await seen(context, accountId);
  /**
   * The balance of each currency that all watchers have seen last. A currency that some have not seen yet is left out.
   */
  let known: Map<string, string> | undefined;
  const read = ({ load }: Context): Promise<Balance[]> => load.balances(accountId);
  const canonicalByCurrency = (balances: readonly Balance[]) =>
    new Map(balances.map((each) => [each.currency, canonical(each)]));
  return new Watch({
    accountId,
    messages: async (_event, now) => {
      const balances = await read(now);
      const before = known;
      known = canonicalByCurrency(balances);
      return balances
        .filter(({ currency }) => before?.get(currency) !== known?.get(currency))
        .map((each) => balanceView(each, now.ports.catalogue.primaryTreasuryAsset));
    },
    present: async (now) => {
      const balances = await read(now);
      known ??= canonicalByCurrency(balances);
      // A new watcher may see a balance that the others have not. Such a currency is sent to all at the next event.
      for (const [currency, text] of canonicalByCurrency(balances))
        if (known.get(currency) !== text) known.delete(currency);
      return balances.map((each) => balanceView(each, now.ports.catalogue.primaryTreasuryAsset));
    },
  });
}

async function watchPayout({ args, context }: Subscribed<{ id: string }>): Promise<Watch> {
  const { id: payoutId, accountId } = await rowOf(context, 'payout', args.id);
  const read = async ({ load }: Context): Promise<Payout[]> => {
    const payout = await load.row('payout', payoutId);
    return payout === null ? [] : [payout];
  };
  return new Watch({
    accountId,
    messages: ({ resourceId }, now) => (resourceId === payoutId ? read(now) : []),
    present: read,
  });
}

/**
 * A batch changes with each of its payouts. The counts cover every event that is in the log when they are read, so
 * later calls skip those events.
 */
async function watchBatch({ args, context }: Subscribed<{ id: string }>): Promise<Watch> {
  const { id: batchId, accountId } = await rowOf(context, 'payoutBatch', args.id);
  let sentUpTo = 0n;
  const read = async ({ load }: Context): Promise<PayoutBatch[]> => {
    const batch = await load.row('payoutBatch', batchId);
    return batch === null ? [] : [batch];
  };
  const concerns = ({ resourceId, type, body }: OwnedEvent): boolean =>
    resourceId === batchId || (type.startsWith('payout.') && batchOf(body) === batchId);
  return new Watch({
    accountId,
    messages: async (event, now) => {
      if (BigInt(event.position) <= sentUpTo || !concerns(event)) return [];
      const ends = await now.ports.reader.logEnds([accountId]);
      sentUpTo = BigInt(ends.get(accountId) ?? event.position);
      return read(now);
    },
    present: read,
  });
}

const batchOf = (body: string): string | undefined =>
  (JSON.parse(body) as { data: { batch_id?: string } }).data.batch_id;

/** Checks that the caller can see the account; otherwise `not_found`. */
async function seen({ caller, load }: Context, accountId: string): Promise<void> {
  sightOf(caller, accountId);
  if ((await load.row('account', accountId)) === null) absent('account', 'accountId');
}

@Resolver()
export class Subscriptions {
  @Subscription(returns(eventShape), {
    description:
      'The events of an account in the order of its log, each once: first those after the cursor, then live events. A slow socket is closed with 4290; 4503 and 1001 mean that the service cannot continue. Reconnect after the last id that you received.',
    subscribe: (source) => watchEvents(source as Subscribed<WatchedEvents>),
  })
  events(@Root() event: OwnedEvent, @Args(() => WatchedEvents) _args: WatchedEvents): OwnedEvent {
    return event;
  }

  @Subscription(returns(balanceShape), {
    description: 'Balances of an account: each now, then after every change.',
    subscribe: (source) => watchBalances(source as Subscribed<{ accountId: string }>),
  })
  balanceChanged(
    @Root() balance: BalanceView,
    @Arg('accountId', () => ID, { description: 'The account.' }) _accountId: string,
  ): BalanceView {
    return balance;
  }

  @Subscription(returns('payoutBatch'), {
    description:
      'A payout batch with its counts: now, then after each event of the batch or of its payouts. Changes of one transaction arrive together.',
    subscribe: (source) => watchBatch(source as Subscribed<{ id: string }>),
  })
  payoutBatchChanged(@Root() batch: PayoutBatch, @idArg() _id: string): PayoutBatch {
    return batch;
  }

  @Subscription(returns('payout'), {
    description: 'A payout: now, then after each of its events.',
    subscribe: (source) => watchPayout(source as Subscribed<{ id: string }>),
  })
  payoutChanged(@Root() payout: Payout, @idArg() _id: string): Payout {
    return payout;
  }
}
