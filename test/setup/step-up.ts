import type { ActingSession } from '../../src/domain/step-up.js';
import { queryRows } from './rows.js';
import type { RunningService } from './running.js';

/** A session opened by a program, for which no proof has to be fresh. */
export const plainProof: ActingSession = {
  session: { stepUp: false, confirmedAt: null, passkeyAt: null, passkeyMemberId: null },
  member: { id: 'mem_1' },
  hasPasskey: false,
  isPasskeyRequired: false,
};

/** Makes every session's last proof older than it may be for dangerous acts. */
export const ageProofs = (service: Pick<RunningService, 'databaseUrl'>) =>
  queryRows(
    service.databaseUrl,
    "update session set confirmed_at = confirmed_at - interval '5 minutes', passkey_at = passkey_at - interval '5 minutes'",
  );
