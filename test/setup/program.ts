import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

interface Wanted {
  /** Its names on this machine, the best first. */
  readonly names: readonly string[];
  /** Names the one to take. */
  readonly variable: string;
  /** Where it is once unpacked. */
  readonly unpacked: string;
  readonly unpack: () => Promise<string>;
  readonly help: string;
}

/** The one given, else the machine's, else Debian's, unpacked beside the dependencies. */
export async function findProgram({ names, variable, unpacked, unpack, help }: Wanted): Promise<string> {
  const dirs = (process.env['PATH'] ?? '').split(delimiter);
  const paths = names.flatMap((name) => dirs.map((dir) => join(dir, name)));
  const present = [process.env[variable] ?? '', ...paths, unpacked].find(isProgram);
  if (present !== undefined) return present;
  try {
    return await unpack();
  } catch (error) {
    throw new Error(help, { cause: error });
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
