import type { Vault } from '../../src/ports/vault.js';
import type * as cursors from '../../src/api/cursor.js';
import { built } from '../built.ts';
import type { Sent } from '../load.ts';
import { payoutOf } from '../round.ts';
import type { Subject } from '../subject.ts';
import type { Payer } from '../payers.ts';
import type { GrowthPath } from './path.ts';

const { cursorFor, eventCursor } = await built<typeof cursors>('api/cursor.js');

export type Requests = Readonly<Record<GrowthPath, readonly Sent[]>>;

/** The accounts with most of the payouts; others have too few for full pages in the small history. */
const accountsMax = 11;
const samples = 2_000;
/** Rows that remain on the far side of a cursor, so that every page is full. */
const margin = 100;

/** Requests of the large accounts, in proportion to their payouts. */
export async function requestsOf(
  subject: Pick<Subject, 'rows'>,
  payers: readonly Payer[],
  { vault, creations }: { vault: Vault; creations: number },
): Promise<Requests> {
  const large = new Map(payers.slice(0, accountsMax).map((payer) => [payer.accountId, payer]));
  const drawn = await subject.rows<DrawnAccount>(
    `select d.*, e.id as event_id
      from (select p.id, p.account_id, p.client_reference as reference, p.metadata ->> 'order' as "order",
          (f.position + random() * (c.last - f.position - ${2 * margin}))::bigint as position,
          (f.seq + random() * (b.seq - f.seq - ${2 * margin}))::bigint + ${margin} as seq
        from (select id, account_id, client_reference, metadata,
            row_number() over (partition by account_id order by id) as nth from payout
          where account_id = any ($1)) p
        join event_counter c on c.account_id = p.account_id
        join balance b on b.account_id = p.account_id and b.currency = 'MXN'
        join (select a.id as account_id,
            (select min(position) from event where account_id = a.id) as position,
            (select min(seq) from entry where account_id = a.id and currency = 'MXN') as seq
          from account a) f on f.account_id = p.account_id
        where p.nth > ${margin} order by random() limit ${samples}) d
      join event e on e.account_id = d.account_id and e.position = d.position`,
    [[...large.keys()]],
  );
  const each = (pathOf: (one: DrawnAccount) => string): Sent[] =>
    drawn.map((one) => ({ method: 'GET', path: pathOf(one), apiKey: payerOf(large, one).apiKey }));
  const cursor = (list: string, { account_id: accountId }: DrawnAccount, position: string): string =>
    cursorFor(vault, { list, accountId }, position);
  return {
    balances: each(() => '/v1/balances'),
    payout: each(({ id }) => `/v1/payouts/${id}`),
    page: each(() => '/v1/payouts'),
    reference: each((one) => `/v1/payouts?reference=${one.reference}`),
    metadata: each((one) => `/v1/payouts?metadata[order]=${one.order}`),
    deep: each((one) => `/v1/payouts?starting_after=${cursor('payout', one, one.id)}`),
    events: each(
      (one) => `/v1/events?after=${eventCursor(vault, one.account_id, { ...one, id: one.event_id })}`,
    ),
    entries: each((one) => `/v1/balances/MXN/entries?after=${cursor('entries MXN', one, one.seq)}`),
    create: drawn.slice(0, creations).map((one) => payoutOf(payerOf(large, one), 'fresh')),
  };
}

interface DrawnAccount {
  readonly id: string;
  readonly account_id: string;
  readonly reference: string;
  readonly order: string;
  readonly position: string;
  readonly event_id: string;
  readonly seq: string;
}

function payerOf(payers: ReadonlyMap<string, Payer>, { account_id: id }: DrawnAccount): Payer {
  const payer = payers.get(id);
  if (!payer) throw new Error(`no key of ${id} is known`);
  return payer;
}
