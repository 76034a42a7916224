import { z } from 'zod';
import {
  expiresIn,
  noPolicy,
  payeeCheckPolicies,
  type ApprovalPolicy,
} from '../../domain/approval-policy.js';
import { judgeApproval } from '../../usecases/approval.js';
import { readPolicy, setPolicy, type PolicyState } from '../../usecases/approval-policy.js';
import type { Vault } from '../../ports/vault.js';
import { signedIn } from '../caller.js';
import { amountText, currency, exampleChangeTime, exampleId, named, text } from '../field.js';
import { approvalResource as resource } from './approval-shape.js';
import { answerMade, ok, route } from './route.js';

const above = (what: string) =>
  z
    .array(z.strictObject({ currency, amount: amountText }))
    .max(20)
    .describe(
      `${what} more than any of these amounts need approval. Other currencies are converted at the present rate.`,
    );

const policySchema = named(
  'ApprovalPolicyUpdate',
  z.strictObject({
    payouts: z
      .strictObject({
        above: above('Payouts with a principal of'),
        new_beneficiary_days: z
          .int()
          .min(1)
          .max(365)
          .exactOptional()
          .describe(
            'Payouts to a beneficiary younger than this many days need approval, regardless of the amount.',
          ),
      })
      .exactOptional()
      .describe('Absent: single payouts need no approval.'),
    batches: z
      .strictObject({ above: above('Batches whose items add up to') })
      .exactOptional()
      .describe('Absent: batches need no approval.'),
    approvals: z
      .union([z.literal(1), z.literal(2)])
      .exactOptional()
      .describe('How many members have to approve; 1 unless given.'),
    expires_in: z
      .int()
      .min(expiresIn.least)
      .max(expiresIn.most)
      .exactOptional()
      .describe('Seconds after which an undecided approval expires; 604800 (7 days) unless given.'),
    payee_check: z
      .enum(payeeCheckPolicies)
      .exactOptional()
      .describe(
        'require refuses payouts to a beneficiary whose payee check found another holder, is missing or is older than 30 days; warn lets previews say so in `warnings`; off unless given.',
      ),
  }),
  {
    payouts: { above: [{ currency: 'USDT', amount: '5000' }] },
    batches: { above: [{ currency: 'USDT', amount: '20000' }] },
    payee_check: 'warn',
  },
);

const stateSchema = named(
  'ApprovalPolicy',
  policySchema.extend({
    approvals: z.union([z.literal(1), z.literal(2)]).describe('How many members have to approve.'),
    expires_in: z.int().describe('Seconds after which an undecided approval expires.'),
    payee_check: z.enum(payeeCheckPolicies).describe('Whether payouts need a payee check.'),
    pending_change: resource.schema
      .exactOptional()
      .describe('The approval by another owner that a looser policy waits for.'),
  }),
  {
    payouts: { above: [{ currency: 'USDT', amount: '5000.000000' }] },
    batches: { above: [{ currency: 'USDT', amount: '20000.000000' }] },
    approvals: 1,
    expires_in: expiresIn.usual,
    payee_check: 'warn',
  },
);

function policyOf(body: z.infer<typeof policySchema>): ApprovalPolicy {
  const { payouts, batches } = body;
  return {
    payouts: payouts
      ? { above: payouts.above, newBeneficiaryDays: payouts.new_beneficiary_days ?? null }
      : null,
    batches: batches ?? null,
    approvals: body.approvals ?? noPolicy.approvals,
    expiresIn: body.expires_in ?? noPolicy.expiresIn,
    payeeCheck: body.payee_check ?? noPolicy.payeeCheck,
  };
}

function showPolicy({ policy, change }: PolicyState, vault: Vault) {
  const { payouts, batches } = policy;
  return {
    ...(payouts && {
      payouts: {
        above: payouts.above,
        ...(payouts.newBeneficiaryDays !== null && { new_beneficiary_days: payouts.newBeneficiaryDays }),
      },
    }),
    ...(batches && { batches }),
    approvals: policy.approvals,
    expires_in: policy.expiresIn,
    payee_check: policy.payeeCheck,
    ...(change && { pending_change: resource.inDetail(change, vault) }),
  };
}

