import { sql } from 'kysely';
import { exact } from '../../domain/money.js';
import type {
  EarlyNotice,
  EarlyNoticeOf,
  OperationNotice,
  PaymentResultNotice,
} from '../../ports/provider.js';
import type { Connection } from './connection.js';

/**
 * Stores notices about operations and payments that do not exist here yet. A notice that is stored already stays
 * unchanged.
 */
export async function keepNotices(
  connection: Connection,
  provider: string,
  notices: readonly EarlyNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({
    id: notice.id,
    type: notice.type,
    reference: referenceOf(notice),
    told: notice,
  }));
  await connection.rows(sql`insert into early_notice (provider, id, type, reference, told, received_at)
    select ${provider}, id, type, reference, told, machine_now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id text, type text, reference text, told jsonb)
    on conflict do nothing`);
}

/** Deletes and returns the stored notices of these references, oldest first. */
export async function takeEarlyNotices<T extends EarlyNotice['type']>(
  connection: Connection,
  type: T,
  references: readonly string[],
): Promise<EarlyNoticeOf<T>[]> {
  if (references.length === 0) return [];
  const rows = await connection.rows(sql<{ told: string }>`with taken as (
      delete from early_notice where reference = any(${references}) and type = ${type} returning seq, told
    ) select told::text from taken order by seq`);
  return rows.map(({ told: text }) => noticeOf(text) as EarlyNoticeOf<T>);
}

/** The newest stored notices. */
export const earlyNoticesQuery = (limit: number) =>
  sql`select provider, id, type, reference, told ->> 'outcome' as outcome, received_at as "receivedAt"
    from early_notice order by seq desc limit ${limit}`;

type StoredOperationNotice = Omit<OperationNotice, 'amount'> & { readonly amount?: string };

const referenceOf = (notice: EarlyNotice): string =>
  notice.type === 'operation' ? notice.reference : notice.paymentReference;

/** Parses a stored notice. Amounts are stored as text. */
function noticeOf(text: string): EarlyNotice {
  const stored = JSON.parse(text) as PaymentResultNotice | StoredOperationNotice;
  if (stored.type === 'payment_result') return stored;
  const { amount, ...notice } = stored;
  return { ...notice, ...(amount !== undefined && { amount: exact(amount) }) };
}

/** The position up to which a connector's notice log was read. */
export async function noticeCursor(connection: Connection, provider: string): Promise<string | undefined> {
  const [stored] = await connection.rows(
    sql<{ cursor: string }>`select cursor from notice_place where provider = ${provider}`,
  );
  return stored?.cursor;
}

export async function setNoticeCursor(
  connection: Connection,
  provider: string,
  cursor: string,
): Promise<void> {
  await connection.rows(sql`insert into notice_place (provider, cursor) values (${provider}, ${cursor})
    on conflict (provider) do update set cursor = excluded.cursor`);
}
