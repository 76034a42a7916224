import { randomBytes } from 'node:crypto';

/** An id of nothing that there is: a receiver may keep it, and no account has it. */
export function newMark(prefix: string): string {
  return `${prefix}_${randomBytes(13).toString('hex')}`;
}
