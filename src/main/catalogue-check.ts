import { rateOf, wordLanguages } from '../domain/capability.js';
import { isCurrency } from '../domain/currency.js';
import { faultOf, wholePattern } from '../domain/details.js';
import { exact, parseAmount } from '../domain/money.js';
import { normaliseRate } from '../domain/price.js';
import type { CatalogueParts } from './catalogue-file.js';

type Field = CatalogueParts['payouts'][number]['beneficiaryFields'][number];

/** Contradictions between parts of a catalogue, one sentence each; empty if there are none. */
export function contradictions(parts: CatalogueParts): string[] {
  return [
    ...repeats(parts),
    ...fieldFaults(parts),
    ...limitFaults(parts),
    ...rateFaults(parts),
    ...remittanceFaults(parts),
  ];
}

function repeats(parts: CatalogueParts): string[] {
  const names = [
    ...parts.payins.map((payin) => `payin ${payin.currency} ${payin.method}`),
    ...parts.payouts.map((payout) => `payout ${payout.currency} ${payout.method}`),
    ...parts.remittances.map(
      ({ source, currency, method }) =>
        `remittance ${source.currency} ${source.method} to ${currency} ${method}`,
    ),
    ...parts.rates.map(({ from, to }) => `rate ${from} to ${to}`),
    ...parts.limits.map(({ currency }) => `limit of ${currency}`),
  ];
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(repeated)].map((name) => `${name} is listed twice`);
}

function fieldFaults(parts: CatalogueParts): string[] {
  const payins = parts.payins.flatMap(({ currency, method, paymentMethodFields }) =>
    fieldListFaults(`payin ${currency} ${method} paymentMethodFields`, paymentMethodFields),
  );
  const payouts = parts.payouts.flatMap(({ currency, method, beneficiaryFields, customerFields }) => [
    ...fieldListFaults(`payout ${currency} ${method} beneficiaryFields`, beneficiaryFields),
    ...fieldListFaults(`payout ${currency} ${method} customerFields`, customerFields),
    ...accountFaults(`payout ${currency} ${method}`, beneficiaryFields),
  ]);
  return [...payins, ...payouts];
}

function fieldListFaults(where: string, fields: readonly Field[]): string[] {
  const faults = fields.flatMap((field) => oneFieldFaults(field).map((fault) => `${field.name} ${fault}`));
  faults.push(...fields.flatMap(wordFaults));
  const names = fields.map(({ name }) => name);
  for (const name of names) {
    if (names.indexOf(name) !== names.lastIndexOf(name)) faults.push(`${name} is listed twice`);
    if (names.some((other) => other.startsWith(`${name}.`)))
      faults.push(`${name} is both a field and a group of fields`);
  }
  return [...new Set(faults)].map((fault) => `${where}: ${fault}`);
}

/** A field needs its texts in every language (supplement §6). */
function wordFaults(field: Field): string[] {
  return wordLanguages.flatMap((language) => {
    const said = field.words?.[language];
    if (said === undefined) return [`${field.name} has no text in ${language}`];
    const unnamed = (field.enum ?? []).filter((value) => said.values?.[value] === undefined);
    return unnamed.map((value) => `${field.name} has no label for ${value} in ${language}`);
  });
}

function oneFieldFaults(field: Field): string[] {
  const faults: string[] = [];
  if (field.type === 'enum' && field.enum === undefined) faults.push('is an enum without values');
  const patternFault = field.pattern === undefined ? undefined : faultOfPattern(field.pattern);
  if (patternFault !== undefined) return [...faults, patternFault];
  const exampleFault =
    field.example === undefined ? undefined : faultOf(field, { [field.name]: field.example });
  if (exampleFault !== undefined) faults.push(`has an example that its own rules reject: ${exampleFault}`);
  return faults;
}

function faultOfPattern(pattern: string): string | undefined {
  // A repetition inside a repeated group can take exponential time; browsers use patterns with the v flag.
  if (/[+*}][^()+*}]*\)+[+*{]/.test(pattern)) return 'has a pattern with a repetition inside a repetition';
  try {
    wholePattern(pattern);
    new RegExp(pattern, 'v');
    return undefined;
  } catch (error) {
    return `has a pattern that does not compile: ${(error as Error).message}`;
  }
}

