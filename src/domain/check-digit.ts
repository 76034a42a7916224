import { cnpj, cpf } from 'cpf-cnpj-validator';

/** The sum of the digits times the weights; the weights repeat. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return Array.from(digits, Number).reduce(
    (sum, digit, at) => sum + digit * (weights[at % weights.length] ?? 0),
    0,
  );
}

/** Weights of a CLABE (Banco de México, Circular 14/2017), also used by ABA routing numbers. */
const bankWeights = [3, 7, 1];

/** The last digit is a check digit: the weighted sum must be a multiple of ten. */
export const isBankNumber = (digits: string): boolean => weightedSum(digits, bankWeights) % 10 === 0;

/** The check digit for the first 17 digits of a CLABE. */
export const clabeDigit = (stem: string): string => String((10 - (weightedSum(stem, bankWeights) % 10)) % 10);

/** The RUC of SUNAT (Peru): modulo 11 over the first ten digits. */
export function isRuc(value: string): boolean {
  const rest = weightedSum(value.slice(0, -1), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return Number(value.slice(-1)) === (11 - rest) % 10;
}

/** The letters of a RIF with their contribution to the weighted sum. */
const rifLetters = { V: 4, E: 8, J: 12, P: 16, G: 20 } as const;
export type RifLetter = keyof typeof rifLetters;

/**
 * The RIF of SENIAT (Venezuela): a letter, eight digits and a check digit, modulo 11. SENIAT publishes no rule; this
 * one is from python-stdnum (`stdnum.ve.rif`) and agrees with the published numbers listed in its test.
 */
export function isRif(letter: RifLetter, digits: string): boolean {
  const rest = (rifLetters[letter] + weightedSum(digits.slice(0, 8), [3, 2, 7, 6, 5, 4, 3, 2])) % 11;
  return digits.length === 9 && digits.slice(8) === (rest < 2 ? '0' : String(11 - rest));
}

/** A CPF or CNPJ (Receita Federal). A repeated single digit has valid check digits but is never assigned. */
export function isBrazilianTaxId(value: string): boolean {
  // The library's own validators refuse some valid CPFs.
  const { verifierDigit } = value.length === 11 ? cpf : cnpj;
  const stem = value.slice(0, -2);
  const first = verifierDigit(stem);
  return value === `${stem}${first}${verifierDigit(`${stem}${first}`)}` && new Set(value).size > 1;
}
