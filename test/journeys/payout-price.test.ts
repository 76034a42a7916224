import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundTreasury, pay, pathOf } from '../setup/payout-journey.js';
import { openService, type RunningService } from '../setup/running.js';
import { balanceOf, fund, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fundTreasury(service);
  await fund(service, 'MXN', '3000000.00');
  await fund(service, 'PEN', '3000000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(() => service.stop());

/** Prices computed with integers only, as documented; uses nothing of the service. */
const decimals: Record<string, number> = { USDT: 6, MXN: 2, PEN: 2 };
const unitsOf = (amount: string, decimals: number): bigint => {
  const [whole = '', part = ''] = amount.split('.');
  expect(part.length).toBeLessThanOrEqual(decimals);
  return BigInt(whole + part.padEnd(decimals, '0'));
};
const textOf = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};
const floor = (n: bigint, d: bigint) => n / d;
const ceil = (n: bigint, d: bigint) => (n + d - 1n) / d;

/** The catalogue's rates; through the treasury asset for pairs without one: 0.295 × 18.25 = 5.38375. */
const rates: Record<string, string> = { USDT: '18.25', MXN: '1', PEN: '5.38375' };

interface Ask {
  source_currency: string;
  amount: string;
  amount_side: 'source' | 'destination';
}

function oracle({ source_currency: currency, amount, amount_side: side }: Ask) {
  const scale = decimals[currency] ?? 0;
  const rate = unitsOf(rates[currency] ?? '', 12);
  const one = 10n ** 12n;
  // The ratio of the two currencies' smallest units.
  const size = 10n ** BigInt(scale - 2);
  const stated = unitsOf(amount, side === 'source' ? scale : 2);
  const principal = side === 'source' ? stated : ceil(stated * size * one, rate);
  const arrives = side === 'source' ? floor(stated * rate, one * size) : stated;
  const fee = ceil(principal * 100n, 10_000n);
  const markup = ceil(principal * 50n, 10_000n);
  const formatted = (units: bigint) => textOf(units, scale);
  return {
    rate: rates[currency],
    source: {
      currency,
      principal: formatted(principal),
      platform_fee: formatted(fee),
      tenant_markup: formatted(markup),
      total: formatted(principal + fee + markup),
    },
    destination: { amount: textOf(arrives, 2), currency: 'MXN' },
    drawn: principal + fee + markup,
    earned: markup,
  };
}

/** An amount of any magnitude, from a few units to about 2000, sometimes without trailing zeros. */
function randomAsk(): Ask {
  const source_currency = ['USDT', 'MXN', 'PEN'][randomInt(3)] ?? '';
  const amount_side = randomInt(2) === 0 ? 'source' : 'destination';
  const scale = amount_side === 'source' ? (decimals[source_currency] ?? 0) : 2;
  const least = scale === 6 ? 1000 : 1;
  const units = BigInt(randomInt(least, 10 ** randomInt(scale + 1, scale + 4)));
  const text = textOf(units, scale);
  return { source_currency, amount_side, amount: randomInt(4) === 0 ? text.replace(/\.?0+$/, '') : text };
}

test('a hundred payouts of random amounts match integer arithmetic exactly', async () => {
  const currencies = Object.keys(decimals);
  const before = await Promise.all(currencies.map((currency) => balanceOf(service, currency)));
  const asks = Array.from({ length: 100 }, randomAsk);
  const drawn: Record<string, bigint> = {};
  const earned: Record<string, bigint> = {};
  const payouts = await Promise.all(
    asks.map((ask) => pay(service, { beneficiary_id: beneficiaryId, ...ask })),
  );
  payouts.forEach((payout, index) => {
    const ask = asks[index];
    if (!ask) throw new Error('an answer without a request');
    const { drawn: total, earned: markup, ...figures } = oracle(ask);
    expect(payout.body, JSON.stringify(ask)).toMatchObject({ status: 'processing', ...figures });
    drawn[ask.source_currency] = (drawn[ask.source_currency] ?? 0n) + total;
    earned[ask.source_currency] = (earned[ask.source_currency] ?? 0n) + markup;
  });
  for (const payout of payouts) {
    await service.until(pathOf(payout.get('id')), (each) => each.at('status') === 'completed');
  }
  for (const [index, currency] of currencies.entries()) {
    const after = await balanceOf(service, currency);
    const change = (name: string) =>
      unitsOf(after[name] ?? '', decimals[currency] ?? 0) -
      unitsOf(before[index]?.[name] ?? '', decimals[currency] ?? 0);
    expect([change('available'), change('earnings'), change('reserved')], currency).toEqual([
      -(drawn[currency] ?? 0n),
      earned[currency] ?? 0n,
      0n,
    ]);
  }
});

test('every invariant holds', () => service.check());
