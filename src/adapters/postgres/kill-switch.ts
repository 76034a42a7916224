import { sql, type RawBuilder } from 'kysely';
import type { KillSwitch } from '../../ports/kill-switch.js';
import type { Reader } from '../../ports/reader.js';
import { instant } from './column.js';
import { compiled, type Connection } from './connection.js';
import type { RowsOf } from './read/run.js';

const state = sql<{ on: boolean }>`select payouts_stopped as on from platform`;

/** Earlier releases take a lock of the same name when they switch. */
const name = sql`hashtextextended('payouts', 0)`;
const held = sql`select pg_advisory_xact_lock_shared(${name})`;
const taken = sql`select pg_advisory_xact_lock(${name})`;

export function killSwitchOf(connection: Connection): KillSwitch {
  const isOn = async (): Promise<boolean> => (await connection.look(state))[0]?.on === true;
  // The state is read in a separate statement. A statement that waits for the lock would see the state from before the
  // wait.
  const after = (lock: RawBuilder<unknown>): Promise<boolean> => {
    connection.send(compiled(lock));
    return isOn();
  };
  return {
    isOn,
    hold: () => after(held),
    take: () => after(taken),
    async set(on) {
      await connection.rows(sql`update platform set payouts_stopped = ${on}`);
    },
  };
}

/** The time since which the kill switch is on, read outside any transaction. */
export const readStoppedSince =
  (rowsOf: RowsOf): Reader['payoutsStoppedSince'] =>
  async () => {
    const [row] = await rowsOf(sql<{ at: string }>`select at from kill_switch
      where stopped and (select payouts_stopped from platform) order by position desc limit 1`);
    return row === undefined ? null : instant(row.at);
  };
