import { localeOf, showAmount, showNumber, showTime } from './local-format.js';
import { noteOf, type MailBrand, type MailText, type TextByLanguage } from './letter-part.js';
import { payeeName, type Payee } from './method-name.js';
import type { Language } from './noun/mail.js';

interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** A mail to a payer of a hosted page, under that page's brand. */
interface ToPayer {
  /** The address that it goes to: no row holds it once the mail is sent. */
  readonly to: string;
  readonly brand: MailBrand;
  readonly environment: 'sandbox' | 'live';
}

export interface PayerFacts {
  readonly transfer_link: ToPayer & {
    /** Until when the page answers, or can be paid. */
    readonly until: string;
    readonly country?: string | undefined;
    readonly isConfirmed: boolean;
  };
  readonly transfer_receipt: ToPayer & { readonly receipt: Receipt };
}

export interface Receipt {
  readonly number: string;
  readonly paid: Money;
  readonly fee: Money;
  /** Units received for one unit sent. */
  readonly rate: string;
  readonly received: Money;
  readonly sender?: string | undefined;
  /** `label`: empty if the account has none. */
  readonly receiver?: Payee | undefined;
  readonly confirmedAt: string;
  readonly paidAt?: string | undefined;
  readonly arrivedAt: string;
  /** Of the payer: numbers and times are written as there. */
  readonly country?: string | undefined;
}

type Labels = Readonly<
  Record<
    | 'paid'
    | 'fee'
    | 'rate'
    | 'received'
    | 'sender'
    | 'receiver'
    | 'confirmed'
    | 'paidOn'
    | 'arrivedOn'
    | 'number',
    string
  >
>;

const labels: Readonly<Record<Language, Labels>> = {
  en: {
    paid: 'You paid',
    fee: 'Fees',
    rate: 'Exchange rate',
    received: 'Received',
    sender: 'Sender',
    receiver: 'Receiver',
    confirmed: 'Confirmed on',
    paidOn: 'Paid on',
    arrivedOn: 'Arrived on',
    number: 'Transfer number',
  },
  es: {
    paid: 'Usted pagó',
    fee: 'Comisiones',
    rate: 'Tipo de cambio',
    received: 'Recibido',
    sender: 'Remitente',
    receiver: 'Destinatario',
    confirmed: 'Confirmado el',
    paidOn: 'Pagado el',
    arrivedOn: 'Recibido el',
    number: 'Número de transferencia',
  },
  pt: {
    paid: 'Você pagou',
    fee: 'Tarifas',
    rate: 'Taxa de câmbio',
    received: 'Recebido',
    sender: 'Remetente',
    receiver: 'Destinatário',
    confirmed: 'Confirmado em',
    paidOn: 'Pago em',
    arrivedOn: 'Recebido em',
    number: 'Número da transferência',
  },
};

/** In the order of the receipt on the page. */
function pairsOf(language: Language, receipt: Receipt): readonly (readonly [string, string])[] {
  const { paid, fee, rate, received, country } = receipt;
  const locale = localeOf(language, country);
  const said = labels[language];
  const money = ({ amount, currency }: Money): string => showAmount(amount, currency, locale);
  const time = (at: string | undefined): string | undefined =>
    at === undefined ? undefined : showTime(new Date(at), { locale, country });
  const pairs: readonly (readonly [string, string | undefined])[] = [
    [said.paid, money(paid)],
    [said.fee, money(fee)],
    [said.rate, `1 ${paid.currency} = ${showNumber(rate, locale)} ${received.currency}`],
    [said.received, money(received)],
    [said.sender, receipt.sender],
    [said.receiver, receipt.receiver && payeeName(receipt.receiver, language)],
    [said.confirmed, time(receipt.confirmedAt)],
    [said.paidOn, time(receipt.paidAt)],
    [said.arrivedOn, time(receipt.arrivedAt)],
    [said.number, receipt.number],
  ];
  return pairs.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}

type Link = PayerFacts['transfer_link'];
type Sent = PayerFacts['transfer_receipt'];

interface LinkWords {
  readonly subject: (brand: string) => string;
  readonly lead: (isConfirmed: boolean, until: string) => string;
  readonly stranger: (brand: string) => string;
  readonly action: string;
}

const linkWords: Readonly<Record<Language, LinkWords>> = {
  en: {
    subject: (brand) => `Your transfer with ${brand}`,
    lead: (isConfirmed, until) =>
      isConfirmed
        ? 'Use this link to see how to pay and where your money is. Do not share it.'
        : `Use this link to continue your transfer until ${until}. Do not share it.`,
    stranger: (brand) =>
      `Someone entered this address on the page of ${brand}. If it was not you, ignore this e-mail.`,
    action: 'Open your transfer',
  },
  es: {
    subject: (brand) => `Su transferencia con ${brand}`,
    lead: (isConfirmed, until) =>
      isConfirmed
        ? 'Use este enlace para ver cómo pagar y dónde está su dinero. No lo comparta.'
        : `Use este enlace para continuar su transferencia hasta el ${until}. No lo comparta.`,
    stranger: (brand) =>
      `Alguien escribió esta dirección en la página de ${brand}. Si no fue usted, ignore este mensaje.`,
    action: 'Abrir su transferencia',
  },
  pt: {
    subject: (brand) => `Sua transferência com ${brand}`,
    lead: (isConfirmed, until) =>
      isConfirmed
        ? 'Use este link para ver como pagar e onde está o seu dinheiro. Não o compartilhe.'
        : `Use este link para continuar a sua transferência até ${until}. Não o compartilhe.`,
    stranger: (brand) =>
      `Alguém informou este endereço na página de ${brand}. Se não foi você, ignore esta mensagem.`,
    action: 'Abrir a sua transferência',
  },
};

function linkMail(language: Language, { brand, environment, until, country, isConfirmed }: Link): MailText {
  const said = linkWords[language];
  const time = showTime(new Date(until), { locale: localeOf(language, country), country });
  return {
    subject: said.subject(brand.name),
    paragraphs: [said.lead(isConfirmed, time), said.stranger(brand.name), ...noteOf(language, environment)],
    action: said.action,
  };
}

const receiptWords: Readonly<
  Record<Language, { readonly subject: (money: string) => string; readonly lead: string }>
> = {
  en: {
    subject: (money) => `Receipt: ${money} has arrived`,
    lead: 'The receiver has the money. Keep this e-mail as your receipt.',
  },
  es: {
    subject: (money) => `Recibo: llegaron ${money}`,
    lead: 'El destinatario ya tiene el dinero. Guarde este mensaje como recibo.',
  },
  pt: {
    subject: (money) => `Recibo: ${money} chegou ao destino`,
    lead: 'O destinatário já tem o dinheiro. Guarde esta mensagem como recibo.',
  },
};

function receiptMail(language: Language, { environment, receipt }: Sent): MailText {
  const { subject, lead } = receiptWords[language];
  const { amount, currency } = receipt.received;
  return {
    subject: subject(showAmount(amount, currency, localeOf(language, receipt.country))),
    paragraphs: [lead, ...noteOf(language, environment)],
    pairs: pairsOf(language, receipt),
  };
}

const inEach = <F>(write: (language: Language, facts: F) => MailText): TextByLanguage<F> => ({
  en: (facts) => write('en', facts),
  es: (facts) => write('es', facts),
  pt: (facts) => write('pt', facts),
});

export const payerWords: { readonly [K in keyof PayerFacts]: TextByLanguage<PayerFacts[K]> } = {
  transfer_link: inEach(linkMail),
  transfer_receipt: inEach(receiptMail),
};
