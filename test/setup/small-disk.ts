import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  globSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createDatabase } from './database.js';
import { openRefusingDoor } from './refusing.js';
import { queryRows } from './rows.js';

/** A database whose disk can be filled up and made room on. */
export interface SmallDisk {
  readonly url: string;
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * The database, but not the log of its server, on a file system of 64 MiB; where this user may mount none, one of which
 * PostgreSQL says what it says of a full one.
 */
export async function openSmallDisk(): Promise<SmallDisk> {
  const dir = mkdtempSync(join(tmpdir(), 'psp-small-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'psp-small', dir]);
  return status === 0 ? onFileSystem(dir) : feigned(dir);
}

const admin = (statement: string) => queryRows(inject('adminUrl'), statement);

async function onFileSystem(dir: string): Promise<SmallDisk> {
  const [row] = await admin("select current_setting('data_directory') as home");
  const { uid, gid } = statSync(row?.['home'] ?? '');
  chownSync(dir, uid, gid);
  chmodSync(dir, 0o700);
  const name = `small_${randomBytes(6).toString('hex')}`;
  await admin(`create tablespace ${name} location '${dir}'`);
  await admin(`create database ${name} template psp_template tablespace ${name}`);
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  const ballast = join(dir, 'ballast');
  return {
    url: url.href,
    async fill() {
      fillUp(ballast);
      // Written anew by the next session that comes, which has no room to.
      for (const file of globSync(join(dir, '*/*/pg_internal.init'))) rmSync(file);
      fillUp(ballast);
    },
    async makeRoom() {
      rmSync(ballast);
    },
    async drop() {
      await admin(`drop database ${name} with (force)`);
      await admin(`drop tablespace ${name}`);
      spawnSync('umount', [dir]);
      await rm(dir, { recursive: true });
    },
  };
}

/** Writes into the file until there is no room. */
export function fillUp(file: string): void {
  const descriptor = openSync(file, 'a');
  for (const size of [1_048_576, 4_096, 1]) {
    const chunk = Buffer.alloc(size);
    try {
      for (;;) writeSync(descriptor, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(descriptor);
}

async function feigned(dir: string): Promise<SmallDisk> {
  await rm(dir, { recursive: true });
  const database = await createDatabase();
  const door = await openRefusingDoor(database.url);
  return {
    url: door.url,
    async fill() {
      await queryRows(
        database.url,
        `create function no_room() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
      );
      await queryRows(
        database.url,
        'create trigger no_room before insert on event execute function no_room()',
      );
      door.refuse('XX000', 'could not write init file');
    },
    async makeRoom() {
      await queryRows(database.url, 'drop function no_room cascade');
      door.refuse(undefined);
    },
    async drop() {
      await door.close();
      await database.drop();
    },
  };
}
