import { moneyIn, noteOf, timeIn, type AboutAccount, type TextByLanguage } from './letter-part.js';
import type { Language } from './noun/mail.js';

/** The subject of an approval. */
export type ApprovalTopic =
  | { readonly of: 'payout'; readonly amount: string; readonly currency: string }
  | { readonly of: 'payout_batch'; readonly size: number }
  | { readonly of: 'account' | 'member' };

export interface ApprovalFacts {
  readonly approval_requested: AboutAccount & { readonly topic: ApprovalTopic; readonly expiresAt: string };
  readonly approval_decided: AboutAccount & {
    readonly topic: ApprovalTopic;
    readonly status: 'approved' | 'declined' | 'expired';
  };
}

type Nouns = Readonly<Record<'payout' | 'batch' | 'account' | 'member', (fact: string) => string>>;

const nouns: Readonly<Record<Language, Nouns>> = {
  en: {
    payout: (money) => `payout of ${money}`,
    batch: (size) => `batch of ${size} payouts`,
    account: () => 'change of the approval policy',
    member: () => 'change of owners',
  },
  es: {
    payout: (money) => `pago de ${money}`,
    batch: (size) => `lote de ${size} pagos`,
    account: () => 'cambio de la política de aprobaciones',
    member: () => 'cambio de propietarios',
  },
  pt: {
    payout: (money) => `pagamento de ${money}`,
    batch: (size) => `lote de ${size} pagamentos`,
    account: () => 'mudança da política de aprovações',
    member: () => 'mudança de proprietários',
  },
};

function nameOf(language: Language, topic: ApprovalTopic): string {
  const { payout, batch, ...changes } = nouns[language];
  if (topic.of === 'payout') return payout(moneyIn(language, topic.amount, topic.currency));
  return topic.of === 'payout_batch' ? batch(`${topic.size}`) : changes[topic.of]('');
}

export const approvalWords: {
  readonly [K in keyof ApprovalFacts]: TextByLanguage<ApprovalFacts[K]>;
} = {
  approval_requested: {
    en: ({ accountName, topic, expiresAt, environment }) => ({
      action: 'See the request',
      subject: `Approval needed: ${nameOf('en', topic)}`,
      paragraphs: [
        `A request in the account "${accountName}" is waiting for approval until ${timeIn('en', expiresAt)}: ${nameOf('en', topic)}.`,
        'It has no effect until it is approved. Review it in the payments dashboard, and approve it only if you know what it is for.',
        ...noteOf('en', environment),
      ],
    }),
    es: ({ accountName, topic, expiresAt, environment }) => ({
      action: 'Ver la solicitud',
      subject: `Se necesita una aprobación: ${nameOf('es', topic)}`,
      paragraphs: [
        `Una solicitud espera aprobación en la cuenta "${accountName}" hasta el ${timeIn('es', expiresAt)}: ${nameOf('es', topic)}.`,
        'No tiene efecto hasta que se apruebe. Revísala en el panel de pagos y apruébala solo si sabes para qué es.',
        ...noteOf('es', environment),
      ],
    }),
    pt: ({ accountName, topic, expiresAt, environment }) => ({
      action: 'Ver o pedido',
      subject: `Aprovação necessária: ${nameOf('pt', topic)}`,
      paragraphs: [
        `Um pedido aguarda aprovação na conta "${accountName}" até ${timeIn('pt', expiresAt)}: ${nameOf('pt', topic)}.`,
        'Ele só tem efeito depois de aprovado. Veja-o no painel de pagamentos e aprove-o somente se souber para que serve.',
        ...noteOf('pt', environment),
      ],
    }),
  },
  approval_decided: {
    en: ({ accountName, topic, status, environment }) => {
      const became = { approved: 'was approved', declined: 'was declined', expired: 'expired undecided' };
      const subject = { approved: 'Approved', declined: 'Declined', expired: 'Expired' };
      return {
        action: 'See the request',
        subject: `${subject[status]}: ${nameOf('en', topic)}`,
        paragraphs: [
          `Your request in the account "${accountName}" ${became[status]}: ${nameOf('en', topic)}.`,
          ...noteOf('en', environment),
        ],
      };
    },
    es: ({ accountName, topic, status, environment }) => {
      const became = { approved: 'fue aprobada', declined: 'fue rechazada', expired: 'venció sin decisión' };
      const subject = { approved: 'Aprobado', declined: 'Rechazado', expired: 'Vencido' };
      return {
        action: 'Ver la solicitud',
        subject: `${subject[status]}: ${nameOf('es', topic)}`,
        paragraphs: [
          `Tu solicitud en la cuenta "${accountName}" ${became[status]}: ${nameOf('es', topic)}.`,
          ...noteOf('es', environment),
        ],
      };
    },
    pt: ({ accountName, topic, status, environment }) => {
      const became = { approved: 'foi aprovado', declined: 'foi recusado', expired: 'expirou sem decisão' };
      const subject = {
        approved: 'Pedido aprovado',
        declined: 'Pedido recusado',
        expired: 'Pedido expirado',
      };
      return {
        action: 'Ver o pedido',
        subject: `${subject[status]}: ${nameOf('pt', topic)}`,
        paragraphs: [
          `Seu pedido na conta "${accountName}" ${became[status]}: ${nameOf('pt', topic)}.`,
          ...noteOf('pt', environment),
        ],
      };
    },
  },
};
