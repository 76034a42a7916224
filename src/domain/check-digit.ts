import { cnpj, cpf } from 'cpf-cnpj-validator';

/** The digits times the weights, which repeat. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return Array.from(digits, Number).reduce(
    (sum, digit, at) => sum + digit * (weights[at % weights.length] ?? 0),
    0,
  );
}

/** The weights of a CLABE (Banco de México, Circular 14/2017), which are those of an ABA routing number too. */
const bankWeights = [3, 7, 1];

/** The last digit is a check digit: the weighted sum is a multiple of ten. */
export const isBankNumber = (digits: string): boolean => weightedSum(digits, bankWeights) % 10 === 0;

/** The digit that ends a CLABE which begins with these seventeen. */
export const clabeDigit = (stem: string): string => String((10 - (weightedSum(stem, bankWeights) % 10)) % 10);

/** The RUC of SUNAT (Peru): modulo 11 over the first ten digits. */
export function isRuc(value: string): boolean {
  const rest = weightedSum(value.slice(0, -1), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return Number(value.slice(-1)) === (11 - rest) % 10;
}

/** The letters of a RIF with their part in the weighted sum. */
const rifLetters = { V: 4, E: 8, J: 12, P: 16, G: 20 } as const;
export type RifLetter = keyof typeof rifLetters;

/**
 * The RIF of SENIAT (Venezuela): a letter, eight digits and a check digit, modulo 11. SENIAT publishes no text of the rule;
 * this one is that of python-stdnum (`stdnum.ve.rif`), and gives the digits of published numbers, which its test lists.
 */
export function isRif(letter: RifLetter, digits: string): boolean {
  const rest = (rifLetters[letter] + weightedSum(digits.slice(0, 8), [3, 2, 7, 6, 5, 4, 3, 2])) % 11;
  return digits.length === 9 && digits.slice(8) === (rest < 2 ? '0' : String(11 - rest));
}

/** A CPF or CNPJ (Receita Federal). One digit repeated fits its check digits and is nobody's number. */
export function isBrazilianTaxId(value: string): boolean {
  // The library's own validators refuse some valid CPFs.
  const { verifierDigit } = value.length === 11 ? cpf : cnpj;
  const stem = value.slice(0, -2);
  const first = verifierDigit(stem);
  return value === `${stem}${first}${verifierDigit(`${stem}${first}`)}` && new Set(value).size > 1;
}
