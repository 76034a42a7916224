import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../src/api/rest/routes.js';
import { imposePolicy } from '../../src/usecases/approval-policy.js';
import { operatorOf } from '../setup/graphql.js';
import { operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openService, type Answer, type Client, type RunningService } from '../setup/running.js';
import { passkeyOf } from '../setup/passkey.js';
import { mailSettings, openMailbox, personOf } from '../setup/sign-in.js';
import { deposit, mxnPayout, openFundingAccount, speiBeneficiary, speiDestination } from '../setup/verbs.js';

const mailbox = openMailbox();
let service: RunningService;
let owner: Client & { readonly token: string };

beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...mailSettings }, mailbox);
  owner = await personOf(service, mailbox, 'owner@example.com');
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

/** Ids created by earlier calls. */
const ids: Record<string, string> = {};
const remember =
  (name: string, path = 'id') =>
  (answer: Answer): void => {
    ids[name] = answer.get(path);
  };

interface Call {
  readonly path: () => string;
  readonly body?: () => object;
  readonly method?: string;
  readonly action: string;
  readonly keep?: (answer: Answer) => void;
}

const price = { method: 'spei', currency: 'MXN', amount: '10', amount_side: 'source' };

/** In this order, because later calls use what earlier ones create. */
const calls: Readonly<Record<string, Call>> = {
  createCustomer: {
    path: () => '/v1/customers',
    body: () => ({ external_id: 'c1', type: 'individual', country: 'MX', display_name: 'Luz' }),
    action: 'customer.create',
    keep: remember('customer'),
  },
  updateCustomer: {
    method: 'PATCH',
    path: () => `/v1/customers/${ids['customer']}`,
    body: () => ({ metadata: { a: 'b' } }),
    action: 'customer.update',
  },
  createBeneficiary: {
    path: () => '/v1/beneficiaries',
    body: () => ({
      method: 'spei',
      currency: 'MXN',
      details: { name: 'Rosa Campos', clabe: '032180000118359719' },
    }),
    action: 'beneficiary.create',
    keep: remember('beneficiary'),
  },
  createFundingAccount: {
    path: () => '/v1/funding-accounts',
    body: () => ({ method: 'spei', currency: 'MXN', settlement_currency: 'MXN' }),
    action: 'fundingAccount.create',
    keep: remember('fundingAccount'),
  },
  createQuote: {
    path: () => '/v1/quotes',
    body: () => ({ ...price, source_currency: 'USDT' }),
    action: 'quote.create',
  },
  createPayout: {
    path: () => '/v1/payouts',
    body: () => mxnPayout(ids['beneficiary'] ?? '', '10.00', 'sim:hold'),
    action: 'payout.create',
    keep: remember('payout'),
  },
  createSandboxEvidence: {
    path: () => `/v1/sandbox/operations/${ids['payout']}/evidence`,
    body: () => ({ outcome: 'paid' }),
    action: 'payout.evidence',
  },
  cancelPayout: {
    path: () => `/v1/payouts/${ids['queued']}/cancel`,
    action: 'payout.cancel',
  },
  createPayoutBatch: {
    path: () => '/v1/payout-batches',
    body: () => ({ items: [mxnPayout(ids['beneficiary'] ?? '', '1.00', 'sim:queue:5000')] }),
    action: 'payoutBatch.create',
    keep: remember('batch'),
  },
  cancelPayoutBatch: {
    path: () => `/v1/payout-batches/${ids['batch']}/cancel`,
    action: 'payoutBatch.cancel',
  },
  createRefund: {
    path: () => '/v1/refunds',
    body: () => ({ payin_id: ids['payin'], amount: '1.00' }),
    action: 'refund.create',
    keep: remember('refund'),
  },
  createRemittance: {
    path: () => '/v1/remittances',
    body: () => ({
      quote_id: ids['price'],
      beneficiary_id: ids['beneficiary'],
      source: { funding_account_id: ids['into'] },
    }),
    action: 'remittance.create',
    keep: remember('remittance'),
  },
  createSettlementDestination: {
    path: () => '/v1/settlement-destinations',
    body: () => ({
      method: 'spei',
      currency: 'MXN',
      details: { name: 'Acme SA de CV', clabe: '002010077777777771' },
    }),
    action: 'settlementDestination.create',
  },
  createWithdrawal: {
    path: () => '/v1/withdrawals',
    body: () => ({ destination_id: ids['destination'], amount: '1.00' }),
    action: 'withdrawal.create',
    keep: remember('withdrawal'),
  },
  replaceHostedPage: {
    method: 'PUT',
    path: () => '/v1/hosted-page',
    body: () => ({ enabled: true }),
    action: 'hostedPage.replace',
  },
  createHostedSession: {
    path: () => '/v1/hosted-sessions',
    body: () => ({}),
    action: 'hostedSession.create',
    keep: remember('hostedSession'),
  },
  claimHostedDomain: {
    path: () => '/v1/hosted-domains',
    body: () => ({ hostname: 'pay.example.com' }),
    action: 'hostedDomain.create',
    keep: remember('domain'),
  },
  removeHostedDomain: {
    method: 'DELETE',
    path: () => `/v1/hosted-domains/${ids['domain']}`,
    action: 'hostedDomain.remove',
  },
  createWebhookEndpoint: {
    path: () => '/v1/webhook-endpoints',
    body: () => ({ url: 'http://127.0.0.1:9/hook' }),
    action: 'webhookEndpoint.create',
    keep: remember('endpoint'),
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: () => `/v1/webhook-endpoints/${ids['endpoint']}`,
    body: () => ({ description: 'ours' }),
    action: 'webhookEndpoint.update',
  },
  rotateWebhookSecret: {
    path: () => `/v1/webhook-endpoints/${ids['endpoint']}/rotate-secret`,
    action: 'webhookEndpoint.rotate',
  },
  pingWebhookEndpoint: {
    path: () => `/v1/webhook-endpoints/${ids['endpoint']}/ping`,
    action: 'webhookDelivery.ping',
    keep: remember('event', 'event_id'),
  },
  redeliverEvent: {
    path: () => `/v1/events/${ids['event']}/redeliver`,
    body: () => ({ endpoint_id: ids['endpoint'] }),
    action: 'event.redeliver',
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: () => `/v1/webhook-endpoints/${ids['endpoint']}`,
    action: 'webhookEndpoint.delete',
  },
  checkPayee: {
    path: () => `/v1/beneficiaries/${ids['beneficiary']}/verification`,
    action: 'beneficiary.check_payee',
  },
  archiveBeneficiary: {
    path: () => `/v1/beneficiaries/${ids['beneficiary']}/archive`,
    action: 'beneficiary.archive',
  },
  ...Object.fromEntries(
    [
      ['FundingAccount', 'funding-accounts'],
      ['Payout', 'payouts'],
      ['PayoutBatch', 'payout-batches'],
      ['Refund', 'refunds'],
      ['Remittance', 'remittances'],
      ['Withdrawal', 'withdrawals'],
      ['HostedSession', 'hosted-sessions'],
    ].map(([name = '', list]) => {
      const noun = name.charAt(0).toLowerCase() + name.slice(1);
      const path = () => `/v1/${list}/${ids[noun === 'payoutBatch' ? 'batch' : noun]}`;
      const body = () => ({ metadata: { order: '1042' } });
      return [`update${name}`, { method: 'PATCH', path, body, action: `${noun}.update` }];
    }),
  ),
  replaceApprovalPolicy: {
    method: 'PUT',
    path: () => '/v1/approval-policy',
    body: () => ({ payouts: { above: [{ currency: 'MXN', amount: '50' }] } }),
    action: 'approvalPolicy.set',
  },
  approveApproval: {
    path: () => `/v1/approvals/${ids['approved']}/approve`,
    action: 'approval.approve',
  },
  declineApproval: {
    path: () => `/v1/approvals/${ids['declined']}/decline`,
    body: () => ({ note: 'not ours' }),
    action: 'approval.decline',
  },
  inviteMember: {
    path: () => '/v1/members',
    body: () => ({ email: 'bea@example.com', role: 'viewer' }),
    action: 'member.invite',
    keep: remember('member'),
  },
  updateMember: {
    method: 'PATCH',
    path: () => `/v1/members/${ids['member']}`,
    body: () => ({ role: 'admin' }),
    action: 'member.change',
  },
  deleteMemberPasskeys: {
    method: 'DELETE',
    path: () => `/v1/members/${ids['keyed']}/passkeys`,
    action: 'member.reset_passkeys',
  },
  replaceSignInPolicy: {
    method: 'PUT',
    path: () => '/v1/sign-in-policy',
    body: () => ({ passkeys: 'optional' }),
    action: 'signInPolicy.set',
  },
};

