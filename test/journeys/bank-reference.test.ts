import { parseCamt053 } from 'camt-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Provider } from '../../src/ports/provider.js';
import { compareStatement } from '../../src/usecases/statement.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { openOtherAccount, withHand } from '../setup/hand.js';
import { csvReport, download } from '../setup/report.js';
import { clientOf, openService, type Answer, type Client, type RunningService } from '../setup/running.js';
import { settledOnce, settlingAccount } from '../setup/settled.js';
import {
  deposit,
  eventsOf,
  fund,
  mxnPayout,
  openFunding,
  refusal,
  speiBeneficiary,
  speiDestination,
} from '../setup/verbs.js';

let service: RunningService;
let ask: Ask;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  beneficiaryId = await speiBeneficiary(service);
  ask = (await operatorOf(service, 'admin')).get;
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const ended = (client: Client, path: string): Promise<Answer> =>
  client.until(path, (each) => each.at('status') === 'completed');
const clave = { kind: 'clave_rastreo', value: expect.stringMatching(/^[0-9A-Z]{1,30}$/) as string };
const valueOf = (answer: Answer): string => answer.get('bank_reference.value');

const payin = async () => {
  const into = (await openFunding(service, { method: 'spei', currency: 'MXN' })).get('id');
  return deposit(service, { funding_account_id: into, amount: '100.00' });
};

/** Resources that move money in and out, by REST path and GraphQL field. */
const created: Readonly<Record<string, readonly [field: string, make: () => Promise<Answer>]>> = {
  payins: ['payin', payin],
  payouts: ['payout', () => service.post('/v1/payouts', mxnPayout(beneficiaryId))],
  refunds: [
    'refund',
    async () => service.post('/v1/refunds', { payin_id: (await payin()).get('id'), amount: '1' }),
  ],
  withdrawals: [
    'withdrawal',
    async () =>
      service.post('/v1/withdrawals', { destination_id: await speiDestination(service), amount: '1.00' }),
  ],
};

describe.each(Object.entries(created))('%s', (path, [field, make]) => {
  test('show the reference of the bank in retrieve, lists, events, GraphQL and reports', async () => {
    const id = (await make()).get('id');
    const whole = await ended(service, `/v1/${path}/${id}`);
    expect(whole.at('bank_reference')).toEqual(clave);
    const value = valueOf(whole);
    const listed = (client: Client, name: string) => client.get(`/v1/${path}?bank_reference=${name}`);
    expect((await listed(service, value)).at('data')).toMatchObject([
      { id, bank_reference: whole.at('bank_reference') },
    ]);
    expect((await listed(service, `${value}0`)).at('data')).toEqual([]);
    const other = await openOtherAccount(service);
    expect((await listed(clientOf(service.baseUrl, other.key), value)).at('data')).toEqual([]);
    expect(refusal(await listed(service, 'x'.repeat(501)))).toEqual([
      400,
      'invalid_parameter',
      'bank_reference',
    ]);
    const events = await eventsOf(service, id);
    expect(events.at(-1)).toEqual([
      `${field}.completed`,
      expect.objectContaining({ bank_reference: whole.at('bank_reference') }),
    ]);
    const [one, many] = [field, path];
    const { data } = await ask(
      `query ($id: ID!, $value: String!) { ${one}(id: $id) { bankReference { kind value } }
        ${many}(filter: { bankReference: $value }) { nodes { id } } }`,
      { id, value },
    );
    expect(data).toEqual({
      [one]: { bankReference: whole.at('bank_reference') },
      [many]: { nodes: [{ id }] },
    });
    const { rows } = await csvReport(
      service,
      `/v1/reports/${path}?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z&format=csv`,
    );
    expect(rows.find((row) => row['id'] === id)).toMatchObject({
      bank_reference_kind: 'clave_rastreo',
      bank_reference: value,
    });
  });
});

test('a settlement shows the reference of the bank', async () => {
  const own = await settlingAccount(service);
  const id = await settledOnce(service, { accountId: own.accountId, client: own });
  const whole = await ended(own, `/v1/settlements/${id}`);
  expect(whole.at('bank_reference')).toEqual(clave);
  expect((await own.get(`/v1/settlements?bank_reference=${valueOf(whole)}`)).at('data')).toMatchObject([
    { id },
  ]);
});

test('payouts that were refused or are uncertain have no bank reference', async () => {
  const fates = [
    ['sim:fail', 'failed'],
    ['sim:uncertain', 'verification_pending'],
  ] as const;
  for (const [tag, status] of fates) {
    const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '10.00', tag));
    const path = `/v1/payouts/${made.get('id')}`;
    const { body } = await service.until(path, (each) => each.at('status') === status);
    expect(body).not.toHaveProperty('bank_reference');
  }
});

test('camt.053 names a payment by the references of the account and of the bank', async () => {
  const reference = 'Pedido <7> & "8", año';
  const made = await service.post('/v1/payouts', { ...mxnPayout(beneficiaryId), reference });
  const whole = await ended(service, `/v1/payouts/${made.get('id')}`);
  const period = 'from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';
  const answer = await download(service, `/v1/balances/MXN/statement?${period}&format=camt.053`);
  const [statement] = (await parseCamt053(answer.text)).statements;
  const named = statement?.transactions
    .map(({ details }) => details[0])
    .filter((detail) => detail?.references.endToEndId === reference);
  expect(named).toMatchObject([
    {
      references: { accountServicerReference: valueOf(whole) },
    },
  ]);
  expect(answer.text).toContain(
    `<Ustrd>payout_reserve ${made.get('id')} Pedido &lt;7&gt; &amp; &quot;8&quot;, año ${valueOf(whole)}</Ustrd>`,
  );
  const { rows } = await csvReport(service, `/v1/balances/MXN/statement?${period}`);
  expect(rows.filter((row) => row['origin_id'] === made.get('id'))).toMatchObject([
    { reference, bank_reference: valueOf(whole) },
  ]);
});

test('the last reference in a statement line is stored for payouts and pay-ins, without an event', async () => {
  const made = [await created['payouts']?.[1](), await created['payins']?.[1]()].map((each) =>
    String(each?.get('id')),
  );
  const [payoutPath, payinPath] = [`/v1/payouts/${made[0]}`, `/v1/payins/${made[1]}`];
  for (const path of [payoutPath, payinPath]) await ended(service, path);
  const before = await Promise.all(made.map((id) => eventsOf(service, id)));
  const last = { kind: 'other', value: 'Libro 7/á' } as const;
  await withHand(service, (ports) => {
    const bank = ports.providers.get('sandbox') as Provider;
    const statement = async (after?: string) => {
      const page = await bank.statement(after);
      return { ...page, lines: page.lines.map((line) => ({ ...line, trace: last })) };
    };
    return compareStatement(ports, { ...bank, statement });
  });
  for (const path of [payoutPath, payinPath])
    expect((await service.get(path)).at('bank_reference')).toEqual(last);
  expect((await service.get(`/v1/payouts?bank_reference=${encodeURIComponent(last.value)}`)).text).toContain(
    made[0],
  );
  expect(await Promise.all(made.map((id) => eventsOf(service, id)))).toEqual(before);
});
