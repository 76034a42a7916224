import type { Command } from 'commander';
import { showBeneficiary } from '../../domain/beneficiary.js';
import { judgeBeneficiary } from '../../usecases/beneficiary.js';
import { acts, group } from './act.js';

const judgements = {
  verify: { about: 'Mark a beneficiary as verified, which is final', told: 'is verified' },
  fail: { about: 'Mark a beneficiary as one that could not be verified', told: 'failed its verification' },
  archive: { about: 'Take a beneficiary out of use', told: 'is archived' },
} as const;

/** `beneficiary verify`, `beneficiary fail` and `beneficiary archive`. */
export function beneficiaryCommands(psp: Command): void {
  const id = 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y';
  const beneficiary = group(psp, 'beneficiary', {
    description: 'Accounts that are paid',
    example: `beneficiary verify ${id}`,
  });
  for (const action of ['verify', 'fail', 'archive'] as const) {
    const { about, told } = judgements[action];
    acts<[string]>(
      beneficiary.command(action).description(about).argument('<id>', 'the beneficiary'),
      `beneficiary ${action} ${id}`,
      async ({ ports, operator }, [id]) => {
        const judged = await judgeBeneficiary(ports, operator, { id, action });
        const json = { account_id: judged.accountId, ...showBeneficiary(judged) };
        return { json, text: `The beneficiary ${id} ${told}.` };
      },
    );
  }
}
