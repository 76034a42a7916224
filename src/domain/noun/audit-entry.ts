import { anyId, declare, json, ref, text, time, type RowOf } from './declare.js';

type Values = Readonly<Record<string, unknown>>;

/** Which person at the platform did what, when and why (supplement §5). Never contains personal data or secrets. */
export const auditEntry = declare('auditEntry', {
  called: ['audit entry', 'audit entries'],
  says: 'Acts of operators, and changes made by members: who, what, when and why.',
  fields: {
    operator: text('Name of the person.', { withheld: true }),
    operatorId: anyId(
      'Id of the person: op_… for an operator, mem_… for a member. Null for the command line, and in entries older than this field.',
      { optional: true },
    ),
    action: text('The act, such as customer.block.'),
    reason: text('Why.'),
    accountId: ref('account', 'Account concerned; null for the whole platform.', {
      optional: true,
    }),
    subjectId: anyId('Resource that was changed.', { optional: true }),
    before: json<Values>()('State before the act.', { optional: true }),
    after: json<Values>()('State after the act.', { optional: true }),
    createdAt: time('When.'),
  },
  indexes: [{ by: ['subjectId'] }, { by: ['accountId'] }, { by: ['operatorId'] }, { by: ['action'] }],
});

export type AuditEntry = RowOf<typeof auditEntry>;
