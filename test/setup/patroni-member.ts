import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Guarded } from './guarded.js';
import type { Site } from './site.js';
import { fillUp } from './small-disk.js';

export interface PatroniMember {
  readonly name: string;
  readonly site: Site;
  start(): Promise<void>;
  /** Runs pgBackRest on its server. */
  backRest(...words: string[]): Promise<void>;
  /** Empties its data; its next start takes the state of this time from the backup, or copies another member. */
  loseData(restoreTo: Date): void;
  /** Ends Patroni and its PostgreSQL in good order. */
  stop(): Promise<void>;
  /** Leaves no room on the file system of its data. */
  fillDisk(): void;
  makeRoom(): void;
  /** Ends Patroni and its PostgreSQL like a power cut. */
  crash(): Promise<void>;
  /** Ends the PostgreSQL alone. */
  crashPostgres(): void;
  /** Holds Patroni and its PostgreSQL for so long, like a machine that swaps or a paused virtual one. */
  pause(ms: number): Promise<void>;
}

interface MemberParts extends Pick<PatroniMember, 'name' | 'site'> {
  readonly dir: string;
  readonly start: () => Promise<Guarded>;
  readonly backRest: PatroniMember['backRest'];
  readonly loseData: PatroniMember['loseData'];
}

export function memberOf({ name, site, dir, start, backRest, loseData }: MemberParts): PatroniMember {
  let running: Guarded | undefined;
  const postmaster = (): number | undefined => {
    const lock = join(dir, 'data/postmaster.pid');
    return existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : undefined;
  };
  const signal = (pids: readonly number[], name_: NodeJS.Signals): void => {
    for (const pid of pids) if (existsSync(`/proc/${pid}`)) process.kill(pid, name_);
  };
  return {
    name,
    site,
    backRest,
    loseData,
    async start() {
      running = await start();
    },
    async stop() {
      await running?.end();
    },
    fillDisk: () => fillUp(join(dir, 'ballast')),
    makeRoom: () => rmSync(join(dir, 'ballast')),
    async crash() {
      const pid = postmaster();
      if (running?.hasEnded === false) await running.crash();
      if (pid !== undefined) signal([pid], 'SIGKILL');
    },
    crashPostgres() {
      signal([postmaster() ?? 0].filter(Boolean), 'SIGKILL');
    },
    async pause(ms) {
      const pid = postmaster();
      const held = [running?.pid, ...(pid === undefined ? [] : [pid, ...childrenOf(pid)])].filter(
        (each) => each !== undefined,
      );
      signal(held, 'SIGSTOP');
      await sleep(ms);
      signal(held.toReversed(), 'SIGCONT');
    },
  };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent);
      } catch {
        return false;
      }
    })
    .map(Number);
}
