import { answer, closed, confirmations, findings, opened, payeeChecked } from '../connector/protocol.js';
import type { Cases, Run } from './proof.js';
import { aReference, must, type Probe } from './probe.js';

const at = (reference: string): string => `/operations/${reference}`;

async function answeredOrder(probe: Probe, over: Readonly<Record<string, unknown>> = {}) {
  const reference = aReference();
  const body = await probe.order(over);
  const answered = await probe.read(answer, `PUT ${at(reference)}`, { body });
  return { reference, body, answered };
}

/** A malformed order is refused and not executed. */
const misfit =
  (over: Readonly<Record<string, unknown>>): Run =>
  async (probe) => {
    const reference = aReference();
    const whole = await probe.order(over);
    const body = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null));
    await probe.refuses('PUT', at(reference), { body });
    must((await probe.findingOf(reference)) === 'not_found', 'the order is known');
  };

export const orderCases: Cases = [
  ['an order is accepted, paid or refused', (probe) => answeredOrder(probe)],
  [
    'a paid answer has the amount and currency of the order',
    async (probe) => {
      const { answered, body } = await answeredOrder(probe);
      if (answered.outcome !== 'paid') return;
      must(Number(answered.amount) === Number(body['amount']), `the amount is ${answered.amount}`);
      must(answered.currency === body['currency'], `the currency is ${answered.currency}`);
    },
  ],
  [
    'a look-up finds an answered order',
    async (probe) => {
      const { reference, answered } = await answeredOrder(probe);
      const found = await probe.findingOf(reference);
      const fits = {
        paid: ['paid', 'returned'],
        accepted: ['in_flight', 'paid', 'not_executed', 'returned'],
        refused: ['not_executed'],
      };
      must(
        fits[answered.outcome].includes(found),
        `the answer was ${answered.outcome}, the look-up found ${found}`,
      );
    },
  ],
  [
    'a repeated order gets the first answer',
    async (probe) => {
      const { reference, body, answered } = await answeredOrder(probe);
      const again = await probe.read(answer, `PUT ${at(reference)}`, { body });
      must(JSON.stringify(again) === JSON.stringify(answered), 'the answer differs');
    },
  ],
  [
    'the same fields in another order are the same body',
    async (probe) => {
      const { reference, body, answered } = await answeredOrder(probe);
      const turned = Object.fromEntries(Object.entries(body).toReversed());
      const got = await probe.ask('PUT', at(reference), { body: turned });
      if (got.status === 409) return;
      const again = answer.safeParse(got.body).data;
      must(JSON.stringify(again) === JSON.stringify(answered), `the status is ${got.status}`);
    },
  ],
  [
    'ten simultaneous requests are one order with one answer',
    async (probe) => {
      const reference = aReference();
      const body = await probe.order();
      const all = await Promise.all(
        Array.from({ length: 10 }, () => probe.read(answer, `PUT ${at(reference)}`, { body })),
      );
      must(new Set(all.map(({ outcome }) => outcome)).size === 1, 'the answers differ');
    },
  ],
  [
    'another amount gets 409',
    async (probe) => {
      const { reference, body } = await answeredOrder(probe);
      const { status } = await probe.refuses('PUT', at(reference), { body: { ...body, amount: '2.00' } });
      must(status === 409, `the status is ${status}`);
    },
  ],
  [
    'a 409 does not change the order',
    async (probe) => {
      const { reference, body } = await answeredOrder(probe);
      const before = await probe.findingOf(reference);
      await probe.refuses('PUT', at(reference), { body: { ...body, amount: '2.00' } });
      must((await probe.findingOf(reference)) === before, 'the look-up differs');
    },
  ],
  ['another memo gets 409', (probe) => otherwise(probe, { memo: 'another one' })],
  ['other details get 409', (probe) => otherwise(probe, { details: { account_number: '1' } })],
  ['after send_by nothing is executed', misfit({ send_by: new Date(Date.now() - 1_000).toISOString() })],
  ['a JSON number as amount is refused', misfit({ amount: 1 })],
  ['a negative amount is refused', misfit({ amount: '-1.00' })],
  ['a zero amount is refused', misfit({ amount: '0.00' })],
  ['an amount with an exponent is refused', misfit({ amount: '1e3' })],
  ['an amount with too many decimals is refused', misfit({ amount: '1.000000000001' })],
  ['an order without an amount is refused', misfit({ amount: null })],
  ['an order without a currency is refused', misfit({ currency: null })],
  ['an order without send_by is refused', misfit({ send_by: null })],
  ['an unknown kind is refused', misfit({ kind: 'gift' })],
  ['an unknown field is refused', misfit({ hurry: true })],
  ['a time without an offset is refused', misfit({ send_by: '2026-11-26 10:00' })],
];

async function otherwise(probe: Probe, over: object): Promise<void> {
  const { reference, body } = await answeredOrder(probe);
  const { status } = await probe.refuses('PUT', at(reference), { body: { ...body, ...over } });
  must(status === 409, `the status is ${status}`);
}

const ask = (references: readonly string[]) => ({ body: { references } });

