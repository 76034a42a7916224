import { expect, test } from 'vitest';
import { languageOf } from '../../src/api/pages/language.js';
import { localeOf } from '../../src/domain/local-format.js';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['pt', 'pt'],
  ['PT', 'pt'],
  ['pt-br', 'pt'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['es-419;q=.8', 'es'],
  ['es-419', 'es'],
  ['ES-pe, en;q=0.3', 'es'],
  ['en;q=0.2, es;q=0.9', 'es'],
  ['fr, de;q=0.9, pt;q=0.1', 'pt'],
  ['fr-CA, de', 'en'],
  ['*', 'en'],
  ['es;q=0, pt;q=0.5', 'pt'],
  ['es;q=0', 'en'],
  ['es;q=7, pt', 'pt'],
  ['zh-Hant-TW, es-ES', 'es'],
  ['español', 'en'],
  [';;;,,,=q', 'en'],
  [';;;,,,q=1', 'en'],
  ['es;q=0.5, pt;q=0.5', 'es'],
  ['pt;q=0, es;q=0', 'en'],
  ['pt;q=nonsense, es', 'es'],
  ['es;q=abc, pt;q=0.4', 'pt'],
  [`${'x'.repeat(20_000)},es`, 'en'],
  ['pt\r\nSet-Cookie: a=b', 'en'],
  ['__proto__', 'en'],
])('Accept-Language %j is answered in %s', (accepted, language) => {
  expect(languageOf(accepted)).toBe(language);
});

test.each([
  ['en', 'PE', 'en-US'],
  ['es', 'PE', 'es-PE'],
  ['es', 'VE', 'es-VE'],
  ['es', 'BR', 'es-419'],
  ['es', undefined, 'es-419'],
  ['pt', 'BR', 'pt-BR'],
  ['pt', 'PE', 'pt-BR'],
] as const)('%s where money is sent from %s is written as %s', (language, country, locale) => {
  expect(localeOf(language, country)).toBe(locale);
  expect(() => new Intl.NumberFormat(locale)).not.toThrow();
});
