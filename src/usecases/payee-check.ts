import { noPolicy, type PayeeCheckPolicy } from '../domain/approval-policy.js';
import { checkBeneficiary, type Beneficiary } from '../domain/beneficiary.js';
import { findPayout } from '../domain/capability.js';
import { recordPayeeCheck } from '../domain/payee-check.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { PayeeAnswer, PayeeAsk } from '../ports/provider.js';
import type { KeyUse } from '../ports/store.js';
import type { Operator } from './audit.js';
import type { CreateResult } from './made.js';
import { once } from './once.js';
import { absent, lockOwn } from './own.js';

type Needs = Pick<Ports, 'store' | 'reader' | 'vault' | 'catalogue' | 'providers' | 'log'>;

/**
 * Asks the bank whether the name in the details is the account holder's, and stores the answer on the beneficiary
 * (supplement §11.10). The bank is asked outside any transaction; the answer is recorded under a lock.
 */
export async function checkPayee(
  ports: Needs,
  ask: { readonly accountId: string; readonly id: string; readonly by?: Operator | undefined },
  use?: KeyUse,
): Promise<CreateResult<Beneficiary>> {
  const found = await ports.reader.get('beneficiary', [ask.accountId], ask.id);
  if (!found) return absent('beneficiary');
  checkBeneficiary(found);
  const answer = await answerOf(ports, found);
  return once(ports, { noun: 'beneficiary', use, by: ask.by, verb: 'check_payee' }, async (tx) => {
    const beneficiary = await lockOwn(tx, 'beneficiary', ask);
    const { id } = beneficiary;
    const { result, holderHint } = answer;
    const hint =
      holderHint === undefined
        ? null
        : ports.vault.encrypt(holderHint, { noun: 'beneficiary', field: 'payeeHint', id });
    const { beneficiary: row, ...decision } = recordPayeeCheck(await tx.moment(), beneficiary, {
      result,
      hint,
    });
    return { row, decision };
  });
}

async function answerOf(ports: Needs, beneficiary: Beneficiary): Promise<PayeeAnswer> {
  const { id, method, currency } = beneficiary;
  const details = ports.vault.decrypt(beneficiary.details, { noun: 'beneficiary', field: 'details', id });
  if (details === undefined) return { result: 'not_possible' };
  return askPayee(ports, { method, currency, details: JSON.parse(details) as Record<string, string> });
}

/** The bank's answer about an account holder; `details` uses the full field names of the catalogue. */
export async function askPayee(
  { catalogue, providers, log }: Pick<Ports, 'catalogue' | 'providers' | 'log'>,
  ask: PayeeAsk,
): Promise<PayeeAnswer> {
  const provider = providers.get(findPayout(catalogue, ask)?.provider ?? '');
  if (provider === undefined) return { result: 'not_possible' };
  try {
    return await provider.checkPayee(ask);
  } catch (error) {
    log.warn({ err: error, provider: provider.name }, 'payee check failed');
    return refuse(
      'temporarily_unavailable',
      'The bank did not answer the payee check. Nothing was recorded; try again.',
    );
  }
}

/** The account's policy on payee checks (supplement §11.10). */
export async function payeePolicy(
  { reader }: Pick<Ports, 'reader'>,
  accountId: string,
): Promise<PayeeCheckPolicy> {
  const terms = await reader.get('accountTerms', [accountId], accountId);
  return (terms?.approvalPolicy ?? noPolicy).payeeCheck;
}
