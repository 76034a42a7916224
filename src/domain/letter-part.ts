import type { Language } from './noun/mail.js';

/** The account that a mail is about. */
export interface AboutAccount {
  readonly accountName: string;
  readonly environment: 'sandbox' | 'live';
}

/** The text of a mail. `shown` is displayed large, apart from the text. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly shown?: string;
  /** Link below the text. */
  readonly link?: string | undefined;
}

/** The text of one kind of mail, per language. */
export type TextByLanguage<F> = Readonly<Record<Language, (facts: F) => MailText>>;

const sandboxNote = {
  en: 'This is a sandbox: no real money moves.',
  es: 'Este es un entorno de pruebas: no se mueve dinero real.',
  pt: 'Este é um ambiente de testes: nenhum dinheiro real é movimentado.',
} as const;

/** The last paragraph of a sandbox mail. */
export const noteOf = (language: Language, environment: 'sandbox' | 'live'): string[] =>
  environment === 'sandbox' ? [sandboxNote[language]] : [];

/** Format `2026-12-06 13:15 UTC`. */
export const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
