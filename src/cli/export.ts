import { InvalidArgumentError, Option, type Command } from 'commander';
import { outTables } from '../adapters/postgres/data-out.js';
import type { Since } from '../adapters/postgres/export.js';
import { parseInstant } from '../domain/instant.js';
import { escaped } from '../domain/text.js';
import { listed, type Answer } from './answer.js';
import { answers } from './define.js';

interface Options {
  readonly out: string;
  readonly since?: Since;
  readonly noun?: readonly string[];
}

const nouns = outTables.map(({ name }) => name);
const positionForm = /^\d+(?:-\d+){3}$/;

/** `export`: rows of each noun as NDJSON, from one snapshot. */
export function exportCommand(psp: Command): void {
  const exporting = psp
    .command('export')
    .description('Write the data as NDJSON, a file for each noun, without encrypted fields and secrets')
    .requiredOption('--out <directory>', 'where the files go; it must not hold an export')
    .option('--since <time or position>', 'only rows changed since; a position is in manifest.json', since)
    .addOption(new Option('--noun <names...>', 'only these nouns').choices(nouns));
  answers<[], Options>(exporting, 'export --out export-1', (_args, options) => exported(options));
}

function since(text: string): Since {
  if (positionForm.test(text)) return { position: text };
  const at = parseInstant(text);
  if (at) return { at };
  throw new InvalidArgumentError(
    'Give a time such as 2027-01-31T12:00:00Z, or the position of a manifest.json.',
  );
}

const replicaWaitMs = 30_000;

/** The replica if it can be used; otherwise the primary, and why. */
async function sourceOf(primaryUrl: string, replicaUrl: string): Promise<string> {
  const { reachReplica } = await import('../adapters/postgres/replica-source.js');
  try {
    await reachReplica(primaryUrl, replicaUrl, replicaWaitMs);
    return replicaUrl;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The replica cannot be used: ${escaped(reason)}. Reading from the primary.\n`);
    return primaryUrl;
  }
}

async function exported({ out, since: from, noun = nouns }: Options): Promise<Answer> {
  const [{ withDatabase }, { assertMigrated }, { migrationsDir }, { writeExport }] = await Promise.all([
    import('./database.js'),
    import('../adapters/postgres/migrate.js'),
    import('../main/wire.js'),
    import('../main/export.js'),
  ]);
  const manifest = await withDatabase(async ({ url }, { replica }) => {
    await assertMigrated(url, migrationsDir);
    const source = replica === undefined ? url : await sourceOf(url, replica.url);
    return writeExport(source, { dir: out, since: from, nouns: nouns.filter((each) => noun.includes(each)) });
  });
  const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0);
  return {
    json: { directory: out, ...manifest },
    text: listed({
      Directory: out,
      Files: String(manifest.files.length),
      Rows: String(rows),
      Position: manifest.position,
    }),
  };
}
