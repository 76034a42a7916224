import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enablePage } from '../setup/hosted.js';
import { imposePolicy } from '../../src/usecases/approval-policy.js';
import { inviteOwner } from '../../src/usecases/member.js';
import { openOtherAccount, operator, withHand } from '../setup/hand.js';
import { sealedOnce } from '../setup/ledger-seal.js';
import { settledOnce } from '../setup/settled.js';
import { passkeyOf } from '../setup/passkey.js';
import { queryRows } from '../setup/rows.js';
import { mailSettings, openMailbox, personOf, signIn } from '../setup/sign-in.js';
import { clientOf, freshKey, openService, type Answer, type RunningService } from '../setup/running.js';
import {
  deposit,
  fund,
  mxnPayout,
  openFundingAccount,
  speiBeneficiary,
  speiDestination,
} from '../setup/verbs.js';
import { operations, resolved, type Operation, type Schema } from './description.js';

const mailbox = openMailbox();
let service: RunningService;
/** Session of the account's owner. */
let token: string;
/** For each prefix an id of the other account, and one that does not exist. */
const foreign = new Map<string, string>();
const absentId = (prefix: string): string => `${prefix}_01k9zq3v5e8x7m2n4p6r8t0w1z`;

beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...mailSettings }, mailbox);
  const other = await openOtherAccount(service);
  const owner = { accountId: other.id, address: 'other@example.com', language: 'en' } as const;
  foreign.set('mem', (await withHand(service, (ports) => inviteOwner(ports, operator, owner))).id);
  foreign.set('pk', await passkeyOf(service, other.id, foreign.get('mem') ?? ''));
  const own = clientOf(service.baseUrl, other.key);
  const post = (path: string, body: object) => own.post(path, body);
  const keep = (made: Answer): void => {
    const id = made.get('id');
    foreign.set(id.split('_')[0] ?? '', id);
  };
  keep(await post('/v1/funding-accounts', { method: 'spei', currency: 'MXN', settlement_currency: 'MXN' }));
  await own.until(`/v1/funding-accounts/${foreign.get('fa')}`, (answer) => answer.get('status') === 'active');
  keep(await deposit(own, { funding_account_id: foreign.get('fa'), amount: '500.00' }));
  foreign.set('seal', await sealedOnce(service, own));
  const theirs = await personOf(service, mailbox, 'other@example.com');
  foreign.set('sess', (await theirs.get('/dashboard/sessions')).get('data.0.id'));
  token = await signIn(service, mailbox, 'owner@example.com');
  keep(await post('/v1/refunds', { payin_id: foreign.get('pin'), amount: '1.00', reason: 'sim:hold' }));
  const beneficiaryId = await speiBeneficiary(own);
  const caught = { accountId: other.id, payoutsAbove: { amount: '100.00', currency: 'MXN' } };
  await withHand(service, (ports) => imposePolicy(ports, operator, caught));
  const waiting = await own.post('/v1/payouts', mxnPayout(beneficiaryId, '101.00'));
  foreign.set('apr', String(waiting.at('approval.id')));
  foreign.set('ben', beneficiaryId);
  keep(await post('/v1/payouts', mxnPayout(beneficiaryId)));
  const destination = await speiDestination(own);
  foreign.set('sdst', destination);
  keep(
    await post('/v1/withdrawals', { destination_id: destination, amount: '1.00', description: 'sim:hold' }),
  );
  foreign.set('stl', await settledOnce(service, { accountId: other.id, client: own }));
  const quote = {
    method: 'spei',
    currency: 'MXN',
    source_currency: 'USDT',
    amount: '10',
    amount_side: 'source',
  };
  keep(await post('/v1/quotes', quote));
  const price = await post('/v1/quotes', { ...quote, product: 'remittance', source_currency: 'PEN' });
  const into = await openFundingAccount(own, 'PEN', 'USDT');
  const source = { funding_account_id: into };
  keep(await post('/v1/remittances', { quote_id: price.get('id'), beneficiary_id: beneficiaryId, source }));
  keep(await post('/v1/payout-batches', { items: [mxnPayout(beneficiaryId)] }));
  const person = { external_id: 'other-1', type: 'individual', country: 'MX', display_name: 'Luz Rojas' };
  keep(await post('/v1/customers', person));
  for (const client of [own, service]) await enablePage(client);
  keep(await post('/v1/hosted-sessions', {}));
  keep(await post('/v1/hosted-domains', { hostname: 'pay.example.com' }));
  keep(await post('/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/hook' }));
  const [event] = await queryRows(service.databaseUrl, 'select id from event where account_id = $1', [
    other.id,
  ]);
  foreign.set('evt', String(event?.['id']));
  const { headers } = await own.get('/v1/balances');
  foreign.set('req', headers.get('x-request-id') ?? '');
  await own.until(`/v1/requests/${foreign.get('req')}`, ({ status }) => status === 200);
  await fund(service, 'MXN', '100.00');
});
afterAll(() => service.stop());

