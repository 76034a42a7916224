import { localeOf, showAmount, showTime } from './local-format.js';
import type { Language } from './noun/mail.js';

/** The account that a mail is about. */
export interface About {
  readonly accountName: string;
  readonly environment: 'sandbox' | 'live';
}

/** Where the link of a mail leads; absent where the service does not know its public address. */
export interface Leading {
  readonly link?: string | undefined;
}

/** A mail as people read it: `shown` is what stands out of the text. */
export interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly shown?: string;
  /** Facts as a table: label and value. */
  readonly pairs?: readonly (readonly [label: string, value: string])[];
  /** What the link below the text does; absent: it opens the dashboard. `none`: the mail has no link. */
  readonly action?: string;
}

/** The words of a mail of one kind, in each language. */
export type Written<F> = Readonly<Record<Language, (facts: F) => Words>>;

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

/** What a mail of a sandbox says last. */
export const noteOf = (language: Language, environment: 'sandbox' | 'live'): string[] =>
  environment === 'sandbox' ? [sandboxNote[language]] : [];

/** An amount as a language writes it; members have told us no country. */
export const moneyIn = (language: Language, amount: string, currency: string): string =>
  showAmount(amount, currency, localeOf(language));

/** A time of the facts, in Greenwich. */
export const timeIn = (language: Language, at: string): string =>
  showTime(new Date(at), { locale: localeOf(language) });
