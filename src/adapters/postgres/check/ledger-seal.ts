import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { canonical, endOfDay, sealBody, type LedgerSeal } from '../../../domain/ledger-seal.js';
import { MerkleRoot } from '../../../domain/merkle.js';
import type { Check, Violation } from '../../../ports/checker.js';
import { compiled, prepared } from '../connection.js';
import { sealReads, type Read } from '../ledger-seal.js';
import { columnList, decodeRow } from '../row.js';
import { rowsMax, type SqlCheck } from './query.js';

const number = 23;
const page = 1_000;

/** Counts the journals themselves. Seals find their leaves by entry numbers, so this is an independent count. */
export const sealChecks: readonly SqlCheck[] = [
  {
    number,
    name: 'each sealed day has the journals that its seal counts, and no day between seals has any',
    sql: `select coalesce(j.account_id, s.account_id) as account_id, coalesce(j.day, s.day) as day, s.journals as sealed, j.n as journals
      from (select j.account_id, to_char(j.occurred_at, 'YYYY-MM-DD') as day, count(*) as n from journal j
          join (select account_id, max(day)::date + 1 as until from ledger_seal group by account_id) l
            on l.account_id = j.account_id and j.occurred_at < l.until
          group by 1, 2) j
        full join ledger_seal s on s.account_id = j.account_id and s.day = j.day
      where s.journals is distinct from j.n`,
  },
];

export const sealCheck: Check = {
  number,
  name: 'each seal is signed, continues its chain and matches the entries of its day',
};

/**
 * Computes every seal again from the entries, and verifies its signature with the published keys. Where the entries have
 * left, `psp archive verify` computes it from the files, and the checks of the archive hold its balances.
 */
export async function brokenSeals(client: pg.Client): Promise<Violation | undefined> {
  // Thousands of days ask the same three questions; planning each took most of their time.
  const rowsOf: Read = async <T>(query: Parameters<Read>[0]) =>
    (await client.query(prepared(compiled(query)))).rows as T[];
  const rows: Record<string, string>[] = [];
  let count = 0;
  let last: LedgerSeal | undefined;
  let border = '';
  const keys = new Map(
    (await sealReads(rowsOf).sealKeys()).map(({ id, publicKey }) => [id, keyObject(publicKey)]),
  );
  await client.query('set local enable_nestloop = on');
  for await (const seal of sealsOf(client)) {
    const before = last?.accountId === seal.accountId ? last : undefined;
    if (before === undefined) border = await borderOf(client, seal.accountId);
    const faults = [
      ...(continues(seal, before) ? [] : ['chain']),
      ...(isSigned(seal, keys) ? [] : ['signature']),
      ...(seal.day > border ? await otherEntries(rowsOf, seal) : []),
    ];
    if (faults.length > 0) count += 1;
    if (faults.length > 0 && rows.length < rowsMax)
      rows.push({ account_id: seal.accountId, day: seal.day, differs: faults.join(' ') });
    last = seal;
  }
  await client.query('set local enable_nestloop = off');
  return count === 0 ? undefined : { ...sealCheck, count, rows };
}

/** The last day of the account whose entries have left; '' if there is none. */
async function borderOf(client: pg.Client, accountId: string): Promise<string> {
  const { rows } = await client.query<{ day: string }>(
    'select day from archive_border where account_id = $1',
    [accountId],
  );
  return rows[0]?.day ?? '';
}

const keyObject = (base64: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') },
    format: 'jwk',
  });

async function* sealsOf(client: pg.Client): AsyncGenerator<LedgerSeal> {
  for (let after: readonly unknown[] | undefined = ['', 0]; after !== undefined;) {
    const { rows }: pg.QueryResult<Record<string, unknown>> = await client.query(
      `select ${columnList('ledgerSeal')} from ledger_seal
        where (account_id, number) > ($1, $2) order by account_id, number limit ${page}`,
      [...after],
    );
    for (const row of rows) yield decodeRow('ledgerSeal', row);
    const end: Record<string, unknown> | undefined = rows.at(-1);
    after = end && rows.length === page ? [end['account_id'], end['number']] : undefined;
  }
}

const continues = (seal: LedgerSeal, before: LedgerSeal | undefined): boolean =>
  seal.number === (before?.number ?? 0) + 1 &&
  seal.previous === (before?.hash ?? '0'.repeat(64)) &&
  seal.hash === hash('sha256', sealBody(seal), 'hex');

function isSigned(seal: LedgerSeal, keys: ReadonlyMap<string, KeyObject>): boolean {
  const key = keys.get(seal.keyId);
  const signature = Buffer.from(seal.signature, 'base64');
  return key !== undefined && verify(null, Buffer.from(sealBody(seal)), key, signature);
}

/** The parts of a seal that differ from the entries of its day. */
async function otherEntries(rowsOf: Read, seal: LedgerSeal): Promise<string[]> {
  const reads = sealReads(rowsOf);
  const { accountId } = seal;
  const from = new Date(`${seal.day}T00:00:00Z`);
  const to = endOfDay(from);
  const tree = new MerkleRoot((bytes) => hash('sha256', bytes, 'buffer'));
  for await (const hashes of reads.leafHashes({ accountId, from, to }))
    for (const each of hashes) tree.append(each);
  const root = Buffer.from(tree.root()).toString('hex');
  const balances = await reads.closingBalances(accountId, to);
  return [
    ...(root === seal.root && tree.count === seal.journals ? [] : ['root']),
    ...(canonical(balances) === canonical(seal.balances) ? [] : ['balances']),
  ];
}
