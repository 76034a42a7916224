import { describe, expect, it } from 'vitest';
import { checkDetails } from '../../src/domain/details.js';
import { escaped, hiddenFault, isLine, isWithin } from '../../src/domain/text.js';

const names = [
  ['Latin', 'José Ñandú & Söhne'],
  ['Japanese, with the blank of ideographs', '山田　太郎'],
  ['Japanese, with a form of an ideograph', '葛\u{e0100}城'],
  ['Korean', '김민준'],
  ['Arabic', 'مؤسسة النور'],
  ['Persian, whose letters a non-joiner parts', 'علی\u200cرضا'],
  ['Hindi, with a joiner behind a virama', 'क्\u200dष'],
  ['Sinhala, with a joiner behind a virama', 'ශ්\u200dරී'],
  ['Malayalam, with a joiner at the end of a word', 'അവന്\u200d'],
  ['Mongolian, with a form of a letter', 'ᠠ\u180b'],
  ['Hebrew with points', 'שָׁלוֹם'],
  ['Vietnamese in marks of their own', 'Nguye\u0302\u0303n'],
  ['an emoji', '😀 Ltda'],
  ['an emoji that joiners make', '👩🏽\u200d💻 ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈'],
  ['an emoji of a digit', '1\ufe0f\u20e3'],
] as const;

const hidden = [
  ['a zero-width space', 'Ac\u200bme'],
  ['a joiner between Latin letters', 'Ac\u200dme'],
  ['a non-joiner between Latin letters', 'Ac\u200cme'],
  ['a non-joiner at the end of Persian', 'علی\u200c'],
  ['two non-joiners', 'علی\u200c\u200cرضا'],
  ['a joiner in front of an emoji', 'a\u200d😀'],
  ['a joiner behind an emoji', '😀\u200d'],
  ['a soft hyphen', 'Ac\u00adme'],
  ['a byte-order mark', '\ufeffAcme'],
  ['an override of direction', 'approved \u202eton'],
  ['an embedding', '\u202bAcme\u202c'],
  ['an isolate', '\u2066Acme\u2069'],
  ['a mark of direction', 'Acme\u200f'],
  ['an Arabic letter mark', 'Acme\u061c'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', 'a\uffa0'],
  ['a blank of Braille', '\u2800'],
  ['a combining grapheme joiner', 'a\u034fb'],
  ['a variation selector behind a Latin letter', 'Acme\ufe0f'],
  ['two variation selectors', '❤\ufe0f\ufe0f'],
  ['a variation selector behind a digit', '1\ufe0f'],
  ['a form of an ideograph behind none', 'a\u{e0100}'],
  ['a tag', 'Acme\u{e0041}'],
  ['a flag that tags make', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['an invisible plus', 'a\u2064b'],
  ['a note of an interlinear annotation', 'a\ufff9b'],
  ['a control character', 'Ac\u0007me'],
  ['an escape of a terminal', 'Ac\u001b[2Jme'],
  ['a control character of eight bits', 'Ac\u009bme'],
  ['a delete', 'Ac\u007fme'],
] as const;

const breaks = [
  ['a line feed', 'Ac\nme'],
  ['a carriage return', 'Ac\rme'],
  ['a tab of lines', 'Ac\vme'],
  ['a next line', 'Ac\u0085me'],
  ['a line separator', 'Ac\u2028me'],
  ['a paragraph separator', 'Ac\u2029me'],
] as const;

describe('a text that people read', () => {
  it.each(names)('may be %s', (_, text) => {
    expect(hiddenFault(text)).toBeUndefined();
    expect(isLine(text)).toBe(true);
    expect(escaped(text)).toBe(text);
  });

  it.each(hidden)('may not have %s', (_, text) => {
    expect(hiddenFault(text)).toMatch(
      /^contains U\+[0-9A-F]{4,6}, which is invisible or changes the text direction/,
    );
    expect(hiddenFault(text, 'many')).toBeDefined();
    expect(isLine(text)).toBe(false);
    expect(hiddenFault(escaped(text))).toBeUndefined();
  });

  it.each(breaks)('of one line may not have %s', (_, text) => {
    expect(hiddenFault(text)).toBe('has a line break; send one line');
    expect(isLine(text)).toBe(false);
    expect(escaped(text)).toMatch(/^Ac\\u[0-9a-f]{4}me$/);
  });

  it('of several lines may contain LF, CR LF and tabs', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\tb', '\n']) {
      expect(hiddenFault(text, 'many')).toBeUndefined();
      expect(escaped(text, 'many')).toBe(text);
    }
    for (const text of ['a\rb', 'a\u2028b', 'a\u0085b', 'a\vb', '\n\u202e'])
      expect(hiddenFault(text, 'many')).toBeDefined();
  });

  it('is checked in the details of an account too', () => {
    const fields = [{ name: 'name', required: true }] as unknown as Parameters<typeof checkDetails>[0];
    expect(checkDetails(fields, { name: 'علی\u200cرضا' }, 'details')).toEqual({ name: 'علی\u200cرضا' });
    expect(() => checkDetails(fields, { name: 'Ana\u202e' }, 'details')).toThrow(
      'details.name: contains U+202E, which is invisible or changes the text direction; remove it.',
    );
  });
});

describe('a line', () => {
  it('has 1 to 500 characters and is not blank', () => {
    expect(isLine('a'.repeat(500))).toBe(true);
    expect(isLine('a'.repeat(501))).toBe(false);
    expect(isLine('   ')).toBe(false);
    expect(isLine('\ud800')).toBe(false);
  });
});

it('a bound counts characters, and does not scan text that is far longer', () => {
  expect([isWithin('😀😀', 2), isWithin('😀😀😀', 2), isWithin('abc', 2)]).toEqual([true, false, false]);
  const before = process.cpuUsage();
  for (let turn = 0; turn < 1_000; turn += 1) isWithin('😀'.repeat(50_000), 10);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});

it('escaped JSON is the same JSON', () => {
  const value = { a: 'x\u202ey\u{e0041}\u0085', b: ['علی\u200cرضا', '\u001b[2J'] };
  const text = escaped(JSON.stringify(value));
  expect(text).toContain(String.raw`"x\u202ey\udb40\udc41\u0085"`);
  expect(JSON.parse(text)).toEqual(value);
});
