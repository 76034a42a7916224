import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { letterOf, plainName, type Facts } from '../../src/domain/letter.js';
import { languages } from '../../src/domain/mail.js';
import { letterFacts } from '../setup/letter.js';

const hostile = 'A & "B" <img src=x onerror=alert(1)>';
const facts = letterFacts(hostile);
const brand = { name: hostile, contact: 'help@example.com', legal: 'Andina S A C.' };
const link = 'https://pay.example/dashboard/o/apr_1?x="';
const isCode = (kind: keyof Facts): boolean => kind.endsWith('_code');
const kinds = Object.keys(facts) as (keyof Facts)[];
const all = languages.flatMap((language) => kinds.map((kind) => [kind, language] as const));

describe('a letter', () => {
  test.each(all)('%s in %s has the same content as text and as HTML', (kind, language) => {
    const { subject, text, html } = letterOf({ kind, language }, facts[kind], brand);
    const plain = html
      .replace(/<style>[^<]*<\/style>/, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);
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
    const code = letterOf({ kind: 'sign_in_code', language }, facts.sign_in_code, brand);
    expect(code.subject).toContain('123456');
    expect(code.text).toContain('123456');
    expect(code.text).toContain(minutes);
    const invitation = letterOf({ kind: 'invitation', language }, facts.invitation, brand);
    expect(invitation.text).toContain(days);
    expect(invitation.text).toContain(role);
  });

  test.each(all)('%s in %s has its link, its brand and a contact', (kind, language) => {
    const { text, html } = letterOf({ kind, language }, { ...facts[kind], link }, brand);
    const leads = !isCode(kind);
    expect(text.split('\n').includes(link)).toBe(leads);
    expect(html.includes('href="https://pay.example/dashboard/o/apr_1?x=&quot;"')).toBe(leads);
    expect(letterOf({ kind, language }, facts[kind], brand).text).not.toContain('https');
    expect(text.split('\n')[0]).toBe(hostile);
    expect(text).toContain('help@example.com');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  });

  test.each([
    ['en', '1,500.00', 'December 6, 2026 at 13:15 UTC'],
    ['es', '1,500.00', '6 de diciembre de 2026 a las 13:15 UTC'],
    ['pt', '1.500,00', '6 de dezembro de 2026 às 13:15 UTC'],
  ] as const)('in %s writes amounts and times as people there do', (language, amount, time) => {
    const { subject, text } = letterOf(
      { kind: 'approval_requested', language },
      facts.approval_requested,
      brand,
    );
    expect(subject).toContain(`${amount}\u00a0MXN`);
    expect(text).toContain(time);
  });

  test.each([
    ['en', 'You paid: 1,253,086.41\u00a0PEN', 'Arrived on: December 6, 2026 at 08:20 (Lima time)'],
    [
      'es',
      'Usted pagó: 1,253,086.41\u00a0PEN',
      'Recibido el: 6 de diciembre de 2026 a las 08:20 (hora de Lima)',
    ],
    [
      'pt',
      'Você pagou: 1.253.086,41\u00a0PEN',
      'Recebido em: 6 de dezembro de 2026 às 08:20 (horário de Lima)',
    ],
  ] as const)(
    'in %s a receipt has each figure, and the time where the payer is',
    (language, paid, arrived) => {
      const { text } = letterOf({ kind: 'transfer_receipt', language }, facts.transfer_receipt, brand);
      const lines = text.split('\n');
      expect(lines).toContain(paid);
      expect(lines).toContain(arrived);
      expect(lines.filter((each) => /^[^:]+: .+/.test(each)).length).toBeGreaterThanOrEqual(10);
      expect(text).toContain('4321');
      expect(text).toContain('rem_1');
    },
  );

  test.each(languages)("in %s shows only the end of the destination's account number", (language) => {
    const added = letterOf({ kind: 'destination_added', language }, facts.destination_added, brand).text;
    const held = letterOf({ kind: 'withdrawal_held', language }, facts.withdrawal_held, brand).text;
    for (const fact of ['MXN', 'SPEI', '1234']) {
      expect(added).toContain(fact);
      expect(held).toContain(fact);
    }
    expect(held).toMatch(language === 'pt' ? /1\.838,24\u00a0MXN/ : /1,838\.24\u00a0MXN/);
  });

  test.each(all.filter(([kind]) => !isCode(kind)))(
    '%s in %s says only in the sandbox that no money is real',
    (kind, language) => {
      const lengthIn = (environment: 'sandbox' | 'live') =>
        letterOf({ kind, language }, { ...facts[kind], environment } as Facts[typeof kind], brand).text
          .length;
      const note = { en: 'no real money', es: 'no se mueve dinero real', pt: 'nenhum dinheiro real' }[
        language
      ];
      expect(letterOf({ kind, language }, facts[kind], brand).text).toContain(note);
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
