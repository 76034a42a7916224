import { anyId, declare, json, nowhere, ref, text, time, type RowOf } from './declare.js';

type Values = Readonly<Record<string, unknown>>;

/** Who of the platform did what, when and why (supplement §5). Never holds personal data or secrets. */
export const auditEntry = declare('auditEntry', {
  prefix: 'aud',
  called: ['audit entry', 'audit entries'],
  says: 'Who did what, when and why: operators, and what members do for their accounts.',
  fields: {
    operator: text('Who, by name.', { shows: nowhere }),
    // Null for who acts without a token: from the command line, or at the first start.
    operatorId: anyId('Who, by id.', { optional: true, shows: nowhere }),
    action: text('What, such as customer.block.', { shows: nowhere }),
    reason: text('Why.', { shows: nowhere }),
    accountId: ref('account', 'The account that it was done to.', { optional: true, shows: nowhere }),
    subjectId: anyId('What it was done to.', { optional: true, shows: nowhere }),
    before: json<Values>()('What stood before.', { optional: true, shows: nowhere }),
    after: json<Values>()('What stood after.', { optional: true, shows: nowhere }),
    createdAt: time('When.', { shows: nowhere }),
  },
  indexes: [{ by: ['subjectId'] }, { by: ['accountId'] }, { by: ['operatorId'] }],
});

export type AuditEntry = RowOf<typeof auditEntry>;
