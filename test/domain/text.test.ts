import { describe, expect, it } from 'vitest';
import { isEmail } from '../../src/domain/text.js';

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
