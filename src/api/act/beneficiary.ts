import { showBeneficiary } from '../../domain/beneficiary.js';
import { judgeBeneficiary } from '../../usecases/beneficiary.js';
import { act, type Group } from './act.js';
import { id, seen, stateOf } from './field.js';

const ofBeneficiary = stateOf('SeenBeneficiary', 'A beneficiary', {
  status: seen('BeneficiaryStatus', 'Whether the beneficiary can be paid.'),
  verificationStatus: seen('VerificationStatus', 'Result of the verification.'),
});

interface Verdict {
  readonly name: string;
  readonly words: string;
  readonly outcome: string;
}

const judgement = (action: 'verify' | 'fail' | 'archive', { name, words, outcome }: Verdict) =>
  act({
    name,
    words,
    role: 'support',
    takes: { id: id('Its id.') },
    changes: ofBeneficiary,
    answers: 'Beneficiary',
    command: {
      path: `beneficiary ${action}`,
      positionals: ['id'],
      hints: { id: 'The beneficiary.' },
      example: 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y',
    },
    run: ({ ports, by }, { id: beneficiaryId }) => judgeBeneficiary(ports, by, { id: beneficiaryId, action }),
    output: (judged) => ({
      json: { account_id: judged.accountId, ...showBeneficiary(judged) },
      text: `The beneficiary ${judged.id} ${outcome}.`,
    }),
  });

export const beneficiaryActs: Group = {
  name: 'beneficiary',
  words: 'External accounts that receive payments',
  acts: [
    judgement('verify', {
      name: 'verifyBeneficiary',
      words: 'Mark a beneficiary as verified. This is final.',
      outcome: 'is verified',
    }),
    judgement('fail', {
      name: 'failBeneficiaryVerification',
      words: 'Mark the verification of a beneficiary as failed.',
      outcome: 'failed its verification',
    }),
    judgement('archive', {
      name: 'archiveBeneficiary',
      words: 'Archive a beneficiary. It can no longer be paid.',
      outcome: 'is archived',
    }),
  ],
};
