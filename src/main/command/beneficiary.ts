import type { Command } from 'commander';
import { showBeneficiary } from '../../domain/beneficiary.js';
import { verifyBeneficiary } from '../../usecases/beneficiary.js';
import { acts, group } from './act.js';

/** `beneficiary verify`. */
export function beneficiaryCommands(psp: Command): void {
  const example = 'beneficiary verify ben_01k9zq3v5e8x7m2n4p6r8t0w1y';
  const beneficiary = group(psp, 'beneficiary', { description: 'Accounts that are paid', example });
  acts<[string]>(
    beneficiary
      .command('verify')
      .description('Mark a beneficiary as verified, which is final')
      .argument('<id>'),
    example,
    async ({ ports, operator }, [id]) => {
      const verified = await verifyBeneficiary(ports, operator, { id });
      const json = { account_id: verified.accountId, ...showBeneficiary(verified) };
      return { json, text: `The beneficiary ${id} is verified.` };
    },
  );
}
