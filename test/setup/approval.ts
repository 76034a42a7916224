import type { MoneyAsk } from '../../src/domain/money.js';
import { imposePolicy } from '../../src/usecases/approval-policy.js';
import { operator, withHand } from './hand.js';
import type { RunningService } from './running.js';
import { mxnPayout, speiBeneficiary } from './verbs.js';

/** Payouts of 2.00 MXN that wait for an approval, and fail once they are sent; answers with the ids of the approvals. */
export async function holdPayouts(service: RunningService, count = 1): Promise<string[]> {
  const { accountId } = service;
  const impose = (payoutsAbove: MoneyAsk | null) =>
    withHand(service, (ports) => imposePolicy(ports, operator, { accountId, payoutsAbove }));
  await impose({ amount: '1.00', currency: 'MXN' });
  // A new beneficiary would be the one that samples pay.
  const known = await service.get('/v1/beneficiaries?status=active&limit=1');
  const beneficiary = (known.at('data.0.id') as string | undefined) ?? (await speiBeneficiary(service));
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const held = await service.post('/v1/payouts', mxnPayout(beneficiary, '2.00', 'sim:fail'));
    ids.push(String(held.at('approval.id')));
  }
  await impose(null);
  return ids;
}
