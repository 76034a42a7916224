import { prefixes, type IdKind } from './noun/prefix.js';

/** Ids: prefix + ULID in lower-case Crockford base 32 (supplement §1). The time part is the row's created_at. */
export type NewId = (kind: IdKind, at: Date) => string;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeLength = 10;
const randomLength = 16;

function timePart(ms: number): string {
  let rest = ms;
  let text = '';
  for (let i = 0; i < timeLength; i += 1) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Adds one to the random part, so that ids of one millisecond sort in creation order. */
function increment(digits: Uint8Array): void {
  for (let i = digits.length - 1; i >= 0; i -= 1) {
    const next = ((digits[i] ?? 0) + 1) % 32;
    digits[i] = next;
    if (next !== 0) return;
  }
}

/** A letter that may stand for a cell: the alphabet of ids without its digits. */
export const cellLetter = /^[a-hjkmnp-tv-z]$/;

/** Whether ids of the kind begin with the letter of their cell: those by which a receiver or a proxy finds the cell. */
export const namesCell = (kind: IdKind): boolean => kind === 'webhookEndpoint' || kind === 'hostedPage';

/**
 * Creates the id source of a process. `random` fills its argument with random bytes. The letter of a cell takes the
 * place of the first digit of the time, which is 0 until the year 3084.
 */
export function idSource(random: (bytes: Uint8Array) => Uint8Array, cell = '0'): NewId {
  let lastMs = -1;
  // All but the first and the last digit: within a millisecond, usually only the last one differs.
  let head = '';
  const digits = new Uint8Array(randomLength);
  return (kind, at) => {
    const ms = at.getTime();
    const isNext = ms === lastMs;
    if (isNext) increment(digits);
    else {
      random(digits);
      for (let i = 0; i < randomLength; i += 1) digits[i] = (digits[i] ?? 0) % 32;
      // Leaves room above the first id of a millisecond, so that counting up cannot overflow.
      digits[0] = (digits[0] ?? 0) % 16;
      lastMs = ms;
    }
    const last = digits[randomLength - 1] ?? 0;
    if (!isNext || last === 0) {
      head = timePart(ms).slice(1);
      for (const digit of digits.subarray(0, -1)) head += alphabet.charAt(digit);
    }
    return `${prefixes[kind]}_${namesCell(kind) ? cell : '0'}${head}${alphabet.charAt(last)}`;
  };
}

/**
 * The smallest possible id of the kind created at or after `at`: turns a filter on created_at into a range of ids.
 * Not for kinds whose ids may begin with a cell.
 */
export function idFloor(kind: IdKind, at: Date): string {
  return `${prefixes[kind]}_${timePart(Math.max(0, at.getTime()))}${'0'.repeat(randomLength)}`;
}

/** The creation time of an id, in business time. */
export function madeAt(id: string): Date {
  const [, time = ''] = /_([0-9a-hjkmnp-tv-z]{10})/.exec(id) ?? [];
  let ms = 0;
  for (const digit of time) ms = ms * 32 + alphabet.indexOf(digit);
  return new Date(ms);
}

/** The part of an id after its prefix (contract §2.1); our own have 26 letters and digits. */
const rest = '[0-9a-z]{1,64}';

/** A pattern for ids of one or several kinds. */
export function idPattern(...kinds: readonly IdKind[]): string {
  const names = kinds.map((kind) => prefixes[kind]);
  return `^${names.length === 1 ? names.join() : `(${names.join('|')})`}_${rest}$`;
}

const shapes = new Map<IdKind, RegExp>();
const anyShape = new RegExp(`^[a-z]{2,5}_${rest}$`);

/** Whether the text has the form of an id of that kind. */
export function isId(kind: IdKind, text: string): boolean {
  let shape = shapes.get(kind);
  if (!shape) shapes.set(kind, (shape = new RegExp(idPattern(kind))));
  return shape.test(text);
}

/** Whether the text has the form of an id, including kinds added later. */
export function isAnyId(text: string): boolean {
  return anyShape.test(text);
}

/** The kind of an id by its prefix; undefined if the text does not have the form of an id. */
export function kindOf(id: string): IdKind | undefined {
  const [prefix] = id.split('_');
  const kind = (Object.keys(prefixes) as IdKind[]).find((each) => prefixes[each] === prefix);
  return kind !== undefined && isId(kind, id) ? kind : undefined;
}

/** The id kind of a noun. */
export function idKindOf(noun: string): IdKind {
  if (!Object.hasOwn(prefixes, noun)) throw new Error(`${noun} has no ids`);
  return noun as IdKind;
}
