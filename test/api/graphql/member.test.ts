import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutationActs } from '../../../src/api/graphql/mutation/act.js';
import { asker } from '../../setup/graphql.js';
import { openOtherAccount } from '../../setup/hand.js';
import { openBeside, openService, type Client, type RunningService } from '../../setup/running.js';
import { mailSettings, openMailbox, personOf } from '../../setup/sign-in.js';
import { enter } from '../../setup/socket.js';
import { fund, speiBeneficiary, mxnPayout } from '../../setup/verbs.js';
import { lastAudit } from '../../setup/hand.js';
import { patience } from '../../setup/patience.js';

type Person = Client & { readonly token: string };

const mailbox = openMailbox();
let service: RunningService;
let beside: RunningService;
let owner: Person;
let otherAccountId: string;

beforeAll(async () => {
  service = await openService(mailSettings, mailbox);
  beside = await openBeside(service, {}, mailbox);
  owner = await personOf(service, mailbox, 'owner@example.com');
  otherAccountId = (await openOtherAccount(service)).id;
});
afterAll(async () => {
  await beside.stop();
  await service.check();
  await service.stop();
});

async function member(email: string, role: string): Promise<Person & { id: string }> {
  const invited = await owner.post('/v1/members', { email, role });
  return { ...(await personOf(service, mailbox, email)), id: invited.get('id') };
}

const change = (id: string, body: object) => owner.call('PATCH', `/v1/members/${id}`, { body });

describe('a member over GraphQL', () => {
  it('sees only the accounts of their memberships', async () => {
    const ask = asker(service.internalUrl, owner.token);
    const response = await ask(
      '{ accounts { nodes { id } } members { nodes { email role account { id } } } }',
    );
    expect(response.at('accounts.nodes')).toEqual([{ id: service.accountId }]);
    expect(response.at('members.nodes')).toEqual([
      { email: 'owner@example.com', role: 'owner', account: { id: service.accountId } },
    ]);
    const foreign = await ask('query ($id: ID!) { account(id: $id) { id } }', { id: otherAccountId });
    expect(foreign.codes()).toEqual(['not_found id']);
    expect((await ask('{ auditLog { nodes { id } } }')).codes()).toEqual(['insufficient_role']);
  });

  it('cannot run operator mutations', async () => {
    const ask = asker(service.internalUrl, owner.token);
    const response = await ask(
      'mutation { setPayoutKillSwitch(on: true, reason: "mine") { payoutsStopped } }',
    );
    expect([response.status, response.codes()]).toEqual([403, ['insufficient_role']]);
    expect(mutationActs.length).toBeGreaterThan(20);
    expect((await service.get('/v1/capabilities')).status).toBe(200);
  });

  it('can do what their role allows on /v1, in their own account; the audit log names them', async () => {
    await fund(service, 'MXN', '1000.00');
    const beneficiaryId = await speiBeneficiary(service);
    const body = mxnPayout(beneficiaryId) as { amount: string; source_currency: string };
    const input = {
      beneficiaryId,
      sourceCurrency: body.source_currency,
      amount: '1.00',
      amountSide: 'source',
    };
    const document = `mutation ($accountId: ID!, $key: String!, $input: PayoutInput!) {
      createPayout(accountId: $accountId, idempotencyKey: $key, input: $input, reason: "due") { status } }`;
    const pay = (person: Person, accountId: string, key: string) =>
      asker(service.internalUrl, person.token)(document, { accountId, key, input });
    const preview = (person: Person, accountId: string) =>
      asker(service.internalUrl, person.token)(
        `query ($accountId: ID!, $input: PayoutInput!) {
          previewPayout(accountId: $accountId, input: $input) { outcome } }`,
        { accountId, input },
      );
    const developer = await member('dev@example.com', 'developer');
    const viewer = await member('view@example.com', 'viewer');
    const foreseen = await preview(developer, service.accountId);
    expect(foreseen.at('previewPayout.outcome')).toBe('created');
    expect((await preview(viewer, service.accountId)).codes()).toEqual(['insufficient_role']);
    expect((await preview(developer, otherAccountId)).codes()).toEqual(['not_found accountId']);
    const paid = await pay(developer, service.accountId, 'member-pays-1');
    expect(paid.at('createPayout.status')).toBe('processing');
    expect(await lastAudit(service, 'payout.create')).toMatchObject({ operator: `member ${developer.id}` });
    expect((await pay(viewer, service.accountId, 'member-pays-2')).codes()).toEqual(['insufficient_role']);
    expect((await pay(developer, otherAccountId, 'member-pays-3')).codes()).toEqual(['not_found accountId']);
  });
});

describe('the socket of a member', () => {
  const watch = 'subscription ($accountId: ID!) { events(accountId: $accountId) { type } }';

  it('receives only events of their own account', async () => {
    const socket = await enter(service.internalUrl, owner.token);
    const own = socket.subscribe(watch, { accountId: service.accountId });
    const foreign = socket.subscribe(watch, { accountId: otherAccountId });
    await expect.poll(() => foreign.messages[0]?.type, patience).toBe('error');
    const person = { external_id: `m-${Date.now()}`, type: 'individual', country: 'MX', display_name: 'Eva' };
    await owner.post('/v1/customers', person);
    await expect.poll(() => own.received.length, patience).toBeGreaterThan(0);
    await socket.close();
  });

  it.each([
    ['disabled', { status: 'disabled' }, 4401],
    ['demoted', { role: 'viewer' }, 4401],
  ])('is closed in every process once the member is %s', async (what, body, code) => {
    const person = await member(`${what}@example.com`, 'developer');
    const sockets = await Promise.all([service, beside].map((each) => enter(each.internalUrl, person.token)));
    const began = performance.now();
    expect((await change(person.id, body)).status).toBe(200);
    for (const socket of sockets) expect((await socket.closed).code).toBe(code);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('is closed at sign-out', async () => {
    const person = await member('leaves@example.com', 'viewer');
    const socket = await enter(beside.internalUrl, person.token);
    await person.call('DELETE', '/dashboard/sessions/current');
    expect((await socket.closed).code).toBe(4401);
    const response = await asker(beside.internalUrl, person.token)('{ accounts { nodes { id } } }');
    expect([response.status, response.codes()]).toEqual([401, ['invalid_api_key']]);
  });
});
