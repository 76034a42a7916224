import type { Language } from './noun/mail.js';

/** Non-breaking space between digits and their unit. */
const noBreak = '\u00a0';

/** How a language is written where it is paid from: separators, dates. English is written one way everywhere. */
export function localeOf(language: Language, country?: string): string {
  if (language === 'en') return 'en-US';
  const home = {
    es: ['AR', 'BO', 'CL', 'CO', 'CR', 'EC', 'ES', 'GT', 'MX', 'PE', 'US', 'UY', 'VE'],
    pt: ['BR', 'PT'],
  };
  const [otherwise] = { es: ['419'], pt: ['BR'] }[language];
  return `${language}-${country !== undefined && home[language].includes(country) ? country : otherwise}`;
}

const numbers = new Map<string, Intl.NumberFormat>();

export function numberFormat(locale: string, decimals: number): Intl.NumberFormat {
  const name = `${locale} ${decimals}`;
  const found =
    numbers.get(name) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'always',
    });
  numbers.set(name, found);
  return found;
}

/** A decimal as a language writes it. Intl reads the text itself: as a number it would lose digits. */
export function showNumber(text: string, locale: string): string {
  const decimals = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  return numberFormat(locale, decimals).format(text as `${number}`);
}

/** An amount with its currency's code, because a symbol such as $ stands for several currencies. */
export const showAmount = (amount: string, currency: string, locale: string): string =>
  `${showNumber(amount, locale)}${noBreak}${currency}`;

/** The clocks of the countries that money is sent from; elsewhere the time is that of Greenwich. */
const zones: Readonly<Record<string, string>> = {
  BR: 'America/Sao_Paulo',
  MX: 'America/Mexico_City',
  PE: 'America/Lima',
  US: 'America/New_York',
  VE: 'America/Caracas',
};

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A time in the time zone of a country, with its UTC offset. */
export function showTime(
  at: Date,
  { locale, country }: { locale: string; country?: string | undefined },
): string {
  const timeZone = zones[country ?? ''] ?? 'UTC';
  const name = `${locale} ${timeZone}`;
  const clock =
    clocks.get(name) ??
    new Intl.DateTimeFormat(locale, {
      timeZone,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: timeZone === 'UTC' ? 'short' : 'shortOffset',
    });
  clocks.set(name, clock);
  // A line may break after a hyphen, but not after a minus.
  return clock.format(at).replace('GMT-', 'GMT\u2212');
}