/** Prefixes of the ids that a pattern accepts. */
const prefixesOf = ({ pattern }: Schema): string[] =>
  /^\^\(?([a-z]+(?:\|[a-z]+)*)\)?_\[0-9a-z\]\S+\$$/.exec(pattern ?? '')?.[1]?.split('|') ?? [];

interface IdParameter {
  readonly operation: Operation;
  readonly where: 'path' | 'query' | 'body';
  readonly name: string;
  readonly prefix: string;
}

/** Every place in the description that takes an account's id. */
const parameters: IdParameter[] = operations.flatMap((operation) => {
  const found = (where: IdParameter['where'], name: string, schema: Schema): IdParameter[] => {
    return prefixesOf(schema).map((prefix) => ({ operation, where, name, prefix }));
  };
  const body = operation.body && resolved(operation.body);
  return [
    ...operation.parameters.flatMap((each) =>
      each.in === 'header' ? [] : found(each.in, each.name, each.schema),
    ),
    ...Object.entries(body?.properties ?? {}).flatMap(([name, schema]) => {
      const inner = Object.entries(resolved(schema).properties ?? {});
      return [
        [name, schema] as const,
        ...inner.map(([each, of]) => [`${name}.${each}`, of] as const),
      ].flatMap(([location, of]) => found('body', location, resolved(of)));
    }),
  ];
});

/** A field with that id, or an object that contains it. */
function bodyWithId(name: string, id: string): object {
  const [field = '', inner] = name.split('.');
  return { [field]: inner === undefined ? id : { [inner]: id } };
}

/** The key and a signed-in member; only the member if keys are not allowed. */
const bearersOf = ({ operation }: IdParameter): string[] =>
  operation.path.startsWith('/v1/members') ||
  operation.path.startsWith('/dashboard/') ||
  /^\/v1\/approvals\/.*\/(approve|decline)$/.test(operation.path)
    ? [token]
    : [service.apiKey, token];

async function ask({ operation, where, name }: IdParameter, id: string, key: string): Promise<Answer> {
  const path = operation.path.replace('{id}', where === 'path' ? id : absentId('none'));
  const search = where === 'query' ? `?${name}=${id}` : '';
  const body =
    operation.body === undefined
      ? undefined
      : { ...operation.example, ...(where === 'body' && bodyWithId(name, id)) };
  const idempotencyKey = operation.method === 'POST' ? freshKey() : undefined;
  return service.call(operation.method, path + search, {
    key,
    ...(body !== undefined && { body }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}

/** A response without the parts that differ every time. */
function comparable({ status, text }: Answer, id: string): string {
  return `${status} ${text.replaceAll(/"request_id":"[^"]*"/g, '').replaceAll(id, 'ID')}`;
}

describe('an id of another account', () => {
  it('is tested in many operations', () => {
    expect(new Set(parameters.map(({ operation }) => operation.id)).size).toBeGreaterThan(20);
    const kinds = new Set(parameters.map(({ prefix }) => prefix));
    expect([...kinds].filter((prefix) => !foreign.has(prefix))).toEqual([]);
  });

  it.each(
    parameters.map(
      (parameter) => [parameter.operation.id, parameter.where, parameter.name, parameter] as const,
    ),
  )('%s, %s %s: looks like an absent one', async (id, where, _name, parameter) => {
    const [theirs, nobodys] = [foreign.get(parameter.prefix) ?? '', absentId(parameter.prefix)];
    for (const bearer of bearersOf(parameter)) {
      const [answer, other] = [await ask(parameter, theirs, bearer), await ask(parameter, nobodys, bearer)];
      expect(comparable(answer, theirs)).toBe(comparable(other, nobodys));
      if (where === 'query') expect((answer.body as { data: unknown[] }).data).toEqual([]);
      else if (id.startsWith('preview') && answer.status === 200)
        expect(answer.at('refusal.code')).toBe('not_found');
      else expect([404, 400, 422]).toContain(answer.status);
    }
  });

  it('changed nothing, and the checker finds nothing', async () => {
    await service.check();
  });
});
