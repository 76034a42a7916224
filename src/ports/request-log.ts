import type { LoggedRequest } from '../domain/noun/request.js';

/** Where the lines of the request log are kept; the readers find them as they find any noun. */
export interface RequestLog {
  /** All of them or none; the same again, as after an answer that was lost, are left as they are. */
  write(lines: readonly LoggedRequest[]): Promise<void>;
  /** Notes when API keys were last used, by their ids. */
  noteKeyUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /** Takes away some lines beyond the `most` newest of an account; how many, 0 where that was all. */
  sweep(most: number): Promise<number>;
}