const example = resource.example;
const decided = {
  decided_by: exampleId('member'),
  decided_at: exampleChangeTime,
  updated_at: exampleChangeTime,
};

const noteOf = (name: string, note: string) =>
  named(
    name,
    z.strictObject({
      note: text(500).exactOptional().describe('Reason. All members of the account can read it.'),
    }),
    { note },
  );

const write = { tag: resource.list.tag, scope: 'write' } as const;

export const approvalRoutes = [
  route({
    method: 'GET',
    path: '/v1/approval-policy',
    operationId: 'getApprovalPolicy',
    tag: resource.list.tag,
    summary: 'Retrieve the approval policy',
    description: 'For signed-in owners. Without a policy nothing has to be approved.',
    scope: 'read',
    idempotency: 'none',
    forRole: 'owner',
    answers: { 200: stateSchema },
    examples: { 200: { approvals: 1, expires_in: expiresIn.usual, payee_check: 'off' } },
    errors: ['insufficient_role'],
    handle: async ({ ports }, { caller }) =>
      ok(showPolicy(await readPolicy(ports, caller.account.id), ports.vault)),
  }),
  route({
    ...write,
    method: 'PUT',
    path: '/v1/approval-policy',
    operationId: 'replaceApprovalPolicy',
    dangerous: true,
    summary: 'Configure the approval policy',
    description:
      'For signed-in owners. Replaces the whole policy; fields that are left out go back to their defaults. A stricter policy is in force at once. A looser one waits for another owner, if the account has one, and is shown as `pending_change` until then.',
    idempotency: 'none',
    forRole: 'owner',
    body: policySchema,
    answers: { 200: stateSchema },
    errors: ['insufficient_role'],
    handle: async ({ ports }, { caller, body }) => {
      const ask = { accountId: caller.account.id, member: signedIn(caller), policy: policyOf(body) };
      return ok(showPolicy(await setPolicy(ports, ask), ports.vault));
    },
  }),
  resource.list,
  resource.retrieve,
  route({
    ...write,
    method: 'POST',
    path: '/v1/approvals/{id}/approve',
    idKind: 'approval',
    operationId: 'approveApproval',
    dangerous: true,
    summary: 'Approve what waits for an approval',
    description:
      'For signed-in owners and admins, never the one who asked. With the last approval that is required the payout or batch is sent. Approving twice changes nothing.',
    idempotency: 'optional',
    forRole: 'manager',
    body: noteOf('ApprovalApprove', 'Matches the signed contract.'),
    isBodyOptional: true,
    answers: { 200: resource.schema },
    examples: {
      200: {
        ...example,
        status: 'approved',
        given: [
          { member_id: exampleId('member'), at: exampleChangeTime, note: 'Matches the signed contract.' },
        ],
        ...decided,
      },
    },
    errors: ['not_found', 'insufficient_role', 'approval_not_pending'],
    handle: async ({ ports }, { caller, id, body, use }) => {
      const ask = { accountId: caller.account.id, id, member: signedIn(caller), approve: true, ...body };
      const made = await judgeApproval(ports, ask, use);
      return answerMade(made, resource.inDetail(made.resource, ports.vault), 200);
    },
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/approvals/{id}/decline',
    idKind: 'approval',
    operationId: 'declineApproval',
    summary: 'Decline what waits for an approval',
    description:
      'For signed-in owners and admins. The payout, or each payout of the batch, fails with `approval_declined`, and its money is available again.',
    idempotency: 'optional',
    forRole: 'manager',
    body: noteOf('ApprovalDecline', 'The invoice was paid in October.'),
    isBodyOptional: true,
    answers: { 200: resource.schema },
    examples: {
      200: { ...example, status: 'declined', note: 'The invoice was paid in October.', ...decided },
    },
    errors: ['not_found', 'insufficient_role', 'approval_not_pending'],
    handle: async ({ ports }, { caller, id, body, use }) => {
      const ask = { accountId: caller.account.id, id, member: signedIn(caller), approve: false, ...body };
      const made = await judgeApproval(ports, ask, use);
      return answerMade(made, resource.inDetail(made.resource, ports.vault), 200);
    },
  }),
];
