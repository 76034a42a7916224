import { memberWithPasskey } from './passkey.js';
import { expect } from 'vitest';
import type { OperatorRole } from '../../src/domain/operator.js';
import { suspendCapability } from '../../src/usecases/capability.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import type { Ask } from './graphql.js';
import { operator, withHand } from './hand.js';
import { freshKey, type RunningService } from './running.js';
import { enablePage } from './hosted.js';
import { doneId, settlementActs, settlingAccount } from './settled.js';
import { mxnPayout, openFunding, speiDestination } from './verbs.js';

/** One mutation: how it is asked, what it leaves in the audit log, and what it answers. */
interface Act {
  readonly declared: string;
  readonly arguments: string;
  readonly selection: string;
  readonly action: string;
  readonly make: () => Promise<object> | object;
  readonly answer: object;
}

/** A service in whose account there is money that came by a pay-in, and who asks it. */
interface Acted {
  readonly service: RunningService;
  readonly as: (role: OperatorRole) => Ask;
  readonly beneficiaryId: string;
  readonly payinId: string;
}

export const rail = { product: 'payout', method: 'ach', currency: 'USD' } as const;

/** Every mutation, each on something of its own, and what such things are made by. */
export function actsOf({ service, as, beneficiaryId, payinId }: Acted) {
  let number = 100;
  const customer = async (): Promise<string> => {
    const body = { external_id: crypto.randomUUID(), type: 'individual', country: 'PE', display_name: 'Ana' };
    return (await service.post('/v1/customers', body)).get('id');
  };
  const payout = async (description: string, status = 'processing'): Promise<string> => {
    const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '10.00', description));
    const path = `/v1/payouts/${made.get('id')}`;
    return (await service.until(path, (each) => each.at('status') === status)).get('id');
  };
  const exception = async (): Promise<string> => {
    const opened = await openFunding(service, { method: 'spei', currency: 'MXN', amount: '50.00' });
    const body = { funding_account_id: opened.get('id'), amount: '40.00' };
    return (await service.post('/v1/sandbox/deposits', body)).get('reconciliation_exception_id');
  };
  const spare = async () => {
    const opened = await as('admin')(
      'mutation { openAccount(name: "Spare", reason: "a test") { account { id } apiKey { id } } }',
    );
    return { id: opened.at('openAccount.account.id'), key: opened.at('openAccount.apiKey.id') };
  };
  /** A manual schedule of an account of its own, which has 100.00 MXN. */
  const manualSchedule = async (): Promise<string> => {
    const account = await settlingAccount(service);
    await account.fund('100.00');
    const destinationId = await speiDestination(account, 3);
    const input = { accountId: account.accountId, currency: 'MXN', destinationId, interval: 'manual' };
    return doneId(await settlementActs(as('admin')).put(input));
  };
  const queuedSettlement = async (): Promise<string> =>
    doneId(await settlementActs(as('admin')).run(await manualSchedule(), 'sim:queue:600000'));
  const own = () => ({ accountId: service.accountId, idempotencyKey: freshKey() });
  const queued = () => ({
    beneficiaryId,
    sourceCurrency: 'MXN',
    amount: '7',
    amountSide: 'source',
    description: 'sim:queue:600000',
  });

  const posted = async (path: string, body: object): Promise<string> =>
    (await service.post(`/v1/${path}`, body)).get('id');
  /** A row of each noun that has metadata. */
  const labelled: Readonly<Record<string, () => Promise<string>>> = {
    FundingAccount: () => posted('funding-accounts', { method: 'spei', currency: 'MXN' }),
    HostedSession: async () => {
      await enablePage(service);
      return posted('hosted-sessions', {});
    },
    Payout: () => payout('sim:queue:600000'),
    PayoutBatch: () => posted('payout-batches', { items: [mxnPayout(beneficiaryId, '7.00')] }),
    Refund: () => posted('refunds', { payin_id: payinId, amount: '1.00', reason: 'sim:hold' }),
    Remittance: async () => {
      const price = {
        product: 'remittance',
        beneficiary_id: await pixBeneficiary(),
        source_currency: 'MXN',
        amount: '100',
        amount_side: 'source',
      };
      const quote_id = await posted('quotes', price);
      const into = await openFunding(service, { method: 'spei', currency: 'MXN' });
      const source = { funding_account_id: into.get('id') };
      return posted('remittances', { quote_id, beneficiary_id: price.beneficiary_id, source });
    },
    Withdrawal: async () =>
      posted('withdrawals', {
        destination_id: await speiDestination(service, 2),
        amount: '1.00',
        description: 'sim:hold',
      }),
  };

  /** One above the threshold that it sets. */
  async function pendingWithdrawal(): Promise<string> {
    const { accountId } = service;
    const agree = (approvalThreshold: { amount: string; currency: string } | null) =>
      withHand(service, (ports) =>
        setAccountTerms(ports, operator, { accountId, update: { approvalThreshold } }),
      );
    await agree({ amount: '5.00', currency: 'MXN' });
    const body = { destination_id: await speiDestination(service, 3), amount: '5.01' };
    const made = await service.post('/v1/withdrawals', body);
    await agree(null);
    expect(made.at('status')).toBe('pending_approval');
    return made.get('id');
  }

  const named = { declared: '$id: ID!', arguments: 'id: $id' };
  const keyed = (input: string) => ({
    declared: `$accountId: ID!, $idempotencyKey: String!, $input: ${input}!`,
    arguments: 'accountId: $accountId, idempotencyKey: $idempotencyKey, input: $input',
  });
  const railed = {
    declared: '$product: Product!, $method: String!, $currency: String!, $accountId: ID',
    arguments: 'product: $product, method: $method, currency: $currency, accountId: $accountId',
  };

  const acts: Readonly<Record<string, Act>> = {
    openAccount: {
      declared: '$name: String!, $ownerEmail: String',
      arguments: 'name: $name, ownerEmail: $ownerEmail',
      selection: 'account { name status } apiKey { scopes } secret',
      action: 'key.issue',
      make: () => ({ name: 'Acme', ownerEmail: 'owner@acme.example' }),
      answer: {
        account: { name: 'Acme', status: 'active' },
        apiKey: { scopes: ['read', 'write'] },
        secret: expect.stringMatching(/^psp_test_[0-9a-z]{12}_[0-9a-f]{64}$/),
      },
    },
    inviteOwner: {
      declared: '$accountId: ID!, $email: String!',
      arguments: 'accountId: $accountId, email: $email',
      selection: 'email role status',
      action: 'member.invite',
      make: () => ({ accountId: service.accountId, email: 'Second@Example.com' }),
      answer: { email: 'second@example.com', role: 'owner', status: 'invited' },
    },
    resetPasskeys: {
      ...named,
      selection: 'role status',
      action: 'member.reset_passkeys',
      make: async () => ({ id: await memberWithPasskey(service) }),
      answer: { role: 'owner', status: 'active' },
    },
    setAccountStatus: {
      declared: '$accountId: ID!, $status: AccountStatus!',
      arguments: 'accountId: $accountId, status: $status',
      selection: 'status',
      action: 'account.status',
      make: async () => ({ accountId: (await spare()).id, status: 'suspended' }),
      answer: { status: 'suspended' },
    },
    issueApiKey: {
      declared: '$accountId: ID!, $scopes: [Scope!]!, $label: String, $expiresAt: DateTime',
      arguments: 'accountId: $accountId, scopes: $scopes, label: $label, expiresAt: $expiresAt',
      selection: 'apiKey { scopes label expiresAt } secret',
      action: 'key.issue',
      make: async () => ({
        accountId: (await spare()).id,
        scopes: ['read'],
        label: 'books',
        expiresAt: '2100-01-01T00:00:00Z',
      }),
      answer: {
        apiKey: { scopes: ['read'], label: 'books', expiresAt: '2100-01-01T00:00:00.000Z' },
        secret: expect.stringMatching(/^psp_test_/),
      },
    },
    revokeApiKey: {
      ...named,
      selection: 'revokedAt',
      action: 'key.revoke',
      make: async () => ({ id: (await spare()).key }),
      answer: { revokedAt: expect.any(String) },
    },
    replayDeliveries: {
      declared: '$endpointId: ID!, $from: DateTime!, $to: DateTime!',
      arguments: 'endpointId: $endpointId, from: $from, to: $to',
      selection: 'endpoint { status } made next',
      action: 'webhook.replay',
      make: async () => {
        const made = await service.post('/v1/webhook-endpoints', { url: 'https://shop.example.com/hook' });
        const day = 86_400_000;
        const [from, to] = [Date.now() - day, Date.now() - day / 2].map((ms) => new Date(ms).toISOString());
        return { endpointId: made.get('id'), from, to };
      },
      answer: { endpoint: { status: 'active' }, made: 0, next: null },
    },
    setEndpointRough: {
      declared: '$endpointId: ID!, $on: Boolean!',
      arguments: 'endpointId: $endpointId, on: $on',
      selection: 'roughSince',
      action: 'webhook.rough',
      make: async () => ({
        endpointId: (
          await service.post('/v1/webhook-endpoints', { url: 'https://shop.example.com/rough' })
        ).get('id'),
        on: true,
      }),
      answer: { roughSince: expect.any(String) },
    },
    setAccountTerms: {
      declared: '$accountId: ID!, $input: AccountTermsInput!',
      arguments: 'accountId: $accountId, input: $input',
      selection: 'platformFeeBps tenantMarkupBps withdrawalFee { amount currency } overrides',
      action: 'account.terms',
      make: async () => ({
        accountId: (await spare()).id,
        input: {
          platformFeeBps: 80,
          withdrawalFee: { amount: '1', currency: 'USDT' },
          limits: [{ ...rail, perOperation: '5' }],
          methods: [{ ...rail, enabled: false }],
        },
      }),
      answer: {
        platformFeeBps: 80,
        tenantMarkupBps: null,
        withdrawalFee: { amount: '1.000000', currency: 'USDT' },
        overrides: [{ ...rail, enabled: false, perOperation: '5.00' }],
      },
    },
    blockCustomer: {
      ...named,
      selection: 'status',
      action: 'customer.block',
      make: async () => ({ id: await customer() }),
      answer: { status: 'blocked' },
    },
    unblockCustomer: {
      ...named,
      selection: 'status',
      action: 'customer.unblock',
      make: async () => {
        const id = await customer();
        await as('admin')('mutation ($id: ID!) { blockCustomer(id: $id, reason: "a test") { id } }', { id });
        return { id };
      },
      answer: { status: 'active' },
    },
    setCustomerCompliance: {
      declared: '$id: ID!, $status: ComplianceStatus!',
      arguments: 'id: $id, status: $status',
      selection: 'complianceStatus',
      action: 'customer.compliance',
      make: async () => ({ id: await customer(), status: 'verified' }),
      answer: { complianceStatus: 'verified' },
    },
    verifyBeneficiary: {
      ...named,
      selection: 'verificationStatus',
      action: 'beneficiary.verify',
      make: async () => ({ id: await pixBeneficiary() }),
      answer: { verificationStatus: 'verified' },
    },
    failBeneficiaryVerification: {
      ...named,
      selection: 'verificationStatus',
      action: 'beneficiary.fail',
      make: async () => ({ id: await pixBeneficiary() }),
      answer: { verificationStatus: 'failed' },
    },
    archiveBeneficiary: {
      ...named,
      selection: 'status',
      action: 'beneficiary.archive',
      make: async () => ({ id: await pixBeneficiary() }),
      answer: { status: 'archived' },
    },
    decideWithdrawal: {
      declared: '$id: ID!, $approve: Boolean!',
      arguments: 'id: $id, approve: $approve',
      selection: 'status approvalThreshold { amount } journals { purpose } events { type }',
      action: 'withdrawal.decline',
      make: async () => ({ id: await pendingWithdrawal(), approve: false }),
      answer: {
        status: 'cancelled',
        approvalThreshold: { amount: '5.00' },
        journals: [{ purpose: 'withdrawal_reserve' }, { purpose: 'reversal' }],
        events: [
          { type: 'withdrawal.created' },
          { type: 'withdrawal.pending_approval' },
          { type: 'withdrawal.cancelled' },
        ],
      },
    },
    disableDestination: {
      ...named,
      selection: 'status account { id }',
      action: 'destination.disable',
      make: async () => ({ id: await speiDestination(service, (number += 1)) }),
      answer: { status: 'disabled', account: { id: expect.stringMatching(/^acct_/) } },
    },
    putScheduleInForce: {
      declared: '$input: SettlementScheduleInput!',
      arguments: 'input: $input',
      selection:
        'interval day automatic status nextCutoffAt destination { id } account { settlementConfiguration { state } }',
      action: 'schedule.put_in_force',
      // Of an account of its own: at the end of a month the schedule takes the whole balance.
      make: async () => {
        const account = await settlingAccount(service);
        const destinationId = await speiDestination(account, 2);
        const monthly = { interval: 'monthly', day: 31, minimumAmount: '5' };
        return { input: { accountId: account.accountId, currency: 'MXN', destinationId, ...monthly } };
      },
      answer: {
        interval: 'monthly',
        day: 31,
        automatic: true,
        status: 'active',
        nextCutoffAt: expect.stringMatching(/T00:00:00.000Z$/),
        destination: { id: expect.stringMatching(/^sdst_/) },
        account: { settlementConfiguration: { state: 'active' } },
      },
    },
    closeSchedule: {
      ...named,
      selection: 'status closedAt',
      action: 'schedule.close',
      make: async () => ({ id: await manualSchedule() }),
      answer: { status: 'closed', closedAt: expect.any(String) },
    },
    runSettlement: {
      declared: '$scheduleId: ID!',
      arguments: 'scheduleId: $scheduleId',
      selection: 'status total { currency } schedule { interval }',
      action: 'settlement.run',
      make: async () => ({ scheduleId: await manualSchedule() }),
      answer: { status: 'processing', total: { currency: 'MXN' }, schedule: { interval: 'manual' } },
    },
    holdSettlement: {
      ...named,
      selection: 'status',
      action: 'settlement.hold',
      make: async () => ({ id: await queuedSettlement() }),
      answer: { status: 'on_hold' },
    },
    releaseSettlement: {
      ...named,
      selection: 'status',
      action: 'settlement.release',
      make: async () => {
        const id = await queuedSettlement();
        await as('admin')('mutation ($id: ID!) { holdSettlement(id: $id, reason: "a test") { id } }', { id });
        return { id };
      },
      answer: { status: 'processing' },
    },
    setWhiteLabel: {
      declared: '$accountId: ID!, $granted: Boolean!',
      arguments: 'accountId: $accountId, granted: $granted',
      selection: 'whiteLabelAt',
      action: 'account.white_label',
      make: async () => ({ accountId: (await spare()).id, granted: true }),
      answer: { whiteLabelAt: expect.any(String) },
    },
    releaseHostedDomain: {
      ...named,
      selection: 'verificationStatus account { id }',
      action: 'domain.release',
      make: async () => {
        const claim = await service.post('/v1/hosted-domains', {
          hostname: `pay-${(number += 1)}.example.com`,
        });
        return { id: claim.get('id') };
      },
      answer: { verificationStatus: 'failed', account: { id: expect.stringMatching(/^acct_/) } },
    },
    decideRisk: {
      declared: '$decisionId: ID!, $approve: Boolean!',
      arguments: 'decisionId: $decisionId, approve: $approve',
      selection: 'status payout { status failureCode }',
      action: 'risk.reject',
      make: async () => {
        const id = await payout('sim:review');
        const detail = await service.get(`/v1/payouts/${id}`);
        return { decisionId: detail.get('risk_decision_id'), approve: false };
      },
      answer: { status: 'rejected', payout: { status: 'failed', failureCode: 'risk_rejected' } },
    },
    addNote: {
      declared: '$resourceId: ID!',
      arguments: 'resourceId: $resourceId',
      selection: 'subjectId action accountId',
      action: 'note.add',
      make: async () => ({ resourceId: await customer() }),
      answer: { subjectId: expect.stringMatching(/^cus_/), action: 'note.add', accountId: service.accountId },
    },
    recordEvidence: {
      declared: '$resourceId: ID!, $outcome: EvidenceOutcome!, $code: String',
      arguments: 'resourceId: $resourceId, outcome: $outcome, code: $code',
      selection: '... on Payout { status failureCode }',
      action: 'evidence.record',
      make: async () => ({ resourceId: await payout('sim:hold'), outcome: 'not_executed' }),
      answer: { status: 'failed', failureCode: 'resolved_not_executed' },
    },
    suspendCapability: {
      ...railed,
      selection: 'product method currency accountId liftedAt',
      action: 'capability.suspend',
      make: async () => ({ ...rail, accountId: (await spare()).id }),
      answer: { ...rail, accountId: expect.stringMatching(/^acct_/), liftedAt: null },
    },
    resumeCapability: {
      ...railed,
      selection: 'accountId liftedAt',
      action: 'capability.resume',
      make: async () => {
        const accountId = String((await spare()).id);
        await withHand(service, (ports) => suspendCapability(ports, operator, { ...rail, accountId }));
        return { ...rail, accountId };
      },
      answer: { accountId: expect.stringMatching(/^acct_/), liftedAt: expect.any(String) },
    },
    setPayoutKillSwitch: {
      declared: '$on: Boolean!',
      arguments: 'on: $on',
      selection: 'payoutsStopped',
      action: 'payouts.resume',
      make: () => ({ on: false }),
      answer: { payoutsStopped: false },
    },
    resolveException: {
      declared: '$id: ID!, $note: String!, $adjustment: AdjustmentInput',
      arguments: 'id: $id, note: $note, adjustment: $adjustment',
      selection: 'status note resolvedAt adjustment { direction money { amount currency } }',
      action: 'exception.resolve',
      make: async () => ({
        id: await exception(),
        note: 'credited',
        adjustment: { bucket: 'available', direction: 'credit', amount: '40', currency: 'MXN' },
      }),
      answer: {
        status: 'resolved',
        note: 'credited',
        resolvedAt: expect.any(String),
        adjustment: { direction: 'credit', money: { amount: '40.00', currency: 'MXN' } },
      },
    },
    createQuote: {
      ...keyed('QuoteInput'),
      selection: 'status source { principal } destination { currency }',
      action: 'quote.create',
      make: () => ({
        ...own(),
        input: { method: 'pix', currency: 'BRL', sourceCurrency: 'MXN', amount: '10', amountSide: 'source' },
      }),
      answer: { status: 'open', source: { principal: '10.00' }, destination: { currency: 'BRL' } },
    },
    createFundingAccount: {
      ...keyed('FundingAccountInput'),
      selection: 'status method',
      action: 'fundingAccount.create',
      make: () => ({ ...own(), input: { method: 'spei', currency: 'MXN' } }),
      answer: { status: 'pending', method: 'spei' },
    },
    createPayout: {
      ...keyed('PayoutInput'),
      selection: 'status source { total } beneficiary { id }',
      action: 'payout.create',
      make: () => ({
        ...own(),
        input: { beneficiaryId, sourceCurrency: 'MXN', amount: '100', amountSide: 'source' },
      }),
      answer: {
        status: 'processing',
        source: { total: '101.50' },
        beneficiary: { id: expect.stringMatching(/^ben_/) },
      },
    },
    createRemittance: {
      ...keyed('RemittanceInput'),
      selection:
        'status source { amount currency } quote { status } fundingAccount { status } beneficiary { id }',
      action: 'remittance.create',
      make: async () => {
        const price = {
          product: 'remittance',
          beneficiary_id: await pixBeneficiary(),
          source_currency: 'MXN',
          amount: '100',
          amount_side: 'source',
        };
        const quote = await service.post('/v1/quotes', price);
        const into = await openFunding(service, { method: 'spei', currency: 'MXN' });
        const source = { fundingAccountId: into.get('id') };
        return {
          ...own(),
          input: { quoteId: quote.get('id'), beneficiaryId: price.beneficiary_id, source, description: null },
        };
      },
      answer: {
        status: 'awaiting_funds',
        source: { amount: '101.50', currency: 'MXN' },
        quote: { status: 'used' },
        fundingAccount: { status: 'active' },
        beneficiary: { id: expect.stringMatching(/^ben_/) },
      },
    },
    createRefund: {
      ...keyed('RefundInput'),
      selection: 'status amount { amount currency } payin { refunds { status } refundable { amount } }',
      action: 'refund.create',
      make: () => ({ ...own(), input: { payinId, amount: '1', reason: 'sim:hold' } }),
      answer: {
        status: 'processing',
        amount: { amount: '1.00', currency: 'MXN' },
        payin: { refunds: [{ status: 'processing' }], refundable: { amount: '9999.00' } },
      },
    },
    createWithdrawal: {
      ...keyed('WithdrawalInput'),
      selection: 'status total { amount } destination { currency }',
      action: 'withdrawal.create',
      make: async () => ({
        ...own(),
        input: { destinationId: await speiDestination(service, 2), amount: '1', description: 'sim:hold' },
      }),
      answer: { status: 'processing', total: { amount: '1.00' }, destination: { currency: 'MXN' } },
    },
    cancelPayout: {
      declared: '$accountId: ID!, $idempotencyKey: String!, $id: ID!',
      arguments: 'accountId: $accountId, idempotencyKey: $idempotencyKey, id: $id',
      selection: 'status cancellation { requestedAt }',
      action: 'payout.cancel',
      make: async () => ({ ...own(), id: await payout('sim:queue:60000') }),
      answer: { status: 'processing', cancellation: { requestedAt: expect.any(String) } },
    },
    createPayoutBatch: {
      ...keyed('PayoutBatchInput'),
      selection: 'status summary { total }',
      action: 'payoutBatch.create',
      make: () => ({ ...own(), input: { items: [queued()] } }),
      answer: { status: 'processing', summary: { total: 1 } },
    },
    cancelPayoutBatch: {
      declared: '$accountId: ID!, $idempotencyKey: String!, $id: ID!',
      arguments: 'accountId: $accountId, idempotencyKey: $idempotencyKey, id: $id',
      selection: 'status cancellation { requestedAt }',
      action: 'payoutBatch.cancel',
      make: async () => {
        const made = await as('admin')(
          'mutation ($accountId: ID!, $idempotencyKey: String!, $input: PayoutBatchInput!) { createPayoutBatch(accountId: $accountId, idempotencyKey: $idempotencyKey, input: $input, reason: "a test") { id } }',
          { ...own(), input: { items: [queued()] } },
        );
        return { ...own(), id: made.at('createPayoutBatch.id') };
      },
      answer: { status: 'processing', cancellation: { requestedAt: expect.any(String) } },
    },
    ...Object.fromEntries(
      Object.entries(labelled).map(([name, make]) => [
        `update${name}Metadata`,
        {
          declared: '$accountId: ID!, $id: ID!, $metadata: [MetadataPair!]!',
          arguments: 'accountId: $accountId, id: $id, metadata: $metadata',
          selection: 'metadata',
          action: `${name.charAt(0).toLowerCase()}${name.slice(1)}.update`,
          make: async () => ({
            accountId: service.accountId,
            id: await make(),
            metadata: [{ key: 'order', value: '1042' }],
          }),
          answer: { metadata: { order: '1042' } },
        },
      ]),
    ),
    checkPayee: {
      declared: '$accountId: ID!, $idempotencyKey: String!, $id: ID!',
      arguments: 'accountId: $accountId, idempotencyKey: $idempotencyKey, id: $id',
      selection: 'payeeResult payeeHint payeeCheckedAt',
      action: 'beneficiary.check_payee',
      make: async () => ({ ...own(), id: await pixBeneficiary() }),
      answer: { payeeResult: 'match', payeeHint: expect.any(String), payeeCheckedAt: expect.any(String) },
    },
    requireApprovals: {
      declared: '$accountId: ID!, $payoutsAbove: MoneyInput',
      arguments: 'accountId: $accountId, payoutsAbove: $payoutsAbove',
      selection: 'approvalPolicy',
      action: 'account.approvals',
      make: () => ({
        accountId: service.accountId,
        payoutsAbove: { amount: '1000000', currency: 'USDT' },
      }),
      answer: {
        approvalPolicy: {
          payouts: { above: [{ amount: '1000000.000000', currency: 'USDT' }], newBeneficiaryDays: null },
          batches: null,
          approvals: 1,
          expiresIn: 604_800,
          payeeCheck: 'off',
        },
      },
    },
    advanceClock: {
      declared: '$seconds: Int!',
      arguments: 'seconds: $seconds',
      selection: 'now machineNow',
      action: 'clock.advance',
      make: () => ({ seconds: 3600 }),
      answer: { now: expect.any(String), machineNow: expect.any(String) },
    },
  };

  async function pixBeneficiary(): Promise<string> {
    const details = { name: 'Maria Souza', pix_key: `${crypto.randomUUID()}@example.com` };
    return (await service.post('/v1/beneficiaries', { method: 'pix', currency: 'BRL', details })).get('id');
  }

  return { acts, customer, payout, exception, spare };
}
