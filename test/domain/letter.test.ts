import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { letterOf, plainName, type Facts } from '../../src/domain/letter.js';
import { languages } from '../../src/domain/mail.js';

const hostile = 'A & "B" <img src=x onerror=alert(1)>';
const about = { accountName: hostile, environment: 'sandbox' } as const;
const elsewhere = { method: 'spei', currency: 'MXN', accountHint: '1234' };
const facts: Facts = {
  sign_in_code: { code: '123456' },
  invitation: { ...about, role: 'admin' },
  destination_added: { ...about, ...elsewhere },
  withdrawal_held: { ...about, ...elsewhere, amount: '1838.24' },
  api_key_expires: {
    ...about,
    prefix: 'psp_test_4f9k2m7q1x8z',
    label: hostile,
    expiresAt: '2026-12-06 13:15 UTC',
  },
  approval_requested: {
    ...about,
    topic: { of: 'payout', amount: '1500.00', currency: 'MXN' },
    expiresAt: '2026-12-06 13:15 UTC',
    link: 'https://pay.example/dashboard/o/apv_1?x="',
  },
  approval_decided: { ...about, topic: { of: 'payout_batch', size: 3 }, status: 'declined' },
};
const kinds = Object.keys(facts) as (keyof Facts)[];
const all = languages.flatMap((language) => kinds.map((kind) => [kind, language] as const));

describe('a letter', () => {
  test.each(all)('%s in %s has the same content as text and as HTML', (kind, language) => {
    const { subject, text, html } = letterOf(kind, language, facts[kind]);
    const plain = html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    const wordsOf = (given: string) => given.split(/\s+/).filter(Boolean);
    expect(wordsOf(plain)).toEqual(wordsOf(text));
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).toContain(`lang="${language}"`);
    expect(html, 'a name becomes no markup').not.toContain('<img');
  });

  // Supplement §2: a code lives ten minutes. Contract §4.9: an invitation lives seven days.
  test.each([
    ['en', 'ten minutes', 'seven days', 'as admin.'],
    ['es', 'diez minutos', 'siete días', 'como administrador.'],
    ['pt', 'dez minutos', 'sete dias', 'como administrador.'],
  ] as const)('in %s names how long a code and an invitation live', (language, minutes, days, role) => {
    const code = letterOf('sign_in_code', language, facts.sign_in_code);
    expect(code.subject).toContain('123456');
    expect(code.text).toContain('123456');
    expect(code.text).toContain(minutes);
    const invitation = letterOf('invitation', language, facts.invitation);
    expect(invitation.text).toContain(days);
    expect(invitation.text).toContain(role);
  });

  test.each(languages)(
    'in %s links an invited person to the dashboard if its URL is configured',
    (language) => {
      const link = 'https://api.example.com/dashboard';
      const { text, html } = letterOf('invitation', language, { ...facts.invitation, link });
      expect(text).toContain(`${link}\n`);
      expect(html).toContain(`<a href="${link}">`);
      expect(letterOf('invitation', language, facts.invitation).text).not.toContain('https');
    },
  );

  test.each(languages)("in %s shows only the end of the destination's account number", (language) => {
    const added = letterOf('destination_added', language, facts.destination_added).text;
    const held = letterOf('withdrawal_held', language, facts.withdrawal_held).text;
    for (const fact of ['MXN', 'spei', '1234']) {
      expect(added).toContain(fact);
      expect(held).toContain(fact);
    }
    expect(held).toContain('1838.24');
  });

  test.each(all.filter(([kind]) => kind !== 'sign_in_code'))(
    '%s in %s says only in the sandbox that no money is real',
    (kind, language) => {
      const lengthIn = (environment: 'sandbox' | 'live') =>
        letterOf(kind, language, { ...facts[kind], environment } as Facts[typeof kind]).text.length;
      const note = { en: 'no real money', es: 'no se mueve dinero real', pt: 'nenhum dinheiro real' }[
        language
      ];
      expect(letterOf(kind, language, facts[kind]).text).toContain(note);
      expect(lengthIn('live')).toBeLessThan(lengthIn('sandbox'));
    },
  );
});

describe('the name of an account', () => {
  it.each([
    ['Shop & Söhne (Lima)', 'Shop & Söhne (Lima)'],
    ["O'Higgins, S.A. de C.V.", "O'Higgins, S A. de C V."],
    ['Товары 7', 'Товары 7'],
    ['https://evil.example/login', 'https evil example login'],
    ['www.evil.example', 'www evil example'],
    ['10.0.0.1:8080', '10 0 0 1 8080'],
    ['evil。example', 'evil example'],
    ['evil．example', 'evil example'],
    ['<a href="x">Shop</a>', 'a href x Shop a'],
    ['pay@evil.example now', 'pay evil example now'],
    ['Shop\r\nBcc: all@evil.example', 'Shop Bcc all evil example'],
    ['\u202egnp.exe\u0000', 'gnp exe'],
    ['  Shop  ', 'Shop'],
    ['', ''],
  ])('%j is without a link: %s', (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });

  it.each(['a', 'é', '𝒜'])('has 80 characters at most, of %s too', (letter) => {
    expect(plainName(letter.repeat(80))).toBe(letter.repeat(80));
    expect(plainName(letter.repeat(81))).toBe(letter.repeat(80));
  });

  it('never contains anything a mail program links, and has at most 80 characters', () => {
    const unit = fc.constantFrom(...'aZ9é.:/@<>&"\\\n\u202e。．-_ '.split(''), 'www.', 'http://', '𝒜');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 120 }), (name) => {
        const plain = plainName(name);
        expect(plain).not.toMatch(/[:/@<>\\\p{Cc}\p{Cf}]|\.[\p{L}\p{N}]/u);
        expect(Array.from(plain).length).toBeLessThanOrEqual(80);
      }),
    );
  });
});
