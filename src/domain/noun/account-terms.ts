import type { ApprovalPolicy } from '../approval-policy.js';
import type { Override } from '../capability.js';
import { declare, inConsole, json, money, nowhere, ref, time, whole, type RowOf } from './declare.js';

const agreed = { optional: true, shows: inConsole } as const;

/** The platform's agreement with one account, under the account's id; null means the catalogue's default. */
export const accountTerms = declare('accountTerms', {
  called: ['terms of an account', 'terms of accounts'],
  says: 'What the platform agreed with one account; null means the default.',
  fields: {
    accountId: ref('account', 'The account.', { fixed: true, shows: nowhere }),
    platformFeeBps: whole('Platform fee on the principal, in basis points.', agreed),
    tenantMarkupBps: whole("The account's own markup, in basis points.", agreed),
    overrides: json<readonly Override[]>()(
      'Limits and methods that differ from the default, by product, method and currency.',
      { shows: inConsole },
    ),
    withdrawalFee: money('Fee for a withdrawal.', agreed),
    approvalThreshold: money('A withdrawal above this amount waits for approval.', agreed),
    approvalPolicy: json<ApprovalPolicy>()(
      "The account's own rules about approvals and payee checks.",
      agreed,
    ),
    whiteLabelAt: time("Since when the hosted page may omit the platform's name.", agreed),
  },
});

export type AccountTerms = RowOf<typeof accountTerms>;
