/** What a typed amount says: a plain decimal as the API has it, or the two that it may mean. */
export type TypedAmount = { readonly amount: string } | { readonly meanings: readonly [string, string] };

/**
 * Reads a typed amount with a point or a comma before the decimals, as a person writes it in any of the languages.
 * Undefined if it does not read as an amount. One with two meanings, as "1.250", is never guessed at.
 */
export function readAmount(typed: string): TypedAmount | undefined {
  const text = typed.replaceAll(/[\s\u00A0\u202F]/g, '');
  const [withPoint, withComma] = [readWith(text, '.'), readWith(text, ',')];
  if (withPoint !== undefined && withComma !== undefined && withPoint !== withComma)
    return { meanings: [withPoint, withComma] };
  const amount = withPoint ?? withComma;
  return amount === undefined ? undefined : { amount };
}

/** As a plain decimal; unchanged if it cannot be read as one, so that the service says what is wrong. */
export function plainAmount(typed: string): string {
  const read = readAmount(typed);
  return read && 'amount' in read ? read.amount : typed.trim();
}

/** Reads digits with this separator before the decimals, and the other one between thousands or nowhere. */
function readWith(text: string, decimal: '.' | ','): string | undefined {
  const [whole = '', fraction, ...more] = text.split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const groups = whole.split(decimal === '.' ? ',' : '.');
  const isWhole =
    groups.length === 1
      ? /^\d+$/.test(whole)
      : groups.every((each, at) => (at === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(each));
  if (!isWhole) return undefined;
  return groups.join('') + (fraction === undefined ? '' : `.${fraction}`);
}
