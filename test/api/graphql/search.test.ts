import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asker, operatorOf, withoutErrors, type Ask } from '../../setup/graphql.js';
import { openOtherAccount } from '../../setup/hand.js';
import { clientOf, openService, type RunningService } from '../../setup/running.js';
import { customerFields, wholeProfile } from '../../setup/sender.js';
import { mailSettings, openMailbox, signIn } from '../../setup/sign-in.js';
import {
  deposit,
  fund,
  mxnPayout,
  openFundingAccount,
  speiBeneficiary,
  speiDestination,
} from '../../setup/verbs.js';

const mailbox = openMailbox();
const document = 'query ($text: String!) { search(text: $text) { id accountId by } }';

let service: RunningService;
let admin: Ask;
let viewer: Ask;
let member: Ask;
let foreignId: string;
beforeAll(async () => {
  service = await openService(mailSettings, mailbox);
  ({ get: admin } = await operatorOf(service, 'admin'));
  ({ get: viewer } = await operatorOf(service, 'viewer'));
  member = withoutErrors(asker(service.internalUrl, await signIn(service, mailbox, 'owner@example.com')));
  const other = await openOtherAccount(service);
  const body = { ...customerFields(), external_id: 'crm-7', profile: wholeProfile };
  foreignId = (await clientOf(service.baseUrl, other.key).post('/v1/customers', body)).get('id');
});
afterAll(async () => {
  await service?.check();
  await service?.stop();
});

const found = async (ask: Ask, text: string): Promise<readonly string[]> => {
  const rows = (await ask(document, { text })).at('search') as { id: string; by: string }[];
  return rows.map(({ id, by }) => `${by} ${id}`);
};

