import type { Override } from '../capability.js';
import { declare, inConsole, json, money, nowhere, ref, time, whole, type RowOf } from './declare.js';

const agreed = { optional: true, shows: inConsole } as const;

/** The platform's agreement with one account, under the account's own id; null means the catalogue's default. */
export const accountTerms = declare('accountTerms', {
  called: ['terms of an account', 'terms of accounts'],
  says: 'What the platform agreed with one account; null stands for the usual.',
  fields: {
    accountId: ref('account', 'The account.', { fixed: true, shows: nowhere }),
    platformFeeBps: whole('Of the principal, in hundredths of a percent.', agreed),
    tenantMarkupBps: whole("The account's own markup, in hundredths of a percent.", agreed),
    overrides: json<readonly Override[]>()(
      'Limits and methods that differ from the usual, by product, method and currency.',
      { shows: inConsole },
    ),
    withdrawalFee: money('What a withdrawal costs.', agreed),
    approvalThreshold: money('From what amount on a withdrawal waits for an approval.', agreed),
    whiteLabelAt: time('Since when its hosted page may leave the name of the platform out.', agreed),
  },
});

export type AccountTerms = RowOf<typeof accountTerms>;
