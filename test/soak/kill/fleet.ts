import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { credentialsFile } from '../../../src/main/credentials.js';
import { sendWindowMs } from './fault.js';
import { Member } from './member.js';
import type { Server } from './server.js';
import { newKeys } from '../../setup/keys.js';

/** Two processes of one build on one database. */
export interface Fleet {
  readonly members: readonly [Member, Member];
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts `program` twice on a new database; either process may be killed and restarted. */
export async function openFleet(server: Server, program: string): Promise<Fleet> {
  const home = mkdtempSync(join(tmpdir(), 'psp-fleet-'));
  const databaseUrl = await server.createDatabase();
  const settings = {
    DATABASE_URL: databaseUrl,
    ...newKeys(),
    LOG_LEVEL: 'error',
    PSP_SEND_WINDOW_MS: String(sendWindowMs),
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'step.ts')).href}`,
  };
  const [first, second] = [join(home, 'first'), join(home, 'second')];
  const setup = { settings, program, server };
  const members = [
    new Member({ ...setup, dataDir: first }),
    new Member({ ...setup, dataDir: second }),
  ] as const;
  const stop = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.stop()));
    await rm(home, { recursive: true, force: true });
  };
  try {
    await members[0].start();
    // Both serve the demo account that the first has opened.
    mkdirSync(second);
    copyFileSync(credentialsFile(first), credentialsFile(second));
    await members[1].start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { members, databaseUrl, dataDir: first, env: { ...settings, PSP_DATA_DIR: first }, stop };
}