describe('search', () => {
  it('finds customers and members by e-mail address, in any spelling, for callers who may see profiles', async () => {
    const body = { ...customerFields(), external_id: 'crm-7', profile: wholeProfile };
    const ownId = (await service.post('/v1/customers', body)).get('id');
    const address = wholeProfile.email.replace('example', 'EXAMPLE');
    expect([...(await found(admin, ` ${address} `))].sort()).toEqual(
      [`email ${foreignId}`, `email ${ownId}`].sort(),
    );
    expect(await found(viewer, address)).toEqual([]);
    expect(await found(member, address)).toEqual([`email ${ownId}`]);
    expect(await found(member, 'crm-7')).toEqual([`external_id ${ownId}`]);
    expect(await found(admin, 'owner@example.com')).toEqual([expect.stringMatching(/^email mem_/)]);
    expect(await found(admin, 'nobody@example.com')).toEqual([]);
  });

  it('finds customers by their full name, ignoring case and accents, among visible ones', async () => {
    const named = (display_name: string) => ({
      ...customerFields(),
      external_id: display_name,
      display_name,
    });
    const made = await service.post('/v1/customers', named('Ñusta Gutiérrez Ávila'));
    expect(made.status, made.text).toBe(201);
    for (const text of ['Ñusta Gutiérrez Ávila', ' nusta  GUTIERREZ avila '])
      for (const ask of [admin, viewer, member])
        expect(await found(ask, text)).toContain(`display_name ${made.get('id')}`);
    expect(await found(admin, 'Ñusta')).toEqual([]);
    const other = await openOtherAccount(service);
    const foreign = await clientOf(service.baseUrl, other.key).post(
      '/v1/customers',
      named('Otra Persona Aquí'),
    );
    expect(await found(member, 'otra persona aqui')).toEqual([]);
    expect(await found(viewer, 'otra persona aqui')).toEqual([`display_name ${foreign.get('id')}`]);
  });

  it('finds names of banks, providers and the account; names of banks and providers only for operators', async () => {
    await fund(service, 'MXN', '100.00');
    const fundingAccountId = await openFundingAccount(service, 'MXN');
    const payin = await deposit(service, {
      funding_account_id: fundingAccountId,
      amount: '5.00',
      reference: 'OP-778812',
    });
    const response = await admin('query ($id: ID!) { payin(id: $id) { paymentName } }', {
      id: payin.get('id'),
    });
    const bank = String(response.at('payin.paymentName'));
    expect(await found(viewer, bank)).toEqual([`payment_name ${payin.get('id')}`]);
    expect(await found(member, bank)).toEqual([]);
    const beneficiaryId = await speiBeneficiary(service);
    const batch = await service.post('/v1/payout-batches', {
      items: [{ ...mxnPayout(beneficiaryId), reference: 'invoice 12' }],
    });
    expect(batch.status, batch.text).toBe(201);
    expect(await found(member, 'invoice 12')).toEqual([expect.stringMatching(/^batch_reference pbi_/)]);
    const payout = await service.post('/v1/payouts', mxnPayout(beneficiaryId));
    const sent = await admin('query ($id: ID!) { payout(id: $id) { dispatch { reference } } }', {
      id: payout.get('id'),
    });
    const reference = String(sent.at('payout.dispatch.reference'));
    expect(await found(viewer, reference)).toEqual([`provider_reference ${payout.get('id')}`]);
    expect(await found(member, reference)).toEqual([]);
  });

  it('finds a payout by reference, metadata and bank reference, within its account', async () => {
    const beneficiaryId = await speiBeneficiary(service);
    await fund(service, 'MXN', '100.00');
    const labels = { reference: 'Pedido 9', metadata: { order: 'a=9', tier: 'gold' } };
    const made = await service.post('/v1/payouts', { ...mxnPayout(beneficiaryId), ...labels });
    const id = made.get('id');
    const path = `/v1/payouts/${id}`;
    const ended = await service.until(path, (each) => each.at('status') === 'completed');
    for (const ask of [viewer, member]) {
      expect(await found(ask, 'Pedido 9')).toEqual([`reference ${id}`]);
      expect(await found(ask, 'order=a=9')).toEqual([`metadata ${id}`]);
      expect(await found(ask, ended.get('bank_reference.value'))).toEqual([`bank_reference ${id}`]);
    }
    for (const text of ['order=9', 'tier=golden', '=', 'Pedido'])
      expect(await found(member, text)).toEqual([]);
    const other = await openOtherAccount(service);
    const client = clientOf(service.baseUrl, other.key);
    await fund(client, 'MXN', '100.00');
    const payee = await speiBeneficiary(client);
    const foreign = await client.post('/v1/payouts', { ...mxnPayout(payee), ...labels });
    expect(await found(member, 'Pedido 9')).toEqual([`reference ${id}`]);
    expect([...(await found(viewer, 'order=a=9'))].sort()).toEqual(
      [`metadata ${id}`, `metadata ${foreign.get('id')}`].sort(),
    );
  });

  it('finds a key by its prefix, also if the whole key is typed', async () => {
    const prefix = service.apiKey.slice(0, service.apiKey.lastIndexOf('_'));
    const [only] = await found(viewer, prefix);
    expect(only).toMatch(/^key_prefix key_/);
    expect(await found(viewer, service.apiKey)).toEqual([only]);
  });

  it('finds accounts by a part of their names, ignoring case', async () => {
    const [own, other] = ['demo ACC', 'O'].map((text) =>
      Promise.all([found(viewer, text), found(member, text)]),
    );
    const mine = `account_name ${service.accountId}`;
    expect(await own).toEqual([[mine], [mine]]);
    expect((await other)?.[0]?.length).toBeGreaterThan(1);
    expect((await other)?.[1]).toEqual([mine]);
    expect(await found(viewer, '%')).toEqual([]);
  });

  it('leads from a part to its parent resource', async () => {
    const beneficiaryId = await speiBeneficiary(service);
    await fund(service, 'MXN', '100.00');
    const id = (await service.post('/v1/payouts', mxnPayout(beneficiaryId))).get('id');
    const ask = `query ($id: ID!) { payout(id: $id) { dispatch { intents { id } } journals { id entries { id } } } }`;
    await expect
      .poll(async () => (await admin(ask, { id })).at('payout.dispatch.intents.0.id'), { timeout: 60_000 })
      .toMatch(/^int_/);
    const response = await admin(ask, { id });
    const intent = String(response.at('payout.dispatch.intents.0.id'));
    expect(await found(viewer, intent)).toEqual([`part ${id}`]);
    expect(await found(member, intent)).toEqual([]);
    const entry = String(response.at('payout.journals.0.entries.0.id'));
    const journal = [`part ${String(response.at('payout.journals.0.id'))}`];
    expect([await found(viewer, entry), await found(member, entry)]).toEqual([journal, journal]);
  });

  it('finds one suspension and one audit entry', async () => {
    const made = await admin(
      `mutation ($id: ID) { suspendCapability(reason: "a drill", accountId: $id,
        product: payout, method: "spei", currency: "MXN") { id } }`,
      { id: service.accountId },
    );
    const id = String(made.at('suspendCapability.id'));
    const one = 'query ($id: ID!) { suspension(id: $id) { id method liftedAt } }';
    expect((await member(one, { id })).at('suspension.method')).toBe('spei');
    const log = await viewer('query ($id: ID) { auditLog(filter: { subjectId: $id }) { nodes { id } } }', {
      id,
    });
    const entry = 'query ($id: ID!) { auditEntry(id: $id) { action reason subjectId } }';
    const entryId = log.at('auditLog.nodes.0.id');
    expect((await viewer(entry, { id: entryId })).at('auditEntry')).toEqual({
      action: 'capability.suspend',
      reason: 'a drill',
      subjectId: id,
    });
    const asking = asker(service.internalUrl, await signIn(service, mailbox, 'owner@example.com'));
    expect((await asking(entry, { id: entryId })).codes()).toEqual(['insufficient_role']);
    await admin(
      `mutation ($id: ID) { resumeCapability(reason: "it is over", accountId: $id,
        product: payout, method: "spei", currency: "MXN") { id } }`,
      { id: service.accountId },
    );
  });

  it('refuses an invalid text', async () => {
    const { ask } = await operatorOf(service, 'support');
    for (const text of [' ', 'x'.repeat(256), 'a\u0000b']) {
      expect((await ask(document, { text })).codes()).toEqual(['invalid_parameter text']);
    }
  });
});

