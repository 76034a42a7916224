import { methodName } from './method-name.js';
import { approvalWords, type ApprovalFacts } from './letter-approval.js';
import { htmlMail, plainMail } from './letter-frame.js';
import {
  moneyIn,
  noteOf,
  timeIn,
  type AboutAccount,
  type Leading,
  type MailBrand,
  type TextByLanguage,
} from './letter-part.js';
import { payerWords, type PayerFacts } from './letter-payer.js';
import { signInWords, type SignInFacts } from './letter-sign-in.js';
import type { Role } from './member.js';
import type { Language } from './noun/mail.js';

/** A bank account outside the service, shown only by the end of its number. */
interface BankAccountHint {
  readonly method: string;
  readonly currency: string;
  readonly accountHint: string;
}

/** The facts of each kind of mail. A new kind adds its facts here and its texts below. */
export interface Facts extends ApprovalFacts, PayerFacts, SignInFacts {
  readonly invitation: AboutAccount & { readonly role: Role };
  readonly destination_added: AboutAccount & BankAccountHint;
  readonly withdrawal_held: AboutAccount & BankAccountHint & { readonly amount: string };
  /** `label`: empty if the key has none. */
  readonly api_key_expires: AboutAccount & {
    readonly prefix: string;
    readonly label: string;
    readonly expiresAt: string;
  };
}
export type MailKind = keyof Facts;

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const roleNames: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  en: { owner: 'owner', admin: 'admin', developer: 'developer', viewer: 'viewer' },
  es: { owner: 'propietario', admin: 'administrador', developer: 'desarrollador', viewer: 'lector' },
  pt: { owner: 'proprietário', admin: 'administrador', developer: 'desenvolvedor', viewer: 'leitor' },
};

const inBrackets = (label: string): string => (label === '' ? '' : ` (${label})`);

