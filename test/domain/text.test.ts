import { describe, expect, it } from 'vitest';
import { isLine } from '../../src/domain/text.js';

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
