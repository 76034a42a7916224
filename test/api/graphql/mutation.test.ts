import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutationRoles } from '../../../src/api/graphql/role.js';
import { operatorRoles, roleSuffices, type OperatorRole } from '../../../src/domain/operator.js';
import { takePaymentResults } from '../../../src/usecases/payin-result.js';
import { advanceClock } from '../../../src/usecases/platform.js';
import { actsOf, rail } from '../../setup/acts.js';
import { operatorOf, type Ask } from '../../setup/graphql.js';
import { lastAudit, operator, withHand } from '../../setup/hand.js';
import { queryRows } from '../../setup/rows.js';
import { freshKey, openService, type RunningService } from '../../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
const asks = new Map<OperatorRole, Ask>();
const as = (role: OperatorRole): Ask => asks.get(role) as Ask;

beforeAll(async () => {
  service = await openService();
  for (const role of operatorRoles) asks.set(role, (await operatorOf(service, role)).ask);
  await fund(service, 'MXN', '10000.00');
  beneficiaryId = await speiBeneficiary(service);
  const payinId = (await service.get('/v1/payins')).get('data.0.id');
  acted = actsOf({ service, as, beneficiaryId, payinId });
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

let acted: ReturnType<typeof actsOf>;
const customer = () => acted.customer();
const payout = (description: string, status?: string) => acted.payout(description, status);
const exception = () => acted.exception();
const spare = () => acted.spare();
const own = () => ({ accountId: service.accountId, idempotencyKey: freshKey() });

const actNamed = (name: string) => acted.acts[name] as (typeof acted.acts)[string];
const documentOf = (name: string): string => {
  const { declared, arguments: args, selection } = actNamed(name);
  return `mutation (${declared}) { ${name}(${args}, reason: "case 4711") { ${selection} } }`;
};
const entries = async (): Promise<unknown> =>
  queryRows(service.databaseUrl, 'select count(*) from audit_entry');

it('has a test case for every mutation', () => {
  expect(Object.keys(acted.acts).sort()).toEqual(Object.keys(mutationRoles).sort());
});

describe.each(Object.entries(mutationRoles))('%s', (name, least) => {
  it('runs for its role and no lower role; the audit log has operator, reason, before and after', async () => {
    const { make, answer: expected, action } = actNamed(name);
    const variables = await make();
    const before = await entries();
    for (const role of operatorRoles.filter((each) => !roleSuffices(each, least))) {
      const refused = await as(role)(documentOf(name), { ...variables });
      expect([refused.status, refused.codes()]).toEqual([403, ['insufficient_role']]);
    }
    expect(await entries()).toEqual(before);
    const done = await as(least)(documentOf(name), { ...variables });
    expect(done.errors, done.text).toEqual([]);
    expect(done.at(name)).toEqual(expected);
    expect(await lastAudit(service, action)).toMatchObject({
      operator: `the ${least}`,
      reason: 'case 4711',
    });
  });
});

const absent = `${'0'.repeat(26)}`;
const refused = async (name: string, variables: object): Promise<string[]> =>
  (await as('admin')(documentOf(name), { ...variables })).codes();

describe('refusals', () => {
  it.each<[string, object, string]>([
    ['setAccountStatus', { accountId: `acct_${absent}`, status: 'closed' }, 'not_found'],
    ['issueApiKey', { accountId: `acct_${absent}`, scopes: ['read'] }, 'not_found'],
    ['issueApiKey', { accountId: `acct_${absent}`, scopes: [] }, 'invalid_parameter scopes'],
    ['openAccount', { name: ' ' }, 'invalid_parameter name'],
    ['openAccount', { name: 'Acme', ownerEmail: 'nobody' }, 'invalid_parameter ownerEmail'],
    ['revokeApiKey', { id: `key_${absent}` }, 'not_found'],
    ['setAccountTerms', { accountId: `acct_${absent}`, input: {} }, 'not_found'],
    ['setCustomerCompliance', { id: `cus_${absent}`, status: 'verified' }, 'not_found'],
    ['verifyBeneficiary', { id: 'nonsense' }, 'not_found'],
    ['verifyBeneficiary', { id: '\0' }, 'invalid_parameter'],
    ['decideRisk', { decisionId: `rsk_${absent}`, approve: true }, 'not_found'],
    ['recordEvidence', { resourceId: `pout_${absent}`, outcome: 'paid' }, 'not_found'],
    ['recordEvidence', { resourceId: 'x', outcome: 'paid', code: 'A B' }, 'invalid_parameter code'],
    ['suspendCapability', { ...rail, method: 'pix' }, 'invalid_parameter currency'],
    ['suspendCapability', { ...rail, accountId: `acct_${absent}` }, 'not_found'],
    ['resumeCapability', rail, 'invalid_request'],
    ['resolveException', { id: `rex_${absent}`, note: 'x' }, 'not_found'],
    ['resolveException', { id: `rex_${absent}`, note: '' }, 'invalid_parameter note'],
    ['closeSchedule', { id: `sch_${absent}` }, 'not_found'],
    ['runSettlement', { scheduleId: `sch_${absent}` }, 'not_found'],
    ['holdSettlement', { id: `stl_${absent}` }, 'not_found'],
    ['releaseSettlement', { id: 'nonsense' }, 'not_found'],
    ['advanceClock', { seconds: 0 }, 'invalid_parameter seconds'],
  ])('%s %j', async (name, variables, code) => {
    expect(await refused(name, variables)).toEqual([code]);
  });

  it('refuses repeated and impossible acts', async () => {
    const id = await exception();
    const debit = { bucket: 'available', direction: 'debit', amount: '1', currency: 'BRL' };
    expect(await refused('resolveException', { id, note: 'x', adjustment: debit })).toEqual([
      'insufficient_funds adjustment.amount',
    ]);
    expect(await refused('resolveException', { id, note: 'x' })).toEqual([]);
    expect(await refused('resolveException', { id, note: 'x' })).toEqual(['invalid_request']);
    expect(await refused('verifyBeneficiary', { id: beneficiaryId })).toEqual([]);
    expect(await refused('failBeneficiaryVerification', { id: beneficiaryId })).toEqual(['invalid_request']);
    const past = { accountId: service.accountId, scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' };
    expect(await refused('issueApiKey', past)).toEqual(['invalid_parameter expiresAt']);
    const limits = [{ ...rail, perOperation: '1.001' }];
    const terms = { accountId: service.accountId, input: { limits } };
    expect(await refused('setAccountTerms', terms)).toEqual(['invalid_parameter limits.0.perOperation']);
  });

  it('names the argument at fault by its GraphQL name, in the message too', async () => {
    const fee = { accountId: service.accountId, input: { platformFeeBps: -1 } };
    const response = await as('admin')(documentOf('setAccountTerms'), fee);
    expect(response.errors).toMatchObject([
      {
        message: 'platformFeeBps: is out of range; send a whole number from 0 to 10000.',
        extensions: { param: 'platformFeeBps' },
      },
    ]);
  });
});

describe('an act on a resource that changed since it was seen', () => {
  const stale = (name: string, type: string) =>
    `mutation ($id: ID!, $seen: ${type}) { ${name}(id: $id, seen: $seen, reason: "a test") { id } }`;

  it('is refused with the present state, who changed it and when; with the present state it succeeds', async () => {
    const id = await customer();
    const block = stale('blockCustomer', 'SeenCustomer');
    const seen = { status: 'active', complianceStatus: 'unverified' };
    expect(
      (await as('admin')(documentOf('setCustomerCompliance'), { id, status: 'review' })).codes(),
    ).toEqual([]);
    const before = await entries();
    const response = await as('support')(block, { id, seen });
    expect(response.codes()).toEqual(['state_changed seen.complianceStatus']);
    expect(response.errors).toMatchObject([
      {
        message: expect.stringMatching(
          /^seen\.complianceStatus: is now review, no longer unverified: the admin changed it at 2.*Z \(customer\.compliance\)\. Nothing was done/,
        ),
        extensions: {
          type: 'conflict',
          present: {
            state: { status: 'active', complianceStatus: 'review' },
            changed_by: 'the admin',
            changed_at: expect.stringMatching(/Z$/),
          },
        },
      },
    ]);
    expect(await entries()).toEqual(before);
    const done = await as('support')(block, { id, seen: { ...seen, complianceStatus: 'review' } });
    expect(done.errors, done.text).toEqual([]);
  });

  it('of two concurrent decisions on a review, the loser gets the decision of the winner', async () => {
    const id = await payout('sim:review');
    const decide = `mutation ($id: ID!, $approve: Boolean!) {
      decideRisk(decisionId: $id, approve: $approve, seen: { status: in_review }, reason: "a test") { status }
    }`;
    const both = await Promise.all([
      as('support')(decide, { id, approve: true }),
      as('admin')(decide, { id, approve: false }),
    ]);
    const codes = both.map((response) => response.codes().join());
    expect(codes.toSorted()).toEqual(['', 'state_changed seen.status']);
    const [winner, loser] = codes[0] === '' ? ['the support', both[1]] : ['the admin', both[0]];
    expect(loser.errors[0]?.extensions['present']).toMatchObject({ changed_by: winner });
  });

  it('gives the time of a change that no operator made', async () => {
    const resourceId = await payout('sim:fail', 'failed');
    const response = await as('admin')(
      `mutation ($id: ID!) {
        recordEvidence(resourceId: $id, outcome: paid, seen: { status: processing }, reason: "a test") { ... on Payout { id } }
      }`,
      { id: resourceId },
    );
    expect(response.codes()).toEqual(['state_changed seen.status']);
    expect(response.errors[0]?.extensions['present']).toEqual({
      state: { status: 'failed' },
      changed_by: null,
      changed_at: expect.stringMatching(/Z$/),
    });
  });

  it.each([
    ['setPayoutKillSwitch(on: false, seen: { stopped: true }', 'seen.stopped'],
    [
      'suspendCapability(product: payout, method: "pix", currency: "BRL", seen: { suspended: true }',
      'seen.suspended',
    ],
  ])('acts on the platform: %s', async (act, param) => {
    const response = await as('admin')(`mutation { ${act}, reason: "a test") { __typename } }`);
    expect(response.codes()).toEqual([`state_changed ${param}`]);
  });
});

describe('the clock', () => {
  it('is advanced by one caller at a time; each gets its own target', async () => {
    const clock = async () =>
      Date.parse(String((await as('admin')('{ platform { now } }')).at('platform.now')));
    // Something falls due on the way of each.
    for (const seconds of [1_800, 5_400]) await payout(`sim:queue:${seconds}000`);
    const before = await clock();
    const ask = { ms: 3_600_000, onStep: () => undefined };
    const [here, there] = await withHand(service, (ports) =>
      Promise.all([
        as('admin')(documentOf('advanceClock'), { seconds: 3_600 }),
        advanceClock(ports, operator, ask),
      ]),
    );
    expect(here.errors, here.text).toEqual([]);
    const moved = [Date.parse(String(here.at('advanceClock.now'))), there.getTime()]
      .map((at) => Math.floor((at - before) / 60_000))
      .toSorted((a, b) => a - b);
    expect(moved).toEqual([60, 120]);
    expect(Math.floor(((await clock()) - before) / 60_000)).toBe(120);
  });

  it('answers at its target, even if due work takes long', async () => {
    const id = await payout('sim:queue:30000');
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    // Nobody can work on what somebody else holds, so it stays due until it is let go.
    await client.query('begin');
    await client.query('select from payout where id = $1 for update', [id]);
    const released = pause(5_500).then(() => client.query('commit'));
    const moved = await as('admin')(documentOf('advanceClock'), { seconds: 60 });
    await released;
    await client.end();
    expect(moved.errors, moved.text).toEqual([]);
    expect((await service.get(`/v1/payouts/${id}`)).at('status')).toBe('completed');
  });
});

describe('a notice about an unknown payment', () => {
  it('is listed as long as it is kept', async () => {
    const notice = {
      id: 'early',
      type: 'payment_result',
      paymentReference: 'later',
      outcome: 'reversed',
    } as const;
    await withHand(service, (ports) => takePaymentResults(ports, 'sandbox', [notice]));
    const readNotices = () =>
      as('viewer')('{ keptNotices(first: 5) { provider type outcome reference receivedAt } }');
    expect((await readNotices()).at('keptNotices.0')).toEqual({
      provider: 'sandbox',
      type: 'payment_result',
      outcome: 'reversed',
      reference: 'later',
      receivedAt: expect.stringMatching(/Z$/),
    });
    expect((await as('viewer')('{ keptNotices(first: 101) { id } }')).codes()).toEqual([
      'invalid_parameter first',
    ]);
  });
});

describe('the sending state of an order', () => {
  it.each([
    ['paid', 'completed', 'accepted'],
    ['not_executed', 'failed', 'not_executed'],
  ])('follows from its outcome: %s', async (outcome, status, sending) => {
    const id = await payout('sim:uncertain', 'verification_pending');
    const selection = '{ status dispatch { sending } }';
    const before = await as('viewer')(`query ($id: ID!) { payout(id: $id) ${selection} }`, { id });
    expect(before.at('payout.dispatch.sending')).toBe('uncertain');
    const done = await as('admin')(
      `mutation ($id: ID!) { recordEvidence(resourceId: $id, outcome: ${outcome}, reason: "r") { ... on Payout ${selection} } }`,
      { id },
    );
    expect(done.at('recordEvidence')).toEqual({ status, dispatch: { sending } });
  });
});

describe('evidence against a final state', () => {
  it('leaves the payout unchanged and creates an exception that can be found', async () => {
    const resourceId = await payout('sim:fail', 'failed');
    const done = await as('admin')(documentOf('recordEvidence'), { resourceId, outcome: 'paid' });
    expect(done.at('recordEvidence.status')).toBe('failed');
    const list = await as('viewer')(
      'query ($id: ID!) { reconciliationExceptions(filter: { resourceId: $id }) { nodes { type status } } }',
      { id: resourceId },
    );
    expect(list.at('reconciliationExceptions.nodes')).toEqual([
      { type: 'late_payment_evidence', status: 'open' },
    ]);
  });
});

describe('acts on behalf of an account', () => {
  const input = () => ({ beneficiaryId, sourceCurrency: 'MXN', amount: '7', amountSide: 'source' });
  const create =
    'mutation ($accountId: ID!, $idempotencyKey: String!, $input: PayoutInput!) { createPayout(accountId: $accountId, idempotencyKey: $idempotencyKey, input: $input, reason: "asked for") { id status } }';

  it('a batch and its cancellation have the same key in REST', async () => {
    const who = own();
    const items = [
      { ...input(), reference: 'a', description: 'sim:queue:600000' },
      { ...input(), reference: 'b', description: 'sim:queue:600000' },
    ];
    const made = await as('admin')(
      'mutation ($accountId: ID!, $idempotencyKey: String!, $input: PayoutBatchInput!) { createPayoutBatch(accountId: $accountId, idempotencyKey: $idempotencyKey, input: $input, reason: "asked for") { id status summary { total } } }',
      { ...who, input: { items } },
    );
    const id = String(made.at('createPayoutBatch.id'));
    const body = {
      items: items.map(({ reference, description }) => ({
        ...mxnPayout(beneficiaryId, '7', description),
        reference,
      })),
    };
    const replay = await service.post('/v1/payout-batches', body, { idempotencyKey: who.idempotencyKey });
    expect([replay.status, replay.get('id')]).toEqual([200, id]);
    const cancelled = await as('support')(
      'mutation ($accountId: ID!, $idempotencyKey: String!, $id: ID!) { cancelPayoutBatch(accountId: $accountId, idempotencyKey: $idempotencyKey, id: $id, reason: "asked for") { id cancellation { requestedAt } } }',
      { ...own(), id },
    );
    expect(cancelled.at('cancelPayoutBatch.cancellation.requestedAt')).toBeTruthy();
    const done = await service.until(
      `/v1/payout-batches/${id}`,
      (each) => each.at('status') !== 'processing',
    );
    expect([done.at('status'), done.at('summary.cancelled')]).toEqual(['cancelled', 2]);
    expect(await lastAudit(service, 'payoutBatch.cancel')).toMatchObject({
      subject_id: id,
      operator: 'the support',
    });
  });

  it('is the same request over GraphQL and REST', async () => {
    const { accountId, idempotencyKey } = own();
    const body = mxnPayout(beneficiaryId, '7');
    const first = await service.post('/v1/payouts', body, { idempotencyKey });
    const before = await entries();
    const again = await as('admin')(create, { accountId, idempotencyKey, input: input() });
    expect(again.at('createPayout.id')).toBe(first.get('id'));
    expect(await entries()).toEqual(before);
    const other = { accountId, idempotencyKey, input: { ...input(), amount: '8' } };
    expect((await as('admin')(create, other)).codes()).toEqual(['idempotency_key_reused idempotencyKey']);
    const fresh = own();
    const made = await as('admin')(create, { ...fresh, input: input() });
    const replay = await service.post('/v1/payouts', body, { idempotencyKey: fresh.idempotencyKey });
    expect([replay.status, replay.get('id')]).toEqual([200, made.at('createPayout.id')]);
    expect(await lastAudit(service, 'payout.create')).toEqual({
      operator: 'the admin',
      reason: 'asked for',
      account_id: service.accountId,
      subject_id: made.at('createPayout.id'),
      before: null,
      after: { status: 'processing' },
    });
  });

  it.each<[string, object, string]>([
    ['an amount too fine', { amount: '7.001' }, 'invalid_parameter amount'],
    ['an amount left out', { amount: null }, 'invalid_parameter amount'],
    ['a text too long', { description: 'x'.repeat(501) }, 'invalid_parameter description'],
    ['a NUL', { description: 'a\0' }, 'invalid_parameter description'],
    ['a lone surrogate', { description: '\ud800' }, 'invalid_body'],
    ['an id of another kind', { beneficiaryId: 'cus_1' }, 'invalid_parameter beneficiaryId'],
    ['an absent beneficiary', { beneficiaryId: `ben_${absent}` }, 'not_found beneficiaryId'],
    ['blocked by risk', { description: 'sim:block' }, 'risk_blocked'],
  ])('is refused as in REST: %s', async (_what, change, code) => {
    const response = await as('admin')(create, { ...own(), input: { ...input(), ...change } });
    expect(response.codes().map((each) => (code === 'invalid_body' ? each.split(' ')[0] : each))).toEqual([
      code,
    ]);
  });

  it('needs a valid key and an active account', async () => {
    const wrong = { ...own(), idempotencyKey: 'short', input: input() };
    expect((await as('admin')(create, wrong)).codes()).toEqual(['invalid_parameter idempotencyKey']);
    const nobody = { ...own(), accountId: `acct_${absent}`, input: input() };
    expect((await as('admin')(create, nobody)).codes()).toEqual(['not_found accountId']);
    const { id: accountId } = await spare();
    await as('admin')(documentOf('setAccountStatus'), { accountId, status: 'closed' });
    const closed = { ...own(), accountId, input: input() };
    expect((await as('admin')(create, closed)).codes()).toEqual(['invalid_request accountId']);
    const foreign = { ...own(), accountId: (await spare()).id, input: input() };
    expect((await as('admin')(create, foreign)).codes()).toEqual(['not_found beneficiaryId']);
  });

  it('with an amount, a payer and a currency it opens a one-payment account', async () => {
    const ask = (payer: object[]) => ({
      ...own(),
      input: { method: 'spei', currency: 'MXN', amount: '20', payer },
    });
    const wrong = ask([{ name: 'payer.colour', value: 'red' }]);
    expect((await as('support')(documentOf('createFundingAccount'), wrong)).codes()).toEqual([
      'invalid_parameter payer',
    ]);
    const twice = ask(['Luz', 'Ana'].map((value) => ({ name: 'payer.name', value })));
    expect((await as('support')(documentOf('createFundingAccount'), twice)).codes()).toEqual([
      'invalid_parameter payer',
    ]);
    const right = ask([{ name: 'payer.name', value: 'Luz' }]);
    const opened = await as('support')(documentOf('createFundingAccount'), right);
    expect(opened.at('createFundingAccount')).toEqual({ status: 'pending', method: 'spei' });
  });

  it('cancels once, however often it is requested', async () => {
    const variables = { ...own(), id: await payout('sim:queue:60000') };
    const path = `/v1/payouts/${variables.id}`;
    expect((await as('support')(documentOf('cancelPayout'), variables)).codes()).toEqual([]);
    await service.until(path, (each) => each.at('status') === 'cancelled');
    const again = await as('support')(documentOf('cancelPayout'), variables);
    expect(again.at('cancelPayout.status')).toBe('cancelled');
    const done = { ...own(), id: await payout('', 'completed') };
    expect((await as('support')(documentOf('cancelPayout'), done)).codes()).toEqual([
      'payout_not_cancellable',
    ]);
  });
});
