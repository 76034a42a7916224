import { randomBytes } from 'node:crypto';

/** An id of no existing resource, in case the receiver stores it. */
export function newMark(prefix: string): string {
  return `${prefix}_${randomBytes(13).toString('hex')}`;
}
