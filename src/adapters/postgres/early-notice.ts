import { sql } from 'kysely';
import { exact } from '../../domain/money.js';
import type {
  EarlyNotice,
  EarlyNoticeOf,
  OperationNotice,
  PaymentResultNotice,
} from '../../ports/provider.js';
import type { Connection } from './connection.js';

/** Keeps notices about what is not here yet; one that is kept already stays as it is. */
export async function keepNotices(
  connection: Connection,
  provider: string,
  notices: readonly EarlyNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((told) => ({ id: told.id, type: told.type, reference: referenceOf(told), told }));
  await connection.rows(sql`insert into early_notice (provider, id, type, reference, told, received_at)
    select ${provider}, id, type, reference, told, machine_now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id text, type text, reference text, told jsonb)
    on conflict do nothing`);
}

/** Notices kept about these references, in the order in which they came; they are gone with the commit. */
export async function takeKept<T extends EarlyNotice['type']>(
  connection: Connection,
  type: T,
  references: readonly string[],
): Promise<EarlyNoticeOf<T>[]> {
  if (references.length === 0) return [];
  const rows = await connection.rows(sql<{ told: string }>`with taken as (
      delete from early_notice where reference = any(${references}) and type = ${type} returning seq, told
    ) select told::text from taken order by seq`);
  return rows.map(({ told }) => noticeOf(told) as EarlyNoticeOf<T>);
}

/** The newest of what is kept. */
export const keptQuery = (limit: number) =>
  sql`select provider, id, type, reference, told ->> 'outcome' as outcome, received_at as "receivedAt"
    from early_notice order by seq desc limit ${limit}`;

type Written = Omit<OperationNotice, 'amount'> & { readonly amount?: string };

const referenceOf = (told: EarlyNotice): string =>
  told.type === 'operation' ? told.reference : told.paymentReference;

/** Amounts travel as text. */
function noticeOf(text: string): EarlyNotice {
  const told = JSON.parse(text) as PaymentResultNotice | Written;
  if (told.type === 'payment_result') return told;
  const { amount, ...notice } = told;
  return { ...notice, ...(amount !== undefined && { amount: exact(amount) }) };
}

/** How far the log of a connector's notices was read. */
export async function noticePlace(connection: Connection, provider: string): Promise<string | undefined> {
  const [place] = await connection.rows(
    sql<{ cursor: string }>`select cursor from notice_place where provider = ${provider}`,
  );
  return place?.cursor;
}

export async function setNoticePlace(
  connection: Connection,
  provider: string,
  cursor: string,
): Promise<void> {
  await connection.rows(sql`insert into notice_place (provider, cursor) values (${provider}, ${cursor})
    on conflict (provider) do update set cursor = excluded.cursor`);
}
