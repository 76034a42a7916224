import { describe, expect, it } from 'vitest';
import { addressOf } from '../../src/domain/email.js';

describe('the normal form of an address', () => {
  it.each([
    ['Ana@Exemplo.COM.br', 'ana@exemplo.com.br'],
    ["o'neil+pay@b.co", "o'neil+pay@b.co"],
    [`${'a'.repeat(64)}@b.co`, `${'a'.repeat(64)}@b.co`],
    ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
    ['ana@XN--BCHER-KVA.example', 'ana@xn--bcher-kva.example'],
    // In a domain, IDNA maps the Kelvin sign to k.
    ['ana@\u212Aiwi.example', 'ana@kiwi.example'],
  ])('of %s is %s', (text, address) => expect(addressOf(text)).toBe(address));

  it('keeps addresses apart that only look alike', () => {
    const cyrillic = addressOf('ana@p\u0430y.example');
    expect(cyrillic).toMatch(/^ana@xn--/);
    expect(cyrillic).not.toBe(addressOf('ana@pay.example'));
  });

  it.each([
    '',
    'ana',
    '@example.com',
    'ana@',
    'ana@exemplo',
    'ana@@exemplo.com',
    'ana @exemplo.com',
    ' ana@exemplo.com',
    'ana@exemplo.com ',
    'ana@exemplo.com\n',
    'ana\r\nBcc: eve@evil.example@exemplo.com',
    'ana@exemplo.com\r\nBcc: eve@evil.example',
    'ana@exemplo.com,eve@evil.example',
    'ana@exemplo.com;eve@evil.example',
    'Ana <ana@exemplo.com>',
    '<ana@exemplo.com>',
    '"ana"@exemplo.com',
    'ana(comment)@exemplo.com',
    'ana%evil.example@exemplo.com',
    'evil.example!ana@exemplo.com',
    '.ana@exemplo.com',
    'ana.@exemplo.com',
    'an..a@exemplo.com',
    // Kelvin sign, dotless i, full-width letter: none of them may fold into another person's address.
    '\u212Aim@exemplo.com',
    'ad\u0131min@exemplo.com',
    '\uFF41na@exemplo.com',
    'josé@exemplo.com',
    'ana@127.0.0.1',
    'ana@[127.0.0.1]',
    'ana@2130706433',
    'ana@exemplo.com:25',
    'ana@exemplo.com/path',
    'ana@exemplo.com?x',
    'ana@user:pass@exemplo.com',
    'ana@-exemplo.com',
    'ana@exemplo-.com',
    'ana@exemplo..com',
    'ana@exemplo.com.',
    'ana@exem_plo.com',
    'ana@exem%70lo.com',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b.'.repeat(130)}co`,
    `a@${'b'.repeat(64)}.co`,
    'ana\u0000@exemplo.com',
    'ana@exem\u200Bplo.com',
    '\uD800@exemplo.com',
  ])('there is none of %j', (text) => expect(addressOf(text)).toBeUndefined());

  it('is found in bounded time, however long the text is', () => {
    expect(addressOf(`a@${'.'.repeat(10_000_000)} `)).toBeUndefined();
  });
});
