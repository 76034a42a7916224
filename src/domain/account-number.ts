import { cnpj, cpf } from 'cpf-cnpj-validator';
import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { isVenezuelanBank } from './venezuelan-bank.js';

/** A published rule that a number keeps beyond its form. */
interface NumberRule {
  /** The one way of writing it, where the same number may be written in several. */
  readonly written?: (value: string) => string;
  /** The fault of the value, or undefined; `others` are the data beside it. */
  readonly fault: (value: string, others: Readonly<Record<string, string>>) => string | undefined;
}

const wrongDigits = 'has wrong check digits; send the number as its bank or authority gave it';

const wrongEmail =
  "is no e-mail that DICT takes; send at most 77 characters, a-z 0-9 . ! # $ & ' * + / = ? ^ _ ` { | } ~ - before the @ and a domain name after it";

const checked = (isRight: (value: string) => boolean): NumberRule => ({
  fault: (value) => (isRight(value) ? undefined : wrongDigits),
});

/** The rules that a field of the catalogue may name (supplement §9 Account numbers). */
export const numberRules = {
  /** CPF or CNPJ, the one with letters too (Receita Federal, IN RFB 2.229/2024). */
  brazilian_tax_id: { ...checked(isBrazilianTaxId), written: (value) => value.toUpperCase() },
  /** DICT keeps e-mails and random keys in lower case; a phone and a random key have nothing to verify. */
  pix_key: {
    written: (value) => (isTaxId(value) ? value.toUpperCase() : value.toLowerCase()),
    fault: (value) => {
      if (value.includes('@')) return isPixEmail(value) ? undefined : wrongEmail;
      return isTaxId(value) && !isBrazilianTaxId(value) ? wrongDigits : undefined;
    },
  },
  /** Banco de México, Circular 14/2017; the weights 3, 7, 1 are those of the ABA too. */
  clabe: checked((value) => weighed(value, [3, 7, 1]) % 10 === 0),
  /** American Bankers Association, Routing Number Policy. No bank has the number of zeros, which fits the digits. */
  aba: checked((value) => weighed(value, [3, 7, 1]) % 10 === 0 && !/^0+$/.test(value)),
  /** SUNAT; a DNI, of eight digits, has no check digit. */
  ruc: checked((value) => value.length !== 11 || isRuc(value)),
  iban: { ...checked(isValidIBAN), written: (value) => electronicFormatIBAN(value) ?? value },
  /** ITU-T E.164: no country code begins with a zero. */
  phone: {
    fault: (value) =>
      /^\+[^0-9]*0/.test(value)
        ? 'is no number in international form; send its country code and digits, such as +51987654321'
        : undefined,
  },
  venezuelan_bank: {
    fault: (value) => (isVenezuelanBank(value) ? undefined : 'is no bank of Venezuela; send its four digits'),
  },
  /** A Venezuelan account number starts with its bank, which `bank_code` says too. */
  venezuelan_account: {
    fault: (value, { bank_code: bank }) =>
      bank === undefined || value.startsWith(bank)
        ? undefined
        : 'is an account of another bank than bank_code; send the two of one bank',
  },
} as const satisfies Record<string, NumberRule>;

export type NumberRuleName = keyof typeof numberRules;

export function ruleOf(field: { rule?: NumberRuleName; type?: string }): NumberRule | undefined {
  const name = field.rule ?? (field.type === 'iban' || field.type === 'phone' ? field.type : undefined);
  return name === undefined ? undefined : numberRules[name];
}

/** The rule of DICT, the directory of PIX keys (Banco Central do Brasil): a domain name is labels of 1 to 63. */
function isPixEmail(value: string): boolean {
  const [local = '', domain = '', ...rest] = value.split('@');
  const isDomain = domain
    .split('.')
    .every((label) => /^[a-z0-9-]{1,63}$/.test(label) && !/^-|-$/.test(label));
  return value.length <= 77 && /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+$/.test(local) && isDomain && rest.length === 0;
}

function isTaxId(value: string): boolean {
  return /^([0-9]{11}|[0-9A-Za-z]{12}[0-9]{2})$/.test(value);
}

/** A CPF or CNPJ; one digit all along fits its check digits and is nobody's. The library refuses a valid CPF more. */
function isBrazilianTaxId(value: string): boolean {
  const { verifierDigit } = value.length === 11 ? cpf : cnpj;
  const stem = value.slice(0, -2);
  const first = verifierDigit(stem);
  return value === `${stem}${first}${verifierDigit(`${stem}${first}`)}` && !/^(.)\1*$/.test(value);
}

function isRuc(value: string): boolean {
  const rest = weighed(value.slice(0, -1), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return Number(value.slice(-1)) === (11 - rest) % 10;
}

function weighed(digits: string, weights: readonly number[]): number {
  return Array.from(digits, Number).reduce(
    (sum, digit, at) => sum + digit * (weights[at % weights.length] ?? 0),
    0,
  );
}

/** The digit that ends a CLABE which begins with these seventeen. */
export function clabeDigit(stem: string): string {
  return String((10 - (weighed(stem, [3, 7, 1]) % 10)) % 10);
}
