import { changed, decide, type Decision, type Moment } from './decision.js';
import type { ApiKey } from './noun/api-key.js';

const dayMs = 86_400_000;
/** How long before the expiry of a key its owners get a mail, longest first. */
const noticesMs = [7 * dayMs, dayMs] as const;

type Expiring = Pick<ApiKey, 'expiresAt' | 'revokedAt'>;

const noticesOf = ({ expiresAt, revokedAt }: Expiring): Date[] =>
  expiresAt === null || revokedAt !== null ? [] : noticesMs.map((ms) => new Date(expiresAt.getTime() - ms));

/** The next notice after `now`; null if there is none. */
export const nextNotice = (key: Expiring, now: Date): Date | null =>
  noticesOf(key).find((at) => at > now) ?? null;

/** Plans the next notice. A notice is due unless its time was never planned, or the key has expired meanwhile. */
export function takeNotice(
  { now }: Pick<Moment, 'now'>,
  key: ApiKey,
): Decision & { readonly expiresAt: Date | undefined } {
  const { expiresAt, nextStepAt } = key;
  const isPlanned = noticesOf(key).some((at) => at.getTime() === nextStepAt?.getTime());
  const isDue = isPlanned && expiresAt !== null && expiresAt > now;
  const next: ApiKey = { ...key, nextStepAt: nextNotice(key, now) };
  return { ...decide({ changes: [changed('apiKey', next)] }), expiresAt: isDue ? expiresAt : undefined };
}
