import type { Device } from './device.js';
import { noteOf, timeIn, type TextByLanguage } from './letter-part.js';
import type { Language } from './noun/mail.js';

/** The mails about how a person signs in. */
export interface SignInFacts {
  readonly sign_in_code: { readonly code: string };
  readonly confirmation_code: { readonly code: string };
  readonly new_device: Device & { readonly at: string; readonly environment: 'sandbox' | 'live' };
  readonly passkeys_changed: {
    readonly change: PasskeyChange;
    readonly accountName: string;
    readonly at: string;
    readonly environment: 'sandbox' | 'live';
  };
}

/** `reset`: an owner, an admin or the platform removed all passkeys of the member. */
export type PasskeyChange = 'added' | 'removed' | 'reset';

const passkeySubjects: Readonly<Record<Language, Readonly<Record<PasskeyChange, string>>>> = {
  en: {
    added: 'A passkey was added to your account',
    removed: 'A passkey was removed from your account',
    reset: 'All passkeys were removed from your account',
  },
  es: {
    added: 'Se añadió una llave de acceso a tu cuenta',
    removed: 'Se eliminó una llave de acceso de tu cuenta',
    reset: 'Se eliminaron todas las llaves de acceso de tu cuenta',
  },
  pt: {
    added: 'Uma chave de acesso foi adicionada à sua conta',
    removed: 'Uma chave de acesso foi removida da sua conta',
    reset: 'Todas as chaves de acesso foram removidas da sua conta',
  },
};

const unknownDevice: Readonly<Record<Language, string>> = {
  en: 'an unknown device',
  es: 'un dispositivo desconocido',
  pt: 'um dispositivo desconhecido',
};
const on: Readonly<Record<Language, string>> = { en: 'on', es: 'en', pt: 'em' };

/** Such as "Chrome on Windows". */
function deviceIn(language: Language, { browser, system }: Device): string {
  if (browser !== null && system !== null) return `${browser} ${on[language]} ${system}`;
  return browser ?? system ?? unknownDevice[language];
}

const signInAgain: Readonly<Record<Language, string>> = {
  en: 'Your sessions have ended. Sign in with a mailed code, then add a new passkey on the Security page.',
  es: 'Tus sesiones se han cerrado. Inicia sesión con un código enviado por correo y añade una nueva llave de acceso en la página Seguridad.',
  pt: 'As suas sessões foram encerradas. Entre com um código enviado por e-mail e adicione uma nova chave de acesso na página Segurança.',
};

/** What the member has to do after the change. */
const afterChange = (language: Language, change: PasskeyChange): string[] =>
  change === 'reset' ? [signInAgain[language]] : [];

