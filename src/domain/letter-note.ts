import type { Language } from './noun/mail.js';

const sandboxNote = {
  en: 'This is a sandbox: no real money moves.',
  es: 'Este es un entorno de pruebas: no se mueve dinero real.',
  pt: 'Este é um ambiente de testes: nenhum dinheiro real é movimentado.',
} as const;

/** What a mail of a sandbox says last. */
export const noteOf = (language: Language, environment: 'sandbox' | 'live'): string[] =>
  environment === 'sandbox' ? [sandboxNote[language]] : [];