function accountFaults(where: string, fields: readonly Field[]): string[] {
  const faults: string[] = [];
  if (!fields.some(({ identity }) => identity)) faults.push(`${where}: no field is marked identity`);
  if (fields.filter(({ hint }) => hint).length !== 1) faults.push(`${where}: one field must be marked hint`);
  return faults;
}

function limitFaults(parts: CatalogueParts): string[] {
  const faults = parts.limits
    .filter(({ currency }) => isCurrency(currency))
    .flatMap(({ currency, perOperation, daily }) => {
      const [most, inADay] = [parseAmount(perOperation, currency), parseAmount(daily, currency)];
      if (most === undefined || inADay === undefined)
        return [`limit of ${currency} is not an amount of ${currency}`];
      return most.isGreaterThan(inADay)
        ? [`limit of ${currency} allows less in a day than in one operation`]
        : [];
    });
  const used = new Set([...parts.payins, ...parts.payouts].map(({ currency }) => currency));
  const limited = new Set(parts.limits.map(({ currency }) => currency));
  const unlimited = [...used].filter((currency) => !limited.has(currency));
  return [...faults, ...unlimited.map((currency) => `no limit of ${currency}`)];
}

function rateFaults(parts: CatalogueParts): string[] {
  const faults = parts.rates.flatMap(({ from, to, rate }) => {
    if (from === to) return [`rate ${from} to itself is always 1`];
    try {
      return normaliseRate(rate) === rate ? [] : [`rate ${from} to ${to} has needless zeros: ${rate}`];
    } catch (error) {
      return [`rate ${from} to ${to}: ${(error as Error).message}`];
    }
  });
  // Without valid rates or a treasury asset, every pair would be reported as missing.
  return faults.length > 0 || parts.primaryTreasuryAsset === '' ? faults : pairFaults(parts);
}

const thresholdsOf = ({ risk: { reviewAbove, blockAbove, newDestination } }: CatalogueParts) => [
  reviewAbove,
  blockAbove,
  newDestination?.above,
];

/**
 * Any balance may fund any payout, so every currency needs a price in every other, and no cycle of
 * conversions may gain.
 */
function pairFaults(parts: CatalogueParts): string[] {
  const used = new Set([
    parts.primaryTreasuryAsset,
    ...thresholdsOf(parts).flatMap((threshold) => threshold?.currency ?? []),
    ...[...parts.payins, ...parts.payouts].map(({ currency }) => currency),
    ...parts.payins.flatMap(({ settlementCurrencies }) => settlementCurrencies),
    ...parts.rates.flatMap(({ from, to }) => [from, to]),
  ]);
  return [...used].flatMap((from) =>
    [...used].flatMap((to) => {
      const [there, back] = [rateOf(parts, from, to), rateOf(parts, to, from)];
      if (there === undefined) return [`no rate ${from} to ${to}`];
      const gains = back !== undefined && exact(there).times(back).isGreaterThan(1);
      return gains && from < to ? [`rates ${from} to ${to} and back gain`] : [];
    }),
  );
}

function remittanceFaults(parts: CatalogueParts): string[] {
  return parts.remittances.flatMap(({ source, method, currency }) => {
    const where = `remittance ${source.currency} ${source.method} to ${currency} ${method}`;
    const payin = parts.payins.find(
      (each) => each.method === source.method && each.currency === source.currency,
    );
    const payout = parts.payouts.some((each) => each.method === method && each.currency === currency);
    const faults: string[] = [];
    if (source.currency === currency) faults.push(`${where}: the currencies are equal`);
    if (payin === undefined) faults.push(`${where}: no such payin`);
    else if (!payin.settlementCurrencies.includes(parts.primaryTreasuryAsset)) {
      faults.push(`${where}: the payin cannot settle in ${parts.primaryTreasuryAsset}`);
    }
    if (!payout) faults.push(`${where}: no such payout`);
    return faults;
  });
}
