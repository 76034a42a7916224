import { InvalidArgumentError, type Command } from 'commander';
import { archiveFaults, type ArchiveCounts, type ArchiveFile } from '../domain/archive.js';
import { isDate } from '../domain/instant.js';
import { escaped } from '../domain/text.js';
import type { ArchiveSummary } from '../ports/archive.js';
import type { offlineParts } from '../main/archive.js';
import { listed, tabled, type Answer } from './answer.js';
import { withArchive } from './archive-parts.js';
import { removedDays } from './archive-remove.js';
import { restoredDays } from './archive-restore.js';
import { answers } from './define.js';

interface ArchiveOptions {
  readonly before?: string;
  readonly remove?: boolean;
}

interface ShowOptions {
  readonly day?: string;
  readonly id?: string;
}

interface VerifyOptions {
  readonly key?: string;
}

const progressEveryMs = 1_000;

/** `archive`: sealed days as files, with proof. */
export function archiveCommands(psp: Command): void {
  const group = psp
    .command('archive')
    .description('Copy sealed days into the archive in PSP_ARCHIVE_DIR, each file proven against its seal')
    .option('--before <day>', 'the days before this UTC day, such as 2026-01-01', day)
    .option(
      '--remove',
      'then remove their ledger entries, events and intents from the database: each day is proven once more, and balances are carried forward',
    );
  answers<[], ArchiveOptions>(group, 'archive --before 2026-01-01', (_args, { before, remove }) => {
    if (before === undefined)
      throw new InvalidArgumentError('Give --before <day>, or one of show and verify.');
    return archived(before, remove === true);
  });
  const restoring = group
    .command('restore')
    .description(
      'Put the removed ledger entries, events and intents of an account back, from the last archived day down to a day',
    )
    .argument('<account>', 'whose entries, events and intents')
    .requiredOption('--from <day>', 'the first UTC day to put back, such as 2025-12-01', day);
  answers<[string], { from: string }>(
    restoring,
    'archive restore acct_… --from 2025-12-01',
    ([account], { from }) => restoredDays(account, from),
  );
  const showing = group
    .command('show')
    .description('List the archived days of an account, or the records of one day or one id')
    .argument('[account]', 'account; without it, all accounts with archived days are listed')
    .option('--day <day>', 'journals and events of this UTC day', day)
    .option('--id <id>', 'only journals and events that name this resource, journal, entry or event');
  answers<[string | undefined], ShowOptions>(
    showing,
    'archive show acct_… --id pout_…',
    ([account], options) => archiveAnswer(account, options),
  );
  const verifying = group
    .command('verify')
    .description(
      'Check every file against its digest, its seal and the file before it; exit code 1 if one is wrong',
    )
    .option(
      '--key <public key>',
      'check without the database, with these public keys (id:base64, comma-separated)',
    );
  answers<[], VerifyOptions>(verifying, 'archive verify', (_args, { key }) => verified(key));
}

function day(text: string): string {
  if (isDate(text)) return text;
  throw new InvalidArgumentError('Give a day such as 2026-01-31.');
}

async function withFiles<T>(
  keys: string,
  work: (parts: ReturnType<typeof offlineParts>) => Promise<T>,
): Promise<T> {
  const [{ archiveDirectory, offlineParts: partsOf }, { readConfig }] = await Promise.all([
    import('../main/archive.js'),
    import('../main/config.js'),
  ]);
  return work(partsOf(archiveDirectory(readConfig()), keys));
}

async function archived(before: string, isRemoved: boolean): Promise<Answer> {
  const { archiveDays } = await import('../usecases/archive.js');
  const sum = new Sum();
  return withArchive(async (parts, directory) => {
    const end = new Date(`${before}T00:00:00Z`);
    await archiveDays(parts, end, (file) => sum.add(file));
    const removed = isRemoved ? await removedDays(parts, end) : undefined;
    return {
      json: { directory, before, ...sum.json(), ...removed?.json() },
      text: listed({ Directory: directory, 'Days before': before, ...sum.text(), ...removed?.text() }),
    };
  });
}

