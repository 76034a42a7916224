/** What is wrong with a value, as far as the English sentence of the service shows it, with the figure in it. */
export type FaultShape =
  | 'decimals'
  | 'noDecimals'
  | 'notAmount'
  | 'tooLong'
  | 'required'
  | 'oneLine'
  | 'invisible'
  | 'currency'
  | 'mail'
  | 'publicHttps'
  | 'notOneOf'
  | 'format'
  | 'digits'
  | 'number'
  | 'time'
  | 'contrast'
  | 'least'
  | 'most'
  | 'type'
  | 'twice'
  | 'code'
  | 'period'
  | 'foreign';

/** The sentences are tested against those of the service. The first that fits counts. */
const shapes: readonly (readonly [FaultShape, RegExp])[] = [
  ['noDecimals', /has \d+ decimals?; [A-Z]+ takes none/],
  ['decimals', /has \d+ decimals?; [A-Z]+ takes (\d+)/],
  ['notAmount', /is not an amount of |is not a plain decimal number/],
  ['currency', /is not a currency code/],
  ['mail', /is not an e-mail address/],
  ['publicHttps', /must use https|must use port 443|no public host|private address|must begin with https/],
  ['tooLong', /at most (\d+) characters/],
  ['least', /is too small; send at least ([\d.]+)/],
  ['most', /(?:is too large|exceeds what is left of the pay-in); send at most ([\d.]+)/],
  ['type', /has the wrong type/],
  ['twice', /is (?:given|sent) twice/],
  ['code', /is wrong, used or expired/],
  ['period', /must be later than|must be within|is not in the past|days ahead/],
  ['foreign', /is not a (?:known )?field/],
  ['required', /is (?:required|missing)/],
  ['oneLine', /has a line break/],
  ['invisible', /is invisible or changes the text direction/],
  ['contrast', /has a contrast of /],
  ['notOneOf', /is not an allowed value|send one of /],
  ['digits', /check digit/],
  ['format', /has the wrong format/],
  ['time', /timestamp|is not a time/],
  ['number', /whole number|integer/],
];

/** The longest sentence that is looked at. */
const lengthMax = 1_000;

export interface FoundFault {
  readonly shape: FaultShape;
  readonly figure: string;
}

export function faultOf(message: string): FoundFault | undefined {
  const start = message.slice(0, lengthMax);
  for (const [shape, pattern] of shapes) {
    const found = pattern.exec(start);
    if (found) return { shape, figure: found[1] ?? '' };
  }
  return undefined;
}
