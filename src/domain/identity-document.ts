import { isRif, isRuc, type RifLetter } from './check-digit.js';

/** A kind of document: the form of its numbers, and what to say of any other number. */
interface Kind {
  readonly form: RegExp;
  readonly fault: string;
  /** At least one character of the number is a digit. */
  readonly hasDigit?: true;
  /** A number of nine digits has the check digit of a RIF with this letter. */
  readonly rif?: RifLetter;
}

const zeros = /^0+$/;
export const wrongDigits = 'has wrong check digits; send the number as the bank or authority issued it';

/** Letters and at least one digit. ICAO Doc 9303 allows nine characters; some states use more. */
const passport: Kind = {
  form: /^[0-9A-Z]{5,15}$/,
  hasDigit: true,
  fault: 'is not a passport number; send 5 to 15 letters and digits',
};
const cedula = {
  form: /^[0-9]{5,9}$/,
  fault: 'is not a cédula or RIF; send 5 to 8 digits, or 9 for a RIF, without the letter',
};
const rif = { form: /^[0-9]{9}$/, fault: 'is not a RIF; send its 9 digits, without the letter' };

/** A map and not an object, because the key is a caller's text: `__proto__` is a property of every object. */
type Kinds = ReadonlyMap<string, Kind>;
const byType = (kinds: Readonly<Record<string, Kind>>): Kinds => new Map(Object.entries(kinds));

/** The documents of Venezuela by their letter, which is not part of the number. */
const venezuelan: Kinds = byType({
  /** A cédula (SAIME), or the RIF (SENIAT) of its holder. */
  V: { ...cedula, rif: 'V' },
  E: { ...cedula, rif: 'E' },
  J: { ...rif, rif: 'J' },
  G: { ...rif, rif: 'G' },
  /** A commune. No value of the letter C is published, so its check digit is not verified. */
  C: rif,
  /** A personal signature (firma personal), which banks register by the number of its owner. */
  R: {
    form: cedula.form,
    fault: 'is not a personal signature number; send 5 to 9 digits, without the letter',
  },
  P: passport,
});

/** The fault of a Venezuelan document's number, in words; undefined where there is none. */
export function venezuelanDocumentFault(number: string, letter = ''): string | undefined {
  const kind = venezuelan.get(letter);
  const fault = faultOf(kind, number);
  if (fault !== undefined || kind?.rif === undefined || number.length < 9) return fault;
  return isRif(kind.rif, number) ? undefined : wrongDigits;
}

/** A cédula is one number with or without zeros before it. */
export const writtenVenezuelan = (number: string, letter: string | undefined): string =>
  (letter === 'V' || letter === 'E') && number.length < 9 ? withoutZeros(number) : number;

/** The number without zeros before it; its last five digits stay. */
function withoutZeros(number: string): string {
  const [before = ''] = /^0*/.exec(number) ?? [];
  return number.slice(Math.min(before.length, Math.max(0, number.length - 5)));
}

const ofPeru = 'is not a document of that type';

/** The documents of Peru: DNI (RENIEC), and the types of SUNAT's catalogue 06 of identity documents. */
const peruvian: Kinds = byType({
  DNI: { form: /^[0-9]{8}$/, fault: 'is not a DNI; send its 8 digits' },
  RUC: { form: /^(10|15|16|17|20)[0-9]{9}$/, fault: 'is not a RUC; send its 11 digits' },
  CE: { form: /^[0-9A-Za-z]{6,12}$/, fault: `${ofPeru}; send 6 to 12 letters and digits` },
  PAS: { form: /^[0-9A-Za-z]{6,12}$/, fault: `${ofPeru}; send 6 to 12 letters and digits` },
  PTP: { form: /^[0-9A-Za-z]{6,15}$/, fault: `${ofPeru}; send 6 to 15 letters and digits` },
});

/** The type of a customer's document, and the country that issued it where that is known. */
export interface DocumentType {
  readonly type?: string | undefined;
  readonly country?: string | undefined;
}

/** The fault of a customer's document; the types of Peru are judged where no other country issued them. */
export function identityDocumentFault(number: string, document: DocumentType): string | undefined {
  const { type = '', country = 'PE' } = document;
  if (type === 'PASSPORT') return faultOf(passport, number.toUpperCase());
  if (country !== 'PE') return undefined;
  const fault = faultOf(peruvian.get(type), number);
  return fault === undefined && type === 'RUC' && !isRuc(number) ? wrongDigits : fault;
}

/** The fault of a DNI or a RUC, told apart by the length. */
export const peruvianDocumentFault = (number: string): string | undefined =>
  identityDocumentFault(number, { type: number.length === 8 ? 'DNI' : 'RUC' });

function faultOf(kind: Kind | undefined, number: string): string | undefined {
  if (kind === undefined) return undefined;
  const isRight =
    kind.form.test(number) && !zeros.test(number) && (kind.hasDigit === undefined || /[0-9]/.test(number));
  return isRight ? undefined : kind.fault;
}