const entries = () =>
  queryRows(
    service.databaseUrl,
    'select action, operator, operator_id, account_id from audit_entry order by id',
  );

describe('the audit log', () => {
  it('is tested with every operation that changes something', () => {
    const changing = operationsOf('sandbox').filter(
      ({ scope, operationId }) => scope === 'write' && !operationId.startsWith('preview'),
    );
    // The sandbox's bank makes the deposit, not the account.
    const ofTheBank = ['createSandboxDeposit'];
    expect([...Object.keys(calls), ...ofTheBank].sort()).toEqual(
      changing.map(({ operationId }) => operationId).sort(),
    );
  });

  it('names the member for each of them, and no key', async () => {
    const into = await openFundingAccount(service, 'MXN');
    const paid = await deposit(service, { funding_account_id: into, amount: '500.00' });
    ids['payin'] = paid.get('id');
    ids['into'] = await openFundingAccount(service, 'PEN', 'USDT');
    ids['destination'] = await speiDestination(service);
    const remittance = { ...price, product: 'remittance', source_currency: 'PEN' };
    ids['price'] = (await service.post('/v1/quotes', remittance)).get('id');
    const queued = mxnPayout(await speiBeneficiary(service, '002010077777777771'), '1.00', 'sim:queue:60000');
    ids['queued'] = (await service.post('/v1/payouts', queued)).get('id');
    await withHand(service, async (ports) => {
      const [first, second] = ['61.00', '62.00'];
      const payoutsAbove = { amount: '60.00', currency: 'MXN' };
      await imposePolicy(ports, operator, { accountId: service.accountId, payoutsAbove });
      for (const [name, amount] of [
        ['approved', first],
        ['declined', second],
      ] as const) {
        const held = mxnPayout(await speiBeneficiary(service, '002010077777777771'), amount);
        ids[name] = String((await service.post('/v1/payouts', held)).at('approval.id'));
      }
    });
    const byKeys = (await entries()).filter(({ account_id: id }) => id === service.accountId);
    expect(byKeys.map(({ action }) => action)).toEqual([
      'account.open',
      'key.issue',
      'member.add',
      'account.approvals',
    ]);
    const id = (await owner.get('/v1/me')).get('member.id');
    ids['keyed'] = (await owner.post('/v1/members', { email: 'cy@example.com', role: 'admin' })).get('id');
    await passkeyOf(service, service.accountId, ids['keyed']);
    await queryRows(
      service.databaseUrl,
      'update account_terms set passkeys_required_at = now() where account_id = $1',
      [service.accountId],
    );
    for (const { path, body, method = 'POST', action, keep } of Object.values(calls)) {
      const before = (await entries()).length;
      const options = body === undefined ? {} : { body: body() };
      const idempotencyKey = `key-of-${action}`;
      const call = () => owner.call(method, path(), { ...options, idempotencyKey });
      const answer = await call();
      expect(answer.status, `${method} ${path()} ${answer.text}`).toBeLessThan(300);
      keep?.(answer);
      const made = (await entries()).slice(before);
      expect(made, action).toEqual([
        { action, operator: `member ${id}`, operator_id: id, account_id: service.accountId },
      ]);
      if (method !== 'POST') continue;
      // A repeat changes nothing and returns the same.
      await call();
      expect(await entries(), action).toHaveLength(before + 1);
    }
  });

  it('is readable for the member who acted', async () => {
    const id = (await owner.get('/v1/me')).get('member.id');
    const { get } = await operatorOf(service, 'viewer');
    const document = `query ($id: ID!) { auditLog(filter: { operatorId: $id }, first: 100) {
      nodes { action operator operatorId } } }`;
    const response = await get(document, { id });
    const nodes = response.at('auditLog.nodes') as { action: string; operator: string; operatorId: string }[];
    expect(new Set(nodes.map(({ operator, operatorId }) => `${operator} ${operatorId}`))).toEqual(
      new Set([`member ${id} ${id}`]),
    );
    expect(new Set(nodes.map(({ action }) => action))).toEqual(
      new Set(Object.values(calls).map(({ action }) => action)),
    );
  });
});
