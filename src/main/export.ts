import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { exporting, type ExportSnapshot, type Since } from '../adapters/postgres/export.js';

interface ExportFile {
  readonly noun: string;
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** `manifest.json` of an export (docs/data-out.md). */
export interface Manifest {
  readonly version: 1;
  readonly position: string;
  readonly since: string | null;
  readonly snapshot_at: string;
  readonly lsn: string;
  readonly files: readonly ExportFile[];
}

interface ExportAsk {
  readonly dir: string;
  readonly since: Since | undefined;
  readonly nouns: readonly string[];
}

/**
 * Writes the files, then the manifest. A directory without a manifest is no export and may be written again.
 */
export async function writeExport(url: string, { dir, since, nouns }: ExportAsk): Promise<Manifest> {
  const path = join(dir, 'manifest.json');
  if (existsSync(path))
    throw new Error(`${dir} already holds an export. Choose another --out. Nothing was written.`);
  return exporting(url, since, async (snapshot) => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const files: ExportFile[] = [];
    for (const noun of nouns) files.push(await writeRows(snapshot, dir, noun));
    const { position, lsn, at } = snapshot;
    const manifest: Manifest = { version: 1, position, since: textOf(since), snapshot_at: at, lsn, files };
    const draft = `${path}.draft`;
    await write(draft, async (put) => put(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)));
    await rename(draft, path);
    return manifest;
  });
}

async function writeRows(snapshot: ExportSnapshot, dir: string, noun: string): Promise<ExportFile> {
  const file = `${noun}.ndjson`;
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  await write(join(dir, file), async (put) => {
    for await (const lines of snapshot.rows(noun)) {
      const piece = Buffer.from(`${lines.join('\n')}\n`);
      hash.update(piece);
      rows += lines.length;
      bytes += piece.length;
      await put(piece);
    }
  });
  return { noun, file, rows, bytes, sha256: hash.digest('hex') };
}

/** Resolves when the file is on disk. */
async function write(path: string, fill: (put: (piece: Buffer) => Promise<unknown>) => Promise<unknown>) {
  const file = await open(path, 'w', 0o600);
  try {
    await fill((piece) => file.writeFile(piece));
    await file.sync();
  } finally {
    await file.close();
  }
}

function textOf(since: Since | undefined): string | null {
  if (since === undefined) return null;
  return 'at' in since ? since.at.toISOString() : since.position;
}
