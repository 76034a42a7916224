import type { LoggedRequest } from '../domain/noun/request.js';

/** Stores the lines of the request log; they are read like any noun. */
export interface RequestLog {
  /**
   * Writes all lines or none. Lines that exist already are left unchanged, so a write without an answer can be
   * repeated.
   */
  write(lines: readonly LoggedRequest[]): Promise<void>;
  /** Records when API keys and sessions were last used, by id. */
  noteUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /** Deletes some of the lines beyond the `most` newest of an account. Returns how many; 0 when none are left. */
  sweep(most: number): Promise<number>;
}
