import { added, changed, decide, type Decision, type Moment } from './decision.js';
import type { OperatorSession } from './noun/operator-session.js';

export type { OperatorSession };

/** A session expires after a working day. */
export const operatorSessionMs = 8 * 3_600_000;

export function beginOperatorSession(
  { now, newId }: Moment,
  fields: Pick<OperatorSession, 'operatorId' | 'fingerprint' | 'issuerSessionHash' | 'provenAt'>,
): Decision & { session: OperatorSession } {
  const session: OperatorSession = {
    ...fields,
    id: newId('operatorSession', now),
    createdAt: now,
    expiresAt: new Date(now.getTime() + operatorSessionMs),
    endedAt: null,
    version: 1,
  };
  return { ...decide({ changes: [added('operatorSession', session)] }), session };
}

export const endOperatorSession = ({ now }: Pick<Moment, 'now'>, session: OperatorSession): Decision =>
  decide({ changes: [changed('operatorSession', { ...session, endedAt: now })] });

export const isOpen = ({ endedAt, expiresAt }: OperatorSession, now: Date): boolean =>
  endedAt === null && expiresAt > now;
