import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { UnreadableFile, type ArchiveStore } from '../../ports/archive.js';

/** Longest line that is read, longer than any line written. A changed file must not fill the memory. */
const lineMax = 64 * 1024 * 1024;

/** Gzip files in a directory. Each is written under another name, synced and then renamed. */
export function directoryStore(directory: string): ArchiveStore {
  const pathOf = (name: string): string => join(directory, name);
  return {
    write: async (name, lines) => {
      const path = pathOf(name);
      await makeDirectory(dirname(path));
      const draft = `${path}.draft`;
      const hash = createHash('sha256');
      const file = await open(draft, 'w', 0o600);
      try {
        const text = Readable.from(hashed(lines, hash));
        await pipeline(text, createGzip(), async (pieces: AsyncIterable<Buffer>) => {
          for await (const piece of pieces) await file.writeFile(piece);
        });
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
      await syncDirectory(dirname(path));
      return { sha256: hash.digest('hex'), bytes: (await stat(path)).size };
    },
    read: async (name) => {
      if ((await sizeOf(pathOf(name))) === undefined) return undefined;
      const hash = createHash('sha256');
      return { lines: linesOf(pathOf(name), hash), sha256: () => hash.copy().digest('hex') };
    },
    size: (name) => sizeOf(pathOf(name)),
    accounts: async () => (await namesIn(directory)).filter((name) => name.startsWith('acct_')),
    days: async (accountId) =>
      (await namesIn(pathOf(accountId))).flatMap((name) => {
        const [, day] = /^(\d{4}-\d\d-\d\d)\.ndjson\.gz$/.exec(name) ?? [];
        return day === undefined ? [] : [day];
      }),
  };
}

async function* hashed(lines: AsyncIterable<readonly string[]>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const some of lines) {
    if (some.length === 0) continue;
    const piece = Buffer.from(`${some.join('\n')}\n`);
    hash.update(piece);
    yield piece;
  }
}

async function* linesOf(path: string, hash: Hash): AsyncGenerator<readonly string[]> {
  const source = createReadStream(path);
  const text = source.pipe(createGunzip());
  source.once('error', (error) => text.destroy(error));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  try {
    for await (const piece of text as AsyncIterable<Buffer>) {
      hash.update(piece);
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > lineMax) throw new UnreadableFile(`${path} has a line that is too long`);
      yield lines;
    }
    if (rest + decoder.decode() !== '') throw new UnreadableFile(`${path} ends within a line`);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_') || code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new UnreadableFile(`${path} differs from what was written`, { cause: error });
    throw error;
  } finally {
    source.destroy();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const namesIn = async (path: string): Promise<string[]> => (await readdir(path)).toSorted();

/** Syncs the parent too: a new directory is an entry of its parent. */
async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncDirectory(dirname(first));
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
