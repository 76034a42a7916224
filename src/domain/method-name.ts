import type { Language } from './noun/mail.js';

/** Names of methods. A method that is new in the catalogue is shown by its code. */
const methods: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  bank_transfer: { en: 'bank transfer', es: 'transferencia bancaria', pt: 'transferência bancária' },
  mobile_payment: { en: 'mobile payment', es: 'pago móvil', pt: 'pagamento móvel' },
  pix: { en: 'Pix', es: 'Pix', pt: 'Pix' },
  spei: { en: 'SPEI', es: 'SPEI', pt: 'SPEI' },
  ach: { en: 'ACH transfer', es: 'transferencia ACH', pt: 'transferência ACH' },
};

export const methodName = (method: string, language: Language): string =>
  methods[method]?.[language] ?? method.replaceAll('_', ' ');
