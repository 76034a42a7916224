import { added, changed, decide } from '../domain/decision.js';
import {
  defaultTerms,
  showTerms,
  updateTerms,
  type AccountTerms,
  type TermsUpdate,
} from '../domain/terms.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';

/** Sets fees, limits and methods of an account for everything accepted from now on (supplement §10). */
export function setAccountTerms(
  ports: Pick<Ports, 'store' | 'catalogue'>,
  operator: Operator,
  ask: { accountId: string; update: TermsUpdate },
): Promise<AccountTerms> {
  const { accountId, update } = ask;
  return ports.store.transaction(async (tx) => {
    const [account] = await tx.lock('account', [accountId]);
    if (!account) return absent('account');
    const [known] = await tx.find('accountTerms', { accountId });
    const terms = known ?? defaultTerms(accountId);
    checkSeen(operator, { subjectId: accountId, state: showTerms(terms) });
    const next = updateTerms(ports.catalogue.capabilities, terms, update);
    const entry = audited(await tx.moment(), operator, {
      action: 'account.terms',
      accountId,
      subjectId: accountId,
      before: showTerms(terms),
      after: showTerms(next),
    });
    const change = known ? changed('accountTerms', next) : added('accountTerms', next);
    await tx.record([decide({ changes: [change] }), entry]);
    return next;
  });
}
