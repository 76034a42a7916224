import { canonical, dayOf, sealBody, type LedgerSeal } from './ledger-seal.js';
import { EntryTotals, type ArchivedEntry, type EntryTotal } from './archive-total.js';
import { MerkleRoot, leafHash, type Hash } from './merkle.js';

/** The first file of an account names this digest. */
export const noFile = '0'.repeat(64);

/** Name of a file in the archive. */
export const archiveFileName = ({ accountId, day }: { accountId: string; day: string }): string =>
  `${accountId}/${day}.ndjson.gz`;

/** Contents of a file by number. */
export interface ArchiveCounts {
  readonly journals: number;
  readonly entries: number;
  readonly events: number;
  readonly intents: number;
}

/** Files of version 1, of earlier releases, have no intents. */
export type ArchiveVersion = 1 | 2;
export const archiveVersion = 2;

/** The file of one account and UTC day, as the database knows it. */
export interface ArchiveFile extends ArchiveCounts {
  readonly accountId: string;
  readonly day: string;
  readonly version: ArchiveVersion;
  /** SHA-256 of its text, in hex. */
  readonly sha256: string;
  /** `sha256` of the account's file before it. */
  readonly previous: string;
  /** Position of the account's last event up to the end of the day. */
  readonly lastPosition: string;
  /** Of the file as it is stored. */
  readonly bytes: number;
  readonly archivedAt: Date;
}

/** A journal as it is archived, as JSON texts. */
export interface ArchivedJournal {
  /** As it is sealed (docs/seals.md). */
  readonly leaf: string;
  /** The platform's own entries, whose hash the leaf has. */
  readonly platform: string;
  /** Number of entries in both. */
  readonly entries: number;
}

export interface ArchivedEvent {
  readonly position: string;
  readonly id: string;
  readonly type: string;
  readonly resource_id: string;
  readonly occurred_at: string;
  readonly body: string;
  /** Attempts of the operation that the event ends; undefined if there are none. */
  readonly intents?: readonly ArchivedIntent[] | undefined;
}

export interface ArchivedIntent {
  readonly id: string;
  readonly kind: string;
  readonly operation_id: string;
  readonly number: number;
  readonly reference: string;
  readonly state: string;
  readonly send_by: string;
  readonly detail: string | null;
  readonly created_at: string;
  readonly decided_at: string;
  readonly version: number;
}

interface FileStart {
  readonly accountId: string;
  readonly day: string;
  readonly previous: string;
}

export const firstLine = (version: ArchiveVersion, { accountId, day, previous }: FileStart): string =>
  canonical({ archive: version, account_id: accountId, day, previous });

export const journalLine = ({ leaf, platform }: ArchivedJournal): string =>
  `{"journal":${leaf},"platform":[${platform}]}`;

export function eventLine(event: ArchivedEvent): string {
  const { position, id, type, resource_id, occurred_at, body, intents } = event;
  const ended = intents && { intents };
  return canonical({ event: { position, id, type, resource_id, occurred_at, body, ...ended } });
}

/** Names the seal of the day; a day without journals has none. */
export const lastLine = (
  version: ArchiveVersion,
  { intents, ...counts }: ArchiveCounts,
  seal: SealText | undefined,
): string => canonical({ end: { ...counts, ...(version === 1 ? {} : { intents }), seal: seal ?? null } });

/** A seal as a file has it; the signature covers it without `hash` and `signature`. */
export interface SealText {
  readonly account_id: string;
  readonly day: string;
  readonly journals: number;
  readonly key_id: string;
  readonly number: number;
  readonly previous: string;
  readonly root: string;
  readonly hash: string;
  readonly signature: string;
}

/** The text that a seal's signature is of. */
export function signedText({ hash: _hash, signature: _signature, ...body }: SealText): string {
  return canonical(body);
}

export const sealText = (seal: LedgerSeal): SealText => ({
  ...(JSON.parse(sealBody(seal)) as Omit<SealText, 'hash' | 'signature'>),
  hash: seal.hash,
  signature: seal.signature,
});

/** What is wrong with a file. */
export const archiveFaults = {
  missing: 'The file is not in the archive.',
  unreadable: 'The file is cut off or is not gzip.',
  changed: 'The SHA-256 of its text differs from the one in the database.',
  wrong_chain: 'It does not name the file before it.',
  wrong_form: 'A line is missing, out of place, not JSON, or not of this account and day.',
  wrong_count: 'Its numbers of journals, entries, events or intents differ from those in its last line.',
  wrong_seal: 'Its journals differ from the sealed ones.',
  forged_seal: 'Its seal is not signed with a given key, or does not follow the seal before it.',
  differs: 'It differs from the rows of this database.',
} as const;
export type ArchiveFault = keyof typeof archiveFaults;

interface JournalLine {
  readonly journal: {
    readonly account_id: string;
    readonly occurred_at: string;
    readonly platform: string;
    readonly entries: readonly ArchivedEntry[];
  };
  readonly platform: readonly ArchivedEntry[];
}
interface EventLine {
  readonly event: ArchivedEvent;
}
interface EndLine {
  readonly end: { readonly seal?: SealText | null };
}
type Line = Partial<JournalLine & EventLine & EndLine> & { readonly archive?: number };

