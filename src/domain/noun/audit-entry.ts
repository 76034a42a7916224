import { anyId, declare, json, ref, text, time, type RowOf } from './declare.js';

type Values = Readonly<Record<string, unknown>>;

/** Who of the platform did what, when and why (supplement §5). Never holds personal data or secrets. */
export const auditEntry = declare('auditEntry', {
  called: ['audit entry', 'audit entries'],
  says: 'Who did what, when and why: operators, and what members do for their accounts.',
  fields: {
    operator: text('Who, by name.'),
    operatorId: anyId(
      'Who, by id: names may be alike. Of an operator op_…, of a member of the account mem_…. Null for whoever has no token (the command line), and in entries from before it was kept.',
      { optional: true },
    ),
    action: text('What, such as customer.block.'),
    reason: text('Why.'),
    accountId: ref('account', 'The account that it was done to; null for what concerns the whole platform.', {
      optional: true,
    }),
    subjectId: anyId('What it was done to.', { optional: true }),
    before: json<Values>()('What stood before.', { optional: true }),
    after: json<Values>()('What stood after.', { optional: true }),
    createdAt: time('When.'),
  },
  indexes: [{ by: ['subjectId'] }, { by: ['accountId'] }, { by: ['operatorId'] }],
});

export type AuditEntry = RowOf<typeof auditEntry>;
