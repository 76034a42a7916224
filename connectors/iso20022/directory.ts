import { mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DirectorySettings, Listed, Transport } from './transport.ts';

/** Folders of this machine, or mounted on it. */
export async function openDirectory(
  { out, in: arriving, done, aside }: DirectorySettings,
  pathOf: (name: string) => string,
): Promise<Transport> {
  const folders = { out: pathOf(out), in: pathOf(arriving), done: pathOf(done), aside: pathOf(aside) };
  for (const each of Object.values(folders)) await mkdir(each, { recursive: true });
  const inOut = (name: string): string => join(folders.out, name);
  return {
    async put(temporary, content) {
      const file = await open(inOut(temporary), 'w');
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await sync(folders.out);
    },
    sizeOf: (name) => sizeOf(inOut(name)),
    async rename(temporary, name) {
      if ((await sizeOf(inOut(name))) !== undefined)
        throw new Error(`${name} exists already in the out folder`);
      await rename(inOut(temporary), inOut(name));
      await sync(folders.out);
    },
    list: () => listOf(folders.in),
    read: (name) => readFile(join(folders.in, name)),
    async move(name, folder, as) {
      const [from, to] = [join(folders.in, name), join(folders[folder], as)];
      await rename(from, to);
      await sync(folders.in);
    },
    close: () => Promise.resolve(),
  };
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A rename is on the disk once its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function listOf(folder: string): Promise<Listed[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const listed: Listed[] = [];
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const { size, mtimeMs } = await stat(join(folder, name));
    listed.push({ name, size, modified: mtimeMs });
  }
  return listed;
}
