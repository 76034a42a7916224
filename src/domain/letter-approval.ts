import { noteOf, type AboutAccount, type MailText, type TextByLanguage } from './letter-part.js';
import type { Language } from './noun/mail.js';

/** The subject of an approval. */
export type ApprovalTopic =
  | { readonly of: 'payout'; readonly amount: string; readonly currency: string }
  | { readonly of: 'payout_batch'; readonly size: number }
  | { readonly of: 'account' | 'member' };

export interface ApprovalFacts {
  readonly approval_requested: AboutAccount &
    ApprovalLink & { readonly topic: ApprovalTopic; readonly expiresAt: string };
  readonly approval_decided: AboutAccount &
    ApprovalLink & {
      readonly topic: ApprovalTopic;
      readonly status: 'approved' | 'declined' | 'expired';
    };
}

interface ApprovalLink {
  /** Absent if the service's public URL is not configured. */
  readonly link?: string;
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
  if (topic.of === 'payout') return payout(`${topic.amount} ${topic.currency}`);
  return topic.of === 'payout_batch' ? batch(`${topic.size}`) : changes[topic.of]('');
}

const linked = (words: MailText, link: string | undefined): MailText =>
  link === undefined ? words : { ...words, link };

export const approvalWords: {
  readonly [K in keyof ApprovalFacts]: TextByLanguage<ApprovalFacts[K]>;
} = {
  approval_requested: {
    en: ({ accountName, topic, expiresAt, link, environment }) =>
      linked(
        {
          subject: `Approval needed: ${nameOf('en', topic)}`,
          paragraphs: [
            `A request waits for approval in the account "${accountName}" until ${expiresAt}: ${nameOf('en', topic)}.`,
            'It has no effect before that. Look at it in the payments dashboard, and approve it only if you know what it is for.',
            ...noteOf('en', environment),
          ],
        },
        link,
      ),
    es: ({ accountName, topic, expiresAt, link, environment }) =>
      linked(
        {
          subject: `Se necesita una aprobación: ${nameOf('es', topic)}`,
          paragraphs: [
            `Una solicitud espera aprobación en la cuenta "${accountName}" hasta ${expiresAt}: ${nameOf('es', topic)}.`,
            'No tiene efecto antes de eso. Revísala en el panel de pagos y apruébala solo si sabes para qué es.',
            ...noteOf('es', environment),
          ],
        },
        link,
      ),
    pt: ({ accountName, topic, expiresAt, link, environment }) =>
      linked(
        {
          subject: `Aprovação necessária: ${nameOf('pt', topic)}`,
          paragraphs: [
            `Um pedido aguarda aprovação na conta "${accountName}" até ${expiresAt}: ${nameOf('pt', topic)}.`,
            'Ele não tem efeito antes disso. Veja-o no painel de pagamentos e aprove-o somente se souber para que serve.',
            ...noteOf('pt', environment),
          ],
        },
        link,
      ),
  },
  approval_decided: {
    en: ({ accountName, topic, status, link, environment }) => {
      const became = { approved: 'was approved', declined: 'was declined', expired: 'expired undecided' };
      const subject = { approved: 'Approved', declined: 'Declined', expired: 'Expired' };
      return linked(
        {
          subject: `${subject[status]}: ${nameOf('en', topic)}`,
          paragraphs: [
            `Your request in the account "${accountName}" ${became[status]}: ${nameOf('en', topic)}.`,
            ...noteOf('en', environment),
          ],
        },
        link,
      );
    },
    es: ({ accountName, topic, status, link, environment }) => {
      const became = { approved: 'fue aprobada', declined: 'fue rechazada', expired: 'venció sin decisión' };
      const subject = { approved: 'Aprobado', declined: 'Rechazado', expired: 'Vencido' };
      return linked(
        {
          subject: `${subject[status]}: ${nameOf('es', topic)}`,
          paragraphs: [
            `Tu solicitud en la cuenta "${accountName}" ${became[status]}: ${nameOf('es', topic)}.`,
            ...noteOf('es', environment),
          ],
        },
        link,
      );
    },
    pt: ({ accountName, topic, status, link, environment }) => {
      const became = { approved: 'foi aprovado', declined: 'foi recusado', expired: 'expirou sem decisão' };
      const subject = {
        approved: 'Pedido aprovado',
        declined: 'Pedido recusado',
        expired: 'Pedido expirado',
      };
      return linked(
        {
          subject: `${subject[status]}: ${nameOf('pt', topic)}`,
          paragraphs: [
            `Seu pedido na conta "${accountName}" ${became[status]}: ${nameOf('pt', topic)}.`,
            ...noteOf('pt', environment),
          ],
        },
        link,
      );
    },
  },
};
