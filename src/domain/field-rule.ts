import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { isBankNumber, isBrazilianTaxId } from './check-digit.js';
import { isCountry } from './country.js';
import {
  identityDocumentFault,
  peruvianDocumentFault,
  venezuelanDocumentFault,
  wrongDigits,
  normalizeVenezuelan,
} from './identity-document.js';
import { isLine } from './text.js';
import { isVenezuelanBank } from './venezuelan-bank.js';

type Others = Readonly<Record<string, string>>;

/** A published rule beyond the pattern of a field. `others`: the values of the other fields. */
interface FieldRule {
  /** The normal form, for values that can be spelled in several ways. */
  readonly normalize?: (value: string, others: Others) => string;
  /** Says what is wrong with the value; undefined if nothing is. */
  readonly fault: (value: string, others: Others) => string | undefined;
}

const wrongEmail =
  "is not an e-mail address that DICT accepts; send at most 77 characters, a-z 0-9 . ! # $ & ' * + / = ? ^ _ ` { | } ~ - before the @ and a domain name after it";

const checked = (isRight: (value: string) => boolean): FieldRule => ({
  fault: (value) => (isRight(value) ? undefined : wrongDigits),
});

/** The rules that a catalogue field may name (supplement §9 Account numbers). */
export const fieldRules = {
  /** The name of a person or company: one line with at least one letter, and no invisible characters. */
  name: {
    normalize: (value) => value.trim(),
    fault: (value) =>
      isLine(value) && /\p{L}/u.test(value) ? undefined : 'is not a name; send one line with letters in it',
  },
  country: {
    fault: (value) => (isCountry(value) ? undefined : 'is not a country code; send one such as PE'),
  },
  /** CPF or CNPJ, including CNPJs with letters (Receita Federal, IN RFB 2.229/2024). */
  brazilian_tax_id: { ...checked(isBrazilianTaxId), normalize: (value) => value.toUpperCase() },
  /** DICT stores e-mails and random keys in lower case. Phones and random keys have no check digit. */
  pix_key: {
    normalize: (value) => (isTaxId(value) ? value.toUpperCase() : value.toLowerCase()),
    fault: (value) => {
      if (value.includes('@')) return isPixEmail(value) ? undefined : wrongEmail;
      if (/^[0-]+$/.test(value) && value.includes('-'))
        return 'is not a random key; send the key issued by DICT';
      return isTaxId(value) && !isBrazilianTaxId(value) ? wrongDigits : undefined;
    },
  },
  /** Banco de México, Circular 14/2017. */
  clabe: checked(isBankNumber),
  /**
   * American Bankers Association, Routing Number Policy; the pattern has its ranges. Nine zeros have a valid check
   * digit and are no bank.
   */
  aba: checked((value) => isBankNumber(value) && !/^0+$/.test(value)),
  /** For banks that publish no check digit: anything but zeros. */
  account_number: {
    fault: (value) =>
      /^0+$/.test(value) ? 'is not an account number; send it as the bank gave it' : undefined,
  },
  /** A DNI (RENIEC), whose eight digits contain no check digit, or a RUC (SUNAT). */
  ruc: { fault: peruvianDocumentFault },
  /** A customer's document; its type and country are in `identity_document_type` and `identity_document_country`. */
  identity_document: {
    fault: (value, { identity_document_type: type, identity_document_country: country }) =>
      identityDocumentFault(value, { type, country }),
  },
  /** A number whose letter is in `document.type`. */
  venezuelan_document: {
    normalize: (value, { 'document.type': letter }) => normalizeVenezuelan(value, letter),
    fault: (value, { 'document.type': letter }) => venezuelanDocumentFault(value, letter),
  },
  iban: { ...checked(isValidIBAN), normalize: (value) => electronicFormatIBAN(value) ?? value },
  /** ITU-T E.164: country codes never begin with zero. */
  phone: {
    fault: (value) =>
      /^\+[^0-9]*0/.test(value)
        ? 'is not an international phone number; send country code and digits, such as +51987654321'
        : undefined,
  },
  venezuelan_bank: {
    fault: (value) =>
      isVenezuelanBank(value) ? undefined : 'is not a bank code of Venezuela; send its four digits',
  },
  /** A Venezuelan account number starts with the bank's code, which must equal `bank_code`. */
  venezuelan_account: {
    fault: (value, { bank_code: bank }) =>
      bank === undefined || value.startsWith(bank)
        ? undefined
        : 'does not match bank_code; send an account and bank_code of one bank',
  },
} as const satisfies Record<string, FieldRule>;

export type FieldRuleName = keyof typeof fieldRules;

export function ruleOf(field: { rule?: FieldRuleName; type?: string }): FieldRule | undefined {
  const name = field.rule ?? (field.type === 'iban' || field.type === 'phone' ? field.type : undefined);
  return name === undefined ? undefined : fieldRules[name];
}

/** The rule of DICT, the directory of PIX keys (Banco Central do Brasil): domain labels have 1 to 63 characters. */
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