describe('uncertainOperations, providerMinutes', () => {
  it('list uncertain operations, oldest first, and the answers of providers, only for operators', async () => {
    await fund(service, 'MXN', '500.00');
    const beneficiaryId = await speiBeneficiary(service);
    const payout = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '20.00', 'sim:uncertain'));
    const fundingAccountId = await openFundingAccount(service, 'MXN');
    const payin = await deposit(service, { funding_account_id: fundingAccountId, amount: '9.00' });
    const refund = await service.post('/v1/refunds', { payin_id: payin.get('id'), reason: 'sim:uncertain' });
    const withdrawal = await service.post('/v1/withdrawals', {
      destination_id: await speiDestination(service),
      amount: '30.00',
      description: 'sim:uncertain',
    });
    const ask = `{ uncertainOperations(first: 10) {
      id kind lookUps nextStepAt provider since amount { amount currency } } }`;
    await expect
      .poll(async () => ((await viewer(ask)).at('uncertainOperations') as object[]).length, {
        timeout: 60_000,
        interval: 100,
      })
      .toBe(3);
    const rows = (await viewer(ask)).at('uncertainOperations') as Record<string, string>[];
    expect(rows.map(({ id, kind }) => `${kind} ${id}`).sort()).toEqual([
      `payout ${payout.get('id')}`,
      `refund ${refund.get('id')}`,
      `withdrawal ${withdrawal.get('id')}`,
    ]);
    const times = rows.map(({ since }) => Date.parse(since ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(rows.every(({ nextStepAt }) => nextStepAt !== null)).toBe(true);
    expect(rows.find(({ kind }) => kind === 'payout')?.['amount']).toEqual({
      amount: '20.30',
      currency: 'MXN',
    });
    const response = await viewer(
      '{ providerMinutes { provider at accepted refused notSent uncertain open slowestMs } }',
    );
    const minutes = response.at('providerMinutes') as Record<string, number>[];
    expect(new Set(minutes.map(({ provider }) => provider))).toEqual(new Set(['sandbox']));
    const sum = (name: string): number => minutes.reduce((total, each) => total + (each[name] ?? 0), 0);
    expect(sum('uncertain')).toBe(3);
    expect(sum('accepted')).toBeGreaterThan(0);
    const refused = asker(service.internalUrl, await signIn(service, mailbox, 'owner@example.com'));
    expect((await refused(ask)).codes()).toEqual(['insufficient_role']);
  });
});

describe('work that waits for a person', () => {
  it('is listed longest waiting first, without finished work', async () => {
    const { get } = await operatorOf(service, 'admin');
    await get(
      `mutation ($id: ID!) { setAccountTerms(accountId: $id, reason: "agreed",
        input: { approvalThreshold: { amount: "10.00", currency: "MXN" } }) { approvalThreshold { amount } } }`,
      { id: service.accountId },
    );
    await fund(service, 'MXN', '500.00');
    const destinationId = await speiDestination(service);
    const made = [];
    for (const amount of ['20.00', '21.00', '22.00']) {
      const body = { destination_id: destinationId, amount };
      made.push((await service.post('/v1/withdrawals', body)).get('id'));
    }
    const [first = '', second, third] = made;
    const waiting = async (): Promise<unknown> =>
      (await viewer('{ withdrawalsToApprove(first: 2) { id } }')).at('withdrawalsToApprove');
    expect(await waiting()).toEqual([{ id: first }, { id: second }]);
    await get('mutation ($id: ID!) { decideWithdrawal(id: $id, approve: false, reason: "no") { status } }', {
      id: first,
    });
    expect(await waiting()).toEqual([{ id: second }, { id: third }]);
    const put = `mutation ($id: ID!) { putScheduleInForce(reason: "agreed",
      input: { accountId: $id, currency: "PEN", interval: daily, cutoffTime: "17:00" }) { id } }`;
    const schedule = await get(put, { id: service.accountId });
    const rest = await viewer(`{ reviewsToDecide { id } exceptionsToResolve { id }
      blockedSchedules { id blockedAt } failingEndpoints { id } }`);
    expect(rest.at('blockedSchedules.0.id')).toBe(schedule.at('putScheduleInForce.id'));
    expect([rest.at('reviewsToDecide'), rest.at('failingEndpoints')]).toEqual([[], []]);
  });
});
