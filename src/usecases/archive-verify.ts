import {
  archiveFileName,
  noFile,
  sealText,
  signedText,
  type ArchiveCounts,
  type ArchiveFault,
  type ArchiveFile,
  type SealText,
} from '../domain/archive.js';
import type { ArchiveStore } from '../ports/archive.js';
import { filesOf, readFile, type ArchiveParts, type ReadFile } from './archive.js';

/** A file that is not as it was archived. */
export interface ArchiveFinding {
  readonly file: string;
  readonly faults: readonly ArchiveFault[];
}

/** Findings kept of one run. */
const findingsMax = 1_000;

/** Reads every file that the database knows and holds it to its digest, to the seal of its day and to the file before it. */
export async function verifyArchive(
  parts: ArchiveParts,
  onFile: (file: ArchiveFile) => void,
): Promise<ArchiveFinding[]> {
  const findings: ArchiveFinding[] = [];
  for await (const file of filesOf(parts.book)) {
    const seal = await parts.book.seal(file.accountId, file.day);
    const found = await readFile(parts, file, { sealOf: () => seal && sealText(seal) });
    const faults = typeof found === 'string' ? [found] : [...found.faults, ...faultsBeside(found, file)];
    note(findings, archiveFileName(file), faults);
    onFile(file);
  }
  return findings;
}

function note(findings: ArchiveFinding[], file: string, faults: readonly ArchiveFault[]): void {
  if (faults.length > 0 && findings.length < findingsMax) findings.push({ file, faults });
}

/** What a file says that the database does not. */
function faultsBeside({ content, sha256 }: ReadFile, file: ArchiveFile): ArchiveFault[] {
  const counts = ['journals', 'entries', 'events', 'intents'] as const;
  const isCounted =
    counts.every((each) => content[each] === file[each]) &&
    (content.upto === undefined || content.upto === file.lastPosition);
  return [
    ...(isCounted ? [] : ['wrong_count' as const]),
    ...(sha256 === file.sha256 ? [] : ['changed' as const]),
  ];
}

interface OfflineParts extends Pick<ArchiveParts, 'vault'> {
  readonly store: ArchiveStore;
  /** Whether the text is signed with a key of that id that was given. */
  readonly isSigned: (keyId: string, text: string, signature: string) => boolean;
}

/** Where the files of an account have come to. */
interface Walk {
  readonly sha256: string;
  readonly seal: SealText | undefined;
  readonly position: string;
}

type OfflineFile = Pick<ArchiveFile, 'accountId' | 'day' | 'bytes' | keyof ArchiveCounts>;

/** Proves every file of a directory by the signatures of its seals alone, without a database. */
export async function verifyOffline(
  parts: OfflineParts,
  onFile: (file: OfflineFile) => void,
): Promise<ArchiveFinding[]> {
  const findings: ArchiveFinding[] = [];
  for (const accountId of await parts.store.accounts()) {
    let walk: Walk = { sha256: noFile, seal: undefined, position: '0' };
    for (const day of await parts.store.days(accountId)) {
      const name = archiveFileName({ accountId, day });
      const found = await readFile(
        parts,
        { accountId, day, previous: walk.sha256 },
        { sealOf: ({ seal }) => seal },
      );
      if (typeof found === 'string') {
        note(findings, name, [found]);
        // What follows names a file that cannot be read.
        break;
      }
      const { content, sha256 } = found;
      note(findings, name, [...found.faults, ...faultsOfWalk(parts, { accountId, day, found, walk })]);
      onFile({ accountId, day, ...content, bytes: (await parts.store.size(name)) ?? 0 });
      walk = { sha256, seal: content.seal ?? walk.seal, position: content.upto ?? walk.position };
    }
  }
  return findings;
}

interface Step {
  readonly accountId: string;
  readonly day: string;
  readonly found: ReadFile;
  readonly walk: Walk;
}

/** Faults of a file in its place behind the files before it. */
function faultsOfWalk(
  { isSigned, vault }: OfflineParts,
  { accountId, day, found, walk }: Step,
): ArchiveFault[] {
  const { seal, after } = found.content;
  const goesOn = after === undefined || after === walk.position;
  const faults: ArchiveFault[] = goesOn ? [] : ['wrong_chain'];
  if (seal === undefined) return faults;
  const text = signedText(seal);
  const hash = Buffer.from(vault.digest(Buffer.from(text))).toString('hex');
  const isNext =
    seal.number === (walk.seal?.number ?? 0) + 1 && seal.previous === (walk.seal?.hash ?? noFile);
  const isSealed =
    isNext &&
    seal.account_id === accountId &&
    seal.day === day &&
    seal.hash === hash &&
    isSigned(seal.key_id, text, seal.signature);
  return isSealed ? faults : [...faults, 'forged_seal'];
}