export const lookUpCases: Cases = [
  [
    'an unknown order is not found',
    async (probe) => must((await probe.findingOf(aReference())) === 'not_found', 'it is found'),
  ],
  [
    'a hundred references get a hundred findings',
    async (probe) => {
      const references = Array.from({ length: 100 }, aReference);
      const lookedUp = await probe.read(findings, 'POST /operations/lookup', ask(references));
      const named = new Set(lookedUp.findings.map(({ reference }) => reference));
      must(
        references.every((each) => named.has(each)),
        'a reference is missing',
      );
    },
  ],
  [
    'a hundred and one references are refused',
    (probe) => probe.refuses('POST', '/operations/lookup', ask(Array.from({ length: 101 }, aReference))),
  ],
  ['an empty list is refused', (probe) => probe.refuses('POST', '/operations/lookup', ask([]))],
  [
    'a look-up changes nothing',
    async (probe) => {
      const { reference } = await answeredOrder(probe);
      const before = await probe.findingOf(reference);
      must((await probe.findingOf(reference)) === before, 'the look-up differs');
    },
  ],
  [
    'a finding of a paid order has the time and a trace',
    async (probe) => {
      const { reference } = await answeredOrder(probe);
      await probe.read(findings, 'POST /operations/lookup', ask([reference]));
    },
  ],
];

async function payinOf(probe: Probe) {
  const { capabilities } = await probe.capabilities();
  const payin = capabilities.find(({ product }) => product === 'payin');
  return payin && { method: payin.method, currency: payin.currency };
}

/** Passes if the connector takes no payments. */
const withPayin =
  (run: (probe: Probe, ask: { method: string; currency: string }) => Promise<unknown>): Run =>
  async (probe) => {
    const payin = await payinOf(probe);
    if (payin !== undefined) await run(probe, payin);
  };

/** Passes if the connector checks no payees. */
const withPayeeCheck =
  (
    run: (probe: Probe, ask: { method: string; currency: string; details: object }) => Promise<unknown>,
  ): Run =>
  async (probe) => {
    const { features } = await probe.capabilities();
    if (!features.includes('payee_check')) return;
    const { method, currency } = await probe.order();
    const details = { name: 'Ana Torres' };
    await run(probe, { method: String(method), currency: String(currency), details });
  };

const verify = '/beneficiaries/verify';

export const payeeCases: Cases = [
  [
    'a payee check has one of four results',
    withPayeeCheck((probe, body) => probe.read(payeeChecked, `POST ${verify}`, { body })),
  ],
  [
    'a payee check without details is refused',
    withPayeeCheck((probe, { method, currency }) =>
      probe.refuses('POST', verify, { body: { method, currency } }),
    ),
  ],
];

const account = (reference: string): string => `/funding-accounts/${reference}`;

export const fundingCases: Cases = [
  [
    'an account is opened',
    withPayin((probe, body) => probe.read(opened, `PUT ${account(aReference())}`, { body })),
  ],
  [
    'opening it again returns the same instructions',
    withPayin(async (probe, body) => {
      const path = account(aReference());
      const first = await probe.read(opened, `PUT ${path}`, { body });
      const again = await probe.read(opened, `PUT ${path}`, { body });
      must(JSON.stringify(again) === JSON.stringify(first), 'they differ');
    }),
  ],
  [
    'another amount gets 409',
    withPayin(async (probe, body) => {
      const path = account(aReference());
      await probe.read(opened, `PUT ${path}`, { body: { ...body, amount: '10.00' } });
      const { status } = await probe.refuses('PUT', path, { body: { ...body, amount: '11.00' } });
      must(status === 409, `the status is ${status}`);
    }),
  ],
  [
    'an account with a payer is opened',
    withPayin(async (probe, body) => {
      const { features } = await probe.capabilities();
      if (!features.includes('payer')) return;
      const payer = { name: 'Ana Torres', document: '52998224725' };
      const ask = { ...body, amount: '10.00', payer };
      await probe.read(opened, `PUT ${account(aReference())}`, { body: ask });
    }),
  ],
  [
    'an account without a currency is refused',
    withPayin((probe, { method }) => probe.refuses('PUT', account(aReference()), { body: { method } })),
  ],
  [
    'it is closed, also when closed again',
    withPayin(async (probe, body) => {
      const path = account(aReference());
      await probe.read(opened, `PUT ${path}`, { body });
      await probe.read(closed, `POST ${path}/close`, { body: {} });
      await probe.read(closed, `POST ${path}/close`, { body: {} });
    }),
  ],
  [
    'an unknown account counts as closed',
    (probe) => probe.read(closed, `POST ${account(aReference())}/close`, { body: {} }),
  ],
  [
    'a payment that was never made is not confirmed',
    async (probe) => {
      const confirmed = await probe.read(confirmations, 'POST /payments/confirm', ask([aReference()]));
      must(
        confirmed.confirmations[0]?.outcome === 'not_confirmed',
        `it is ${confirmed.confirmations[0]?.outcome}`,
      );
    },
  ],
  [
    'a hundred and one payments are refused',
    (probe) => probe.refuses('POST', '/payments/confirm', ask(Array.from({ length: 101 }, aReference))),
  ],
];
