import { closedUntil, dayOf, endOfDay, nextRound, sealDay } from '../domain/ledger-seal.js';
import { MerkleRoot } from '../domain/merkle.js';
import type { Ports } from '../ports/ports.js';

type Needs = Pick<Ports, 'store' | 'reader' | 'vault'>;

const accountsAtOnce = 1_000;
/** Earlier than any journal. */
const beforeAllJournals = new Date(0);

/** Stores the public half of the seal key; throws if its id is already used by another key. */
export async function keepSealKey({ store, vault }: Pick<Needs, 'store' | 'vault'>): Promise<void> {
  const { sealKey } = vault;
  if (sealKey === undefined) return;
  const publicKey = await store.transaction((tx) => tx.seals.keepKey(sealKey.id, sealKey.publicKey));
  if (publicKey === sealKey.publicKey) return;
  throw new Error(
    `PSP_SEAL_KEY: the database has another key with the id ${sealKey.id}. Set the right key, or give the new one another id.`,
  );
}

/** Number of seals made in a round, and the accounts whose sealing failed. */
export interface SealRound {
  readonly seals: number;
  readonly failed: ReadonlyMap<string, unknown>;
  /** When the next day closes; in the past if it closed during the round. */
  readonly next: Date;
}

/** Seals every closed day of every account; undefined if no day may be sealed now. */
export async function sealClosedDays(ports: Needs, lost: AbortSignal): Promise<SealRound | undefined> {
  if (ports.vault.sealKey === undefined || (await ports.reader.restoredAt()) !== null) return undefined;
  await keepSealKey(ports);
  const now = await ports.reader.now();
  const until = closedUntil(now);
  const failed = new Map<string, unknown>();
  let seals = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const accounts: readonly string[] = await ports.reader.accountsToSeal(until, after, accountsAtOnce);
    for (const accountId of accounts) {
      lost.throwIfAborted();
      try {
        seals += await sealAccount(ports, accountId, until);
      } catch (error) {
        failed.set(accountId, error);
      }
    }
    after = accounts.at(-1);
  }
  return { seals, failed, next: nextRound(now) };
}

/** Plans the next sealing round: a day ahead at most, even if `at` was read from a clock that was set ahead. */
export function planRound({ store }: Pick<Needs, 'store'>, at: Date): Promise<void> {
  return store.transaction(async (tx) => {
    const latest = nextRound((await tx.moment()).now);
    await tx.seals.setRound(at < latest ? at : latest);
  });
}

/**
 * Closes the days of an account, then seals each day with journals in its own transaction. Journals of a closed day
 * never change, so they are read without a lock. After a crash, sealing continues with the first unsealed day.
 */
export async function sealAccount(ports: Needs, accountId: string, until: Date): Promise<number> {
  const { store, reader } = ports;
  await store.transaction((tx) => tx.seals.close(accountId, until));
  for (let seals = 0; ; seals += 1) {
    const from = (await reader.sealedTo(accountId)) ?? beforeAllJournals;
    const start = await reader.firstDay({ accountId, from, to: until });
    if (start === undefined) {
      await store.transaction((tx) => tx.seals.setSealedTo(accountId, until));
      return seals;
    }
    await sealOne(ports, accountId, start);
  }
}

async function sealOne({ store, reader, vault }: Needs, accountId: string, start: Date): Promise<void> {
  const to = endOfDay(start);
  const tree = new MerkleRoot((bytes) => vault.digest(bytes));
  for await (const hashes of reader.leafHashes({ accountId, from: start, to }))
    for (const hash of hashes) tree.append(hash);
  const day = {
    accountId,
    day: dayOf(start),
    journals: tree.count,
    root: Buffer.from(tree.root()).toString('hex'),
    balances: await reader.closingBalances(accountId, to),
  };
  await store.transaction(async (tx) => {
    tx.lockNames([`ledger seal ${accountId}`]);
    const last = await tx.seals.last(accountId);
    // Another process sealed this day first.
    if (last !== undefined && last.day >= day.day) return;
    const signing = {
      keyId: vault.sealKey?.id ?? '',
      sign: (text: string) => vault.signSeal(text),
      digest: (text: string) => vault.fingerprint(text),
    };
    await tx.record([sealDay(await tx.moment(), { ...day, last }, signing)]);
    await tx.seals.setSealedTo(accountId, to);
  });
}
