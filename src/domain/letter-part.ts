import { localeOf, showAmount, showTime } from './local-format.js';
import type { Language } from './noun/mail.js';

/** The account that a mail is about. */
export interface AboutAccount {
  readonly accountName: string;
  readonly environment: 'sandbox' | 'live';
}

/** Where the link of a mail leads; absent where the service does not know its public address. */
export interface Leading {
  readonly link?: string | undefined;
}

/** The text of a mail. `largeText` is displayed large, apart from the text. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly largeText?: string;
  /** Facts as a table: label and value. */
  readonly pairs?: readonly (readonly [label: string, value: string])[];
  /** What the link below the text does; absent: it opens the dashboard. */
  readonly action?: string;
}

/** The text of one kind of mail, per language. */
export type TextByLanguage<F> = Readonly<Record<Language, (facts: F) => MailText>>;

/** Who writes: their name, and where questions go. */
export interface MailBrand {
  readonly name: string;
  readonly contact?: string | undefined;
  /** Company and documents, below everything. */
  readonly legal?: string | undefined;
}

const sandboxNote = {
  en: 'This is a sandbox: no real money moves.',
  es: 'Este es un entorno de pruebas: no se mueve dinero real.',
  pt: 'Este é um ambiente de testes: nenhum dinheiro real é movimentado.',
} as const;

/** The last paragraph of a sandbox mail. */
export const noteOf = (language: Language, environment: 'sandbox' | 'live'): string[] =>
  environment === 'sandbox' ? [sandboxNote[language]] : [];

/** An amount in the format of the language, because members' countries are unknown. */
export const moneyIn = (language: Language, amount: string, currency: string): string =>
  showAmount(amount, currency, localeOf(language));

/** A time of the facts, in Greenwich. */
export const timeIn = (language: Language, at: string): string =>
  showTime(new Date(at), { locale: localeOf(language) });
