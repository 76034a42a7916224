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

/** What the last digits of a beneficiary's details are of. */
const endings: Readonly<Record<Language, { readonly [method: string]: string; readonly account: string }>> = {
  en: {
    account: 'account ending in',
    mobile_payment: 'mobile number ending in',
    pix: 'Pix key ending in',
  },
  es: {
    account: 'cuenta terminada en',
    mobile_payment: 'número de celular terminado en',
    pix: 'clave Pix terminada en',
  },
  pt: { account: 'conta com final', mobile_payment: 'celular com final', pix: 'chave Pix com final' },
};

export interface Payee {
  readonly label?: string | null | undefined;
  readonly hint: string;
  /** Absent in mails of earlier releases. */
  readonly method?: string | undefined;
}

/** A receiver by label and last digits: "Mum, account ending in 9719". */
export function payeeName({ label, hint, method = '' }: Payee, language: Language): string {
  const ending = `${endings[language][method] ?? endings[language].account} ${hint}`;
  return label ? `${label}, ${ending}` : `${ending.charAt(0).toUpperCase()}${ending.slice(1)}`;
}