async function verified(key: string | undefined): Promise<Answer> {
  const { verifyArchive, verifyOffline } = await import('../usecases/archive-verify.js');
  const sum = new Sum();
  const onFile = (file: Added): void => sum.add(file);
  const findings =
    key === undefined
      ? await withArchive((parts) => verifyArchive(parts, onFile))
      : await withFiles(key, (parts) => verifyOffline(parts, onFile));
  const holds = findings.length === 0;
  const lines = findings.map(
    ({ file, faults }) => `${file}: ${faults.map((fault) => archiveFaults[fault]).join(' ')}`,
  );
  return {
    json: { holds, ...sum.json(), findings },
    text: [...lines, holds ? 'Every file is intact.' : '', listed(sum.text())].filter(Boolean).join('\n'),
    failed: !holds,
  };
}

async function archiveAnswer(account: string | undefined, { day: only, id }: ShowOptions): Promise<Answer> {
  const [{ accountsInArchive, recordsOf }, { filesOf }] = await Promise.all([
    import('../usecases/archive-show.js'),
    import('../usecases/archive.js'),
  ]);
  return withArchive(async (parts) => {
    if (account === undefined) {
      if (only !== undefined || id !== undefined)
        throw new InvalidArgumentError('Give the account with --day or --id.');
      return accountsTable(await accountsInArchive(parts));
    }
    if (only === undefined && id === undefined) {
      const files: ArchiveFile[] = [];
      for await (const file of filesOf(parts.book, account)) files.push(file);
      return filesTable(files);
    }
    const { records, isCut } = await recordsOf(parts, { account, day: only, id });
    const lines = records.map((record) => JSON.stringify(record));
    const note = isCut ? ['There is more: read the files themselves with gzip -dc.'] : [];
    return {
      json: { account_id: account, records, has_more: isCut },
      text: [...(lines.length === 0 ? ['The archive has no record with this id.'] : lines), ...note].join(
        '\n',
      ),
    };
  });
}

function accountsTable(accounts: readonly ArchiveSummary[]): Answer {
  return {
    json: { accounts: accounts.map(({ accountId, ...rest }) => ({ account_id: accountId, ...rest })) },
    text:
      accounts.length === 0
        ? 'The archive is empty.'
        : tabled(
            ['ACCOUNT', 'FIRST DAY', 'LAST DAY', 'DAYS'],
            accounts.map(({ accountId, first, last, days }) => [accountId, first, last, String(days)]),
          ).join('\n'),
  };
}

function filesTable(files: readonly ArchiveFile[]): Answer {
  const rows = files.map((file) => ({
    day: file.day,
    journals: file.journals,
    entries: file.entries,
    events: file.events,
    intents: file.intents,
    bytes: file.bytes,
    sha256: file.sha256,
    archived_at: file.archivedAt.toISOString(),
  }));
  return {
    json: { files: rows },
    text:
      rows.length === 0
        ? 'Nothing of this account is in the archive.'
        : tabled(
            ['DAY', 'JOURNALS', 'ENTRIES', 'EVENTS', 'INTENTS', 'BYTES', 'SHA256'],
            rows.map((row) =>
              [row.day, row.journals, row.entries, row.events, row.intents, row.bytes, row.sha256].map(
                String,
              ),
            ),
          ).join('\n'),
  };
}

type Added = Pick<ArchiveFile, 'accountId' | 'day' | 'bytes' | keyof ArchiveCounts>;

/** Adds files up, and says on standard error how far it is. */
class Sum {
  #files = 0;
  #journals = 0;
  #entries = 0;
  #events = 0;
  #intents = 0;
  #bytes = 0;
  #printedAt = Date.now();

  add({ accountId, day: last, journals, entries, events, intents, bytes }: Added): void {
    this.#files += 1;
    this.#journals += journals;
    this.#entries += entries;
    this.#events += events;
    this.#intents += intents;
    this.#bytes += bytes;
    if (Date.now() - this.#printedAt < progressEveryMs) return;
    this.#printedAt = Date.now();
    const size = (this.#bytes / 1e6).toFixed(1);
    process.stderr.write(
      `${escaped(`${accountId} ${last}: ${this.#files} files, ${this.#journals} journals, ${size} MB`)}\n`,
    );
  }

  json() {
    return {
      files: this.#files,
      journals: this.#journals,
      entries: this.#entries,
      events: this.#events,
      intents: this.#intents,
      bytes: this.#bytes,
    };
  }

  text(): Record<string, string> {
    return {
      Files: String(this.#files),
      Journals: String(this.#journals),
      Entries: String(this.#entries),
      Events: String(this.#events),
      Intents: String(this.#intents),
      Bytes: String(this.#bytes),
    };
  }
}
