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

interface Clock {
  readonly zone: string;
  /** What people call its time. Intl has offsets, or names that differ from zone to zone. */
  readonly called: Readonly<Record<Language, string>>;
}

/** The clocks of the countries that money is sent from; elsewhere times are in UTC. */
const clocks: Readonly<Record<string, Clock>> = {
  BR: {
    zone: 'America/Sao_Paulo',
    called: { en: 'Brasília time', es: 'hora de Brasilia', pt: 'horário de Brasília' },
  },
  MX: {
    zone: 'America/Mexico_City',
    called: {
      en: 'Mexico City time',
      es: 'hora de Ciudad de México',
      pt: 'horário da Cidade do México',
    },
  },
  PE: {
    zone: 'America/Lima',
    called: { en: 'Lima time', es: 'hora de Lima', pt: 'horário de Lima' },
  },
  US: {
    zone: 'America/New_York',
    called: { en: 'New York time', es: 'hora de Nueva York', pt: 'horário de Nova York' },
  },
  VE: {
    zone: 'America/Caracas',
    called: { en: 'Caracas time', es: 'hora de Caracas', pt: 'horário de Caracas' },
  },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** A time by the clock of a country, with the name of that clock: "December 6, 2026 at 08:20 (Lima time)". */
export function showTime(
  at: Date,
  { locale, country }: { locale: string; country?: string | undefined },
): string {
  const clock = clocks[country ?? ''];
  const timeZone = clock?.zone ?? 'UTC';
  const name = `${locale} ${timeZone}`;
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat(locale, {
      timeZone,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(clock === undefined && { timeZoneName: 'short' }),
    });
  formats.set(name, format);
  const text = format.format(at);
  return clock === undefined ? text : `${text} (${clock.called[languageIn(locale)]})`;
}

const languageIn = (locale: string): Language =>
  locale.startsWith('es') ? 'es' : locale.startsWith('pt') ? 'pt' : 'en';