export const signInWords: { readonly [K in keyof SignInFacts]: TextByLanguage<SignInFacts[K]> } = {
  sign_in_code: {
    en: ({ code }) => ({
      subject: `${code} is your sign-in code`,
      paragraphs: [
        'Enter this code to sign in to the payments dashboard. It is valid for ten minutes.',
        'We never ask you for it. If you did not request a code, ignore this e-mail.',
      ],
      largeText: code,
    }),
    es: ({ code }) => ({
      subject: `${code} es tu código de acceso`,
      paragraphs: [
        'Escribe este código para iniciar sesión en el panel de pagos. Es válido durante diez minutos.',
        'Nunca te lo pediremos. Si no has solicitado un código, ignora este mensaje.',
      ],
      largeText: code,
    }),
    pt: ({ code }) => ({
      subject: `${code} é o seu código de acesso`,
      paragraphs: [
        'Digite este código para entrar no painel de pagamentos. Ele é válido por dez minutos.',
        'Nunca pediremos este código a você. Se você não o solicitou, ignore esta mensagem.',
      ],
      largeText: code,
    }),
  },
  confirmation_code: {
    en: ({ code }) => ({
      subject: `${code} confirms that it is you`,
      paragraphs: [
        'Enter this code in the payments dashboard to continue. It is valid for ten minutes.',
        'We never ask you for it. If you are not in the dashboard now, someone else is using your session: sign in, and end your other sessions on the Security page.',
      ],
      largeText: code,
    }),
    es: ({ code }) => ({
      subject: `${code} confirma que eres tú`,
      paragraphs: [
        'Escribe este código en el panel de pagos para continuar. Es válido durante diez minutos.',
        'Nunca te lo pediremos. Si ahora no estás en el panel, otra persona está usando tu sesión: inicia sesión y cierra tus otras sesiones en la página Seguridad.',
      ],
      largeText: code,
    }),
    pt: ({ code }) => ({
      subject: `${code} confirma que é você`,
      paragraphs: [
        'Digite este código no painel de pagamentos para continuar. Ele é válido por dez minutos.',
        'Nunca pediremos este código a você. Se você não está no painel agora, outra pessoa está usando a sua sessão: entre e encerre as suas outras sessões na página Segurança.',
      ],
      largeText: code,
    }),
  },
  new_device: {
    en: ({ at, environment, ...device }) => ({
      subject: 'New sign-in to the payments dashboard',
      paragraphs: [
        `Somebody signed in as you from a device that we do not recognise: ${deviceIn('en', device)}, ${timeIn('en', at)}.`,
        'If it was you, ignore this e-mail. If not, open the Security page of the dashboard, end that session, and contact us at once.',
        ...noteOf('en', environment),
      ],
    }),
    es: ({ at, environment, ...device }) => ({
      subject: 'Nuevo inicio de sesión en el panel de pagos',
      paragraphs: [
        `Alguien inició sesión con tu cuenta desde un dispositivo que no conocemos: ${deviceIn('es', device)}, ${timeIn('es', at)}.`,
        'Si fuiste tú, ignora este mensaje. Si no, abre la página Seguridad del panel, cierra esa sesión y contáctanos de inmediato.',
        ...noteOf('es', environment),
      ],
    }),
    pt: ({ at, environment, ...device }) => ({
      subject: 'Novo acesso ao painel de pagamentos',
      paragraphs: [
        `Alguém entrou com a sua conta em um dispositivo que não conhecemos: ${deviceIn('pt', device)}, ${timeIn('pt', at)}.`,
        'Se foi você, ignore esta mensagem. Se não, abra a página Segurança do painel, encerre essa sessão e entre em contato conosco imediatamente.',
        ...noteOf('pt', environment),
      ],
    }),
  },
  passkeys_changed: {
    en: ({ change, accountName, at, environment }) => ({
      subject: passkeySubjects.en[change],
      paragraphs: [
        `${passkeySubjects.en[change]} (payments dashboard of ${accountName}, ${timeIn('en', at)}).`,
        ...afterChange('en', change),
        'If you expected this, ignore this e-mail. If not, open the Security page of the dashboard, end the sessions that you do not recognise, and contact us at once.',
        ...noteOf('en', environment),
      ],
    }),
    es: ({ change, accountName, at, environment }) => ({
      subject: passkeySubjects.es[change],
      paragraphs: [
        `${passkeySubjects.es[change]} (panel de pagos de ${accountName}, ${timeIn('es', at)}).`,
        ...afterChange('es', change),
        'Si lo esperabas, ignora este mensaje. Si no, abre la página Seguridad del panel, cierra las sesiones que no conozcas y contáctanos de inmediato.',
        ...noteOf('es', environment),
      ],
    }),
    pt: ({ change, accountName, at, environment }) => ({
      subject: passkeySubjects.pt[change],
      paragraphs: [
        `${passkeySubjects.pt[change]} (painel de pagamentos de ${accountName}, ${timeIn('pt', at)}).`,
        ...afterChange('pt', change),
        'Se você esperava por isso, ignore esta mensagem. Se não, abra a página Segurança do painel, encerre as sessões que você não conhece e entre em contato conosco imediatamente.',
        ...noteOf('pt', environment),
      ],
    }),
  },
};
