import { describe, expect, it } from 'vitest';
import { isEmail, isLine } from '../../src/domain/text.js';

describe('an e-mail address', () => {
  it.each(['ana@exemplo.com.br', 'a@b.c', `${'a'.repeat(64)}@b.co`, `a@${'b'.repeat(249)}.co`])(
    'is %s',
    (text) => expect(isEmail(text)).toBe(true),
  );

  it.each([
    '',
    'ana',
    'ana@exemplo',
    'ana@@exemplo.com',
    'ana @exemplo.com',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(250)}.co`,
  ])('is not %j', (text) => expect(isEmail(text)).toBe(false));

  it('is judged at once, however long the text is', () => {
    const began = performance.now();
    expect(isEmail(`a@${'.'.repeat(200_000)} `)).toBe(false);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('a line for people', () => {
  it.each(['Ana', 'José Ñandú & Söhne', '山田商店', '😀 Ltda', 'مؤسسة النور', 'a'.repeat(500)])(
    'is %s',
    (text) => expect(isLine(text)).toBe(true),
  );

  it.each([
    ['a zero-width space', 'Ac\u200Bme'],
    ['a joiner', 'Ac\u200Dme'],
    ['a soft hyphen', 'Ac\u00ADme'],
    ['a byte-order mark', '\uFEFFAcme'],
    ['an override of direction', 'approved \u202Eton'],
    ['an isolate', '\u2066Acme\u2069'],
    ['a mark of direction', 'Acme\u200F'],
    ['an Arabic letter mark', 'Acme\u061C'],
    ['a Hangul filler', '\u3164'],
    ['a blank of Braille', '\u2800'],
    ['a variation selector', 'Acme\uFE0F'],
    ['a tag', 'Acme\u{E0041}'],
    ['a line separator', 'Ac\u2028me'],
    ['a line feed', 'Ac\nme'],
    ['nothing', '   '],
  ])('has not %s', (_, text) => expect(isLine(text)).toBe(false));
});