const texts: { readonly [K in MailKind]: TextByLanguage<Facts[K]> } = {
  ...approvalWords,
  ...payerWords,
  ...signInWords,
  invitation: {
    en: ({ accountName, role, environment }) => ({
      subject: 'You are invited to a payments account',
      paragraphs: [
        `You are invited to the account "${accountName}" as ${roleNames.en[role]}.`,
        'Sign in to the payments dashboard with this e-mail address within seven days; we will send a code to it. If you do not know the account, ignore this e-mail.',
        ...noteOf('en', environment),
      ],
    }),
    es: ({ accountName, role, environment }) => ({
      subject: 'Tienes una invitación a una cuenta de pagos',
      paragraphs: [
        `Te han invitado a la cuenta "${accountName}" como ${roleNames.es[role]}.`,
        'Inicia sesión en el panel de pagos con esta dirección de correo en un plazo de siete días; te enviaremos un código aquí. Si no conoces la cuenta, ignora este mensaje.',
        ...noteOf('es', environment),
      ],
    }),
    pt: ({ accountName, role, environment }) => ({
      subject: 'Convite para uma conta de pagamentos',
      paragraphs: [
        `Você foi convidado para a conta "${accountName}" como ${roleNames.pt[role]}.`,
        'Entre no painel de pagamentos com este endereço de e-mail em até sete dias; enviaremos um código para ele. Se você não conhece a conta, ignore esta mensagem.',
        ...noteOf('pt', environment),
      ],
    }),
  },
  destination_added: {
    en: ({ accountName, method, currency, accountHint, environment }) => ({
      subject: 'New withdrawal destination registered',
      paragraphs: [
        `The account "${accountName}" can now withdraw ${currency} by ${methodName(method, 'en')} to the account ending in ${accountHint}.`,
        "If nobody on your team registered it, revoke the account's API keys and contact us at once.",
        ...noteOf('en', environment),
      ],
    }),
    es: ({ accountName, method, currency, accountHint, environment }) => ({
      subject: 'Nuevo destino de retiros registrado',
      paragraphs: [
        `La cuenta "${accountName}" ya puede retirar ${currency} por ${methodName(method, 'es')} a la cuenta terminada en ${accountHint}.`,
        'Si nadie de tu equipo la registró, revoca las claves de API de la cuenta y contáctanos de inmediato.',
        ...noteOf('es', environment),
      ],
    }),
    pt: ({ accountName, method, currency, accountHint, environment }) => ({
      subject: 'Novo destino de saques registrado',
      paragraphs: [
        `A conta "${accountName}" já pode sacar ${currency} por ${methodName(method, 'pt')} para a conta com final ${accountHint}.`,
        'Se ninguém da sua equipe a registrou, revogue as chaves de API da conta e entre em contato conosco imediatamente.',
        ...noteOf('pt', environment),
      ],
    }),
  },
  withdrawal_held: {
    en: ({ accountName, method, currency, accountHint, amount, environment }) => ({
      subject: 'Large withdrawal to a new destination on hold',
      paragraphs: [
        `The account "${accountName}" requested a withdrawal of ${moneyIn('en', amount, currency)} by ${methodName(method, 'en')} to the account ending in ${accountHint}, which was registered recently. We are reviewing it.`,
        "If nobody on your team requested it, revoke the account's API keys and contact us at once.",
        ...noteOf('en', environment),
      ],
    }),
    es: ({ accountName, method, currency, accountHint, amount, environment }) => ({
      subject: 'Retiro grande a un destino nuevo en revisión',
      paragraphs: [
        `La cuenta "${accountName}" solicitó retirar ${moneyIn('es', amount, currency)} por ${methodName(method, 'es')} a la cuenta terminada en ${accountHint}, registrada hace poco. Lo estamos revisando.`,
        'Si nadie de tu equipo lo solicitó, revoca las claves de API de la cuenta y contáctanos de inmediato.',
        ...noteOf('es', environment),
      ],
    }),
    pt: ({ accountName, method, currency, accountHint, amount, environment }) => ({
      subject: 'Saque grande para um destino novo em análise',
      paragraphs: [
        `A conta "${accountName}" solicitou um saque de ${moneyIn('pt', amount, currency)} por ${methodName(method, 'pt')} para a conta com final ${accountHint}, registrada há pouco tempo. Estamos analisando o saque.`,
        'Se ninguém da sua equipe o solicitou, revogue as chaves de API da conta e entre em contato conosco imediatamente.',
        ...noteOf('pt', environment),
      ],
    }),
  },
  api_key_expires: {
    en: ({ accountName, prefix, label, expiresAt, environment }) => ({
      subject: `API key ${prefix} expires on ${timeIn('en', expiresAt)}`,
      paragraphs: [
        `The API key that begins with ${prefix}${inBrackets(label)} expires on ${timeIn('en', expiresAt)}. It belongs to the account "${accountName}". Requests that use it are refused after that.`,
        'Ask us for a new key and replace the old one in your systems before then.',
        ...noteOf('en', environment),
      ],
    }),
    es: ({ accountName, prefix, label, expiresAt, environment }) => ({
      subject: `La clave de API ${prefix} vence el ${timeIn('es', expiresAt)}`,
      paragraphs: [
        `La clave de API que empieza por ${prefix}${inBrackets(label)} vence el ${timeIn('es', expiresAt)}. Pertenece a la cuenta "${accountName}". Después de esa fecha se rechazarán las solicitudes que la usen.`,
        'Pídenos una clave nueva y reemplaza la anterior en tus sistemas antes de esa fecha.',
        ...noteOf('es', environment),
      ],
    }),
    pt: ({ accountName, prefix, label, expiresAt, environment }) => ({
      subject: `A chave de API ${prefix} expira em ${timeIn('pt', expiresAt)}`,
      paragraphs: [
        `A chave de API que começa com ${prefix}${inBrackets(label)} expira em ${timeIn('pt', expiresAt)}. Ela pertence à conta "${accountName}". Depois dessa data, as requisições que a usarem serão recusadas.`,
        'Peça-nos uma chave nova e substitua a antiga nos seus sistemas antes dessa data.',
        ...noteOf('pt', environment),
      ],
    }),
  },
};

const opens: Readonly<Record<Language, string>> = {
  en: 'Open the dashboard',
  es: 'Abrir el panel',
  pt: 'Abrir o painel',
};

/** Mails with a code have no link, so that phishing mails stand out. */
const linkless: ReadonlySet<MailKind> = new Set(['sign_in_code', 'confirmation_code']);

/** The whole mail, as plain text and as HTML that says the same. */
export function letterOf<K extends MailKind>(
  { kind, language }: { readonly kind: K; readonly language: Language },
  facts: Facts[K] & Leading,
  brand: MailBrand,
): Letter {
  const textsOfKind: TextByLanguage<Facts[K]> = texts[kind];
  const { subject, action = opens[language], ...rest } = textsOfKind[language](facts);
  const { link: url } = facts;
  const link = url === undefined || linkless.has(kind) ? undefined : { label: action, url };
  const body = { ...rest, link, brand };
  return { subject, text: plainMail(language, body), html: htmlMail(language, body) };
}

const nameMost = 80;

/** An account name for a mail to a stranger, without anything a mail program turns into a link. */
export function plainName(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N} '&,().-]/gu, ' ')
    .replaceAll(/\.(?=[\p{L}\p{M}\p{N}])/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  return Array.from(plain).slice(0, nameMost).join('');
}
