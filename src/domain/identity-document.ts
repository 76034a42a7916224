import { isRif, isRuc, type RifLetter } from './check-digit.js';

/** A kind of document: the pattern of its numbers, and the message for other numbers. */
interface Kind {
  readonly form: RegExp;
  readonly fault: string;
  /** The number needs at least one digit. */
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

/** A Map, not an object, because keys are caller input: every object has a property `__proto__`. */
type Kinds = ReadonlyMap<string, Kind>;
const byType = (kinds: Readonly<Record<string, Kind>>): Kinds => new Map(Object.entries(kinds));

/** Venezuelan documents by letter; the letter is not part of the number. */
const venezuelan: Kinds = byType({
  /** A cédula (SAIME), or the holder's RIF (SENIAT). */
  V: { ...cedula, rif: 'V' },
  E: { ...cedula, rif: 'E' },
  J: { ...rif, rif: 'J' },
  G: { ...rif, rif: 'G' },
  /** A commune. The contribution of the letter C is not published, so its check digit is not verified. */
  C: rif,
  /** A personal signature (firma personal), which banks register under its owner's number. */
  R: {
    form: cedula.form,
    fault: 'is not a personal signature number; send 5 to 9 digits, without the letter',
  },
  P: passport,
});

/** Says what is wrong with the number of a Venezuelan document; undefined if nothing is. */
export function venezuelanDocumentFault(number: string, letter = ''): string | undefined {
  const kind = venezuelan.get(letter);
  const fault = faultOf(kind, number);
  if (fault !== undefined || kind?.rif === undefined || number.length < 9) return fault;
  return isRif(kind.rif, number) ? undefined : wrongDigits;
}

/** A cédula is the same number with or without leading zeros. */
export const normalizeVenezuelan = (number: string, letter: string | undefined): string =>
  (letter === 'V' || letter === 'E') && number.length < 9 ? withoutZeros(number) : number;

/** The number without leading zeros; at least its last five digits stay. */
function withoutZeros(number: string): string {
  const [before = ''] = /^0*/.exec(number) ?? [];
  return number.slice(Math.min(before.length, Math.max(0, number.length - 5)));
}

const ofPeru = 'is not a document of that type';

/** Peruvian documents: DNI (RENIEC), and the types of SUNAT's catalogue 06. */
const peruvian: Kinds = byType({
  DNI: { form: /^[0-9]{8}$/, fault: 'is not a DNI; send its 8 digits' },
  RUC: { form: /^(10|15|16|17|20)[0-9]{9}$/, fault: 'is not a RUC; send its 11 digits' },
  CE: { form: /^[0-9A-Za-z]{6,12}$/, fault: `${ofPeru}; send 6 to 12 letters and digits` },
  PAS: { form: /^[0-9A-Za-z]{6,12}$/, fault: `${ofPeru}; send 6 to 12 letters and digits` },
  PTP: { form: /^[0-9A-Za-z]{6,15}$/, fault: `${ofPeru}; send 6 to 15 letters and digits` },
});

/** The type of a customer's document, and its issuing country if known. */
export interface DocumentType {
  readonly type?: string | undefined;
  readonly country?: string | undefined;
}

/** Says what is wrong with a customer's document. Types of Peru are checked unless another country issued them. */
export function identityDocumentFault(number: string, document: DocumentType): string | undefined {
  const { type = '', country = 'PE' } = document;
  if (type === 'PASSPORT') return faultOf(passport, number.toUpperCase());
  if (country !== 'PE') return undefined;
  const fault = faultOf(peruvian.get(type), number);
  return fault === undefined && type === 'RUC' && !isRuc(number) ? wrongDigits : fault;
}

/** Says what is wrong with a DNI or a RUC; their lengths differ. */
export const peruvianDocumentFault = (number: string): string | undefined =>
  identityDocumentFault(number, { type: number.length === 8 ? 'DNI' : 'RUC' });

function faultOf(kind: Kind | undefined, number: string): string | undefined {
  if (kind === undefined) return undefined;
  const isRight =
    kind.form.test(number) && !zeros.test(number) && (kind.hasDigit === undefined || /[0-9]/.test(number));
  return isRight ? undefined : kind.fault;
}