/** Reads the lines of a file in their order and holds them to the seal of the day. Memory stays bounded. */
export class ArchiveJudge {
  readonly #faults = new Set<ArchiveFault>();
  readonly #tree: MerkleRoot;
  readonly #start: FileStart;
  readonly #hash: Hash;
  readonly #totals = new EntryTotals();
  #version: ArchiveVersion = archiveVersion;
  #counts = { journals: 0, entries: 0, events: 0, intents: 0 };
  #lines = 0;
  #end: string | undefined;
  #seal: SealText | undefined;
  #firstPosition: bigint | undefined;
  #position: bigint | undefined;

  constructor(start: FileStart, hash: Hash) {
    this.#start = start;
    this.#hash = hash;
    this.#tree = new MerkleRoot(hash);
  }

  line(text: string): void {
    try {
      this.#read(text);
    } catch (error) {
      const isForm = [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
      if (!isForm) throw error;
      this.#faults.add('wrong_form');
    }
  }

  #read(text: string): void {
    const line = JSON.parse(text) as Line;
    this.#lines += 1;
    if (this.#lines === 1) return this.#first(text, line);
    if (this.#end !== undefined) this.#faults.add('wrong_form');
    else if (line.journal && line.platform) this.#journal(line as JournalLine);
    else if (line.event) this.#event(line.event);
    else if (line.end) [this.#end, this.#seal] = [text, line.end.seal ?? undefined];
    else this.#faults.add('wrong_form');
  }

  #first(text: string, { archive }: Line): void {
    this.#version = archive === 1 ? archive : archiveVersion;
    if (text === firstLine(this.#version, this.#start)) return;
    const { previous } = JSON.parse(text) as { previous?: string };
    const isOther = text !== firstLine(this.#version, { ...this.#start, previous: previous ?? '' });
    this.#faults.add(isOther ? 'wrong_form' : 'wrong_chain');
  }

  #journal({ journal, platform }: JournalLine): void {
    if (this.#counts.events > 0 || !this.#isOfDay(journal.occurred_at)) this.#faults.add('wrong_form');
    if (this.#hashOf(canonical(platform)) !== journal.platform) this.#faults.add('wrong_seal');
    this.#tree.append(leafHash(this.#hash, bytesOf(canonical(journal))));
    this.#counts.journals += 1;
    this.#counts.entries += journal.entries.length + platform.length;
    for (const entry of [...journal.entries, ...platform]) this.#totals.add(entry);
  }

  #event({ position, occurred_at, intents = [] }: ArchivedEvent): void {
    const at = BigInt(position);
    if (!this.#isOfDay(occurred_at) || (this.#position !== undefined && at !== this.#position + 1n))
      this.#faults.add('wrong_form');
    this.#firstPosition ??= at;
    this.#position = at;
    this.#counts.events += 1;
    this.#counts.intents += intents.length;
  }

  #isOfDay(at: string): boolean {
    return dayOf(new Date(at)) === this.#start.day;
  }

  #hashOf(text: string): string {
    return Buffer.from(this.#hash(bytesOf(text))).toString('hex');
  }

  /** What the file says of itself, once all lines were read. */
  get content(): ArchiveContent {
    const after = this.#firstPosition === undefined ? undefined : String(this.#firstPosition - 1n);
    const upto = this.#position === undefined ? undefined : String(this.#position);
    return { ...this.#counts, seal: this.#seal, after, upto, totals: this.#totals.list() };
  }

  /** The faults, once all lines were read; the seal is that of the day. */
  faults(seal: SealText | undefined): ArchiveFault[] {
    const { journals } = this.#counts;
    if (this.#end !== lastLine(this.#version, this.#counts, seal)) this.#faults.add('wrong_form');
    const root = Buffer.from(this.#tree.root()).toString('hex');
    if (journals !== (seal?.journals ?? 0) || (seal !== undefined && root !== seal.root))
      this.#faults.add('wrong_seal');
    return [...this.#faults];
  }
}

/** The numbers of a file, its seal, and the positions between which its events are, if it has any. */
export interface ArchiveContent extends ArchiveCounts {
  readonly seal: SealText | undefined;
  readonly after: string | undefined;
  readonly upto: string | undefined;
  readonly totals: readonly EntryTotal[];
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/** The ids that a line of a file names: of a journal, its origin and entries, or of an event, its resource and intents. */
export function namesIn({ journal, platform = [], event }: Partial<Named>): ReadonlySet<string> {
  const ofJournal = journal ? [journal.id, journal.origin_id, ...journal.entries.map(({ id }) => id)] : [];
  const ofEvent = event ? [event.id, event.resource_id, ...(event.intents ?? []).map(({ id }) => id)] : [];
  return new Set([...ofJournal, ...platform.map(({ id }) => id), ...ofEvent]);
}

interface Named {
  readonly journal: { readonly id: string; readonly origin_id: string; readonly entries: readonly Id[] };
  readonly platform: readonly Id[];
  readonly event: Pick<ArchivedEvent, 'id' | 'resource_id' | 'intents'>;
}
interface Id {
  readonly id: string;
}
