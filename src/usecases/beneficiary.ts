import {
  archiveBeneficiary as decideArchive,
  failVerification as decideFailure,
  verifyBeneficiary as decideVerification,
  type Beneficiary,
} from '../domain/beneficiary.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { registerBeneficiary, type BeneficiaryAsk } from './beneficiary-register.js';
import type { CreateResult } from './made.js';
import { once } from './once.js';
import { absent, lockOwn } from './own.js';
import { checkSeen } from './seen.js';

/**
 * Returns the existing beneficiary if the same account is registered again for the same customer: 200 (contract
 * §2.8).
 */
export function createBeneficiary(
  ports: Pick<Ports, 'store' | 'vault' | 'catalogue'>,
  ask: BeneficiaryAsk,
  use?: KeyUse,
): Promise<CreateResult<Beneficiary>> {
  return once(ports, { noun: 'beneficiary', use, by: ask.by }, (tx) => registerBeneficiary(ports, tx, ask));
}

export function archiveBeneficiary(
  ports: Pick<Ports, 'store'>,
  ask: { accountId: string; id: string; by?: Operator | undefined },
  use?: KeyUse,
): Promise<CreateResult<Beneficiary>> {
  return once(ports, { noun: 'beneficiary', use, by: ask.by, verb: 'archive' }, async (tx) => {
    const beneficiary = await lockOwn(tx, 'beneficiary', ask);
    const { beneficiary: row, ...decision } = decideArchive(await tx.moment(), beneficiary);
    return { row, decision };
  });
}

const verdicts = {
  verify: decideVerification,
  fail: decideFailure,
  archive: decideArchive,
} as const;

/** An operator verifies a beneficiary (final), fails its verification, or archives it (contract §3.5). */
export function judgeBeneficiary(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  { id, action }: { id: string; action: keyof typeof verdicts },
): Promise<Beneficiary> {
  return ports.store.transaction(async (tx) => {
    const [beneficiary] = await tx.lock('beneficiary', [id]);
    if (!beneficiary) return absent('beneficiary');
    const state = ({ status, verificationStatus }: Beneficiary) => ({ status, verificationStatus });
    checkSeen(operator, { subjectId: id, state: state(beneficiary), changedAt: beneficiary.updatedAt });
    const moment = await tx.moment();
    const { beneficiary: next, ...decision } = verdicts[action](moment, beneficiary);
    const entry = audited(moment, operator, {
      action: `beneficiary.${action}`,
      accountId: next.accountId,
      subjectId: next.id,
      before: state(beneficiary),
      after: state(next),
    });
    await tx.record([decision, entry]);
    return next;
  });
}
