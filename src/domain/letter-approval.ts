import { moneyIn, noteOf, timeIn, type AboutAccount, type TextByLanguage } from './letter-part.js';
import { payeeName, type Payee } from './method-name.js';
import type { Language } from './noun/mail.js';

/** The subject of an approval. */
export type ApprovalTopic =
  | ({ readonly of: 'payout'; readonly payee?: Payee; readonly reference?: string | undefined } & ShownMoney)
  | { readonly of: 'payout_batch'; readonly size: number; readonly totals?: readonly ShownMoney[] }
  | { readonly of: 'account' | 'member' };

interface ShownMoney {
  readonly amount: string;
  readonly currency: string;
}

/** Who requested or decided. `name` is the e-mail address of a member, or the label of an API key. */
export interface Actor {
  readonly of: 'member' | 'api_key' | 'platform';
  readonly name: string;
}

/** Optional facts are missing in mails that an earlier release queued. */
export interface ApprovalFacts {
  readonly approval_requested: AboutAccount & {
    readonly topic: ApprovalTopic;
    readonly expiresAt: string;
    readonly requestedBy?: Actor;
  };
  readonly approval_decided: AboutAccount & {
    readonly topic: ApprovalTopic;
    readonly status: 'approved' | 'declined' | 'expired';
    readonly decidedBy?: Actor | undefined;
    /** Why it was declined. */
    readonly reason?: string | undefined;
  };
}

type Label = 'payee' | 'reference' | 'total' | 'requestedBy' | 'decidedBy' | 'reason' | 'apiKey' | 'platform';

const labels: Readonly<Record<Language, Readonly<Record<Label, string>>>> = {
  en: {
    payee: 'To',
    reference: 'Reference',
    total: 'Total',
    requestedBy: 'Requested by',
    decidedBy: 'Decided by',
    reason: 'Reason',
    apiKey: 'API key',
    platform: 'the payments platform',
  },
  es: {
    payee: 'Para',
    reference: 'Referencia',
    total: 'Total',
    requestedBy: 'Solicitado por',
    decidedBy: 'Decidido por',
    reason: 'Motivo',
    apiKey: 'clave de API',
    platform: 'la plataforma de pagos',
  },
  pt: {
    payee: 'Para',
    reference: 'Referência',
    total: 'Total',
    requestedBy: 'Pedido por',
    decidedBy: 'Decidido por',
    reason: 'Motivo',
    apiKey: 'chave de API',
    platform: 'a plataforma de pagamentos',
  },
};

interface Details {
  readonly topic: ApprovalTopic;
  readonly requestedBy?: Actor | undefined;
  readonly decidedBy?: Actor | undefined;
  readonly reason?: string | undefined;
}

function actorText(language: Language, { of, name }: Actor): string {
  if (of === 'platform') return labels[language].platform;
  return of === 'api_key' ? `${labels[language].apiKey} ${name}` : name;
}

/** Who is paid and how much, who requested it, and who decided. */
function pairsOf(language: Language, { topic, requestedBy, decidedBy, reason }: Details) {
  const label = labels[language];
  const { payee, reference } = topic.of === 'payout' ? topic : {};
  const { totals = [] } = topic.of === 'payout_batch' ? topic : {};
  const pairs: readonly (readonly [string, string | undefined])[] = [
    [label.payee, payee && payeeName(payee, language)],
    [label.total, totals.map(({ amount, currency }) => moneyIn(language, amount, currency)).join(', ')],
    [label.reference, reference],
    [label.requestedBy, requestedBy && actorText(language, requestedBy)],
    [label.decidedBy, decidedBy && actorText(language, decidedBy)],
    [label.reason, reason],
  ];
  return pairs.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
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
    en: ({ accountName, topic, expiresAt, environment, requestedBy }) => ({
      pairs: pairsOf('en', { topic, requestedBy }),
      action: 'See the request',
      subject: `Approval needed: ${nameOf('en', topic)}`,
      paragraphs: [
        `A request in the account "${accountName}" is waiting for approval until ${timeIn('en', expiresAt)}: ${nameOf('en', topic)}.`,
        'It has no effect until it is approved. Review it in the payments dashboard, and approve it only if you know what it is for.',
        ...noteOf('en', environment),
      ],
    }),
    es: ({ accountName, topic, expiresAt, environment, requestedBy }) => ({
      pairs: pairsOf('es', { topic, requestedBy }),
      action: 'Ver la solicitud',
      subject: `Se necesita una aprobación: ${nameOf('es', topic)}`,
      paragraphs: [
        `Una solicitud espera aprobación en la cuenta "${accountName}" hasta el ${timeIn('es', expiresAt)}: ${nameOf('es', topic)}.`,
        'No tiene efecto hasta que se apruebe. Revísala en el panel de pagos y apruébala solo si sabes para qué es.',
        ...noteOf('es', environment),
      ],
    }),
    pt: ({ accountName, topic, expiresAt, environment, requestedBy }) => ({
      pairs: pairsOf('pt', { topic, requestedBy }),
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
    en: ({ accountName, topic, status, environment, decidedBy, reason }) => {
      const became = { approved: 'was approved', declined: 'was declined', expired: 'expired undecided' };
      const subject = { approved: 'Approved', declined: 'Declined', expired: 'Expired' };
      return {
        pairs: pairsOf('en', { topic, decidedBy, reason }),
        action: 'See the request',
        subject: `${subject[status]}: ${nameOf('en', topic)}`,
        paragraphs: [
          `Your request in the account "${accountName}" ${became[status]}: ${nameOf('en', topic)}.`,
          ...noteOf('en', environment),
        ],
      };
    },
    es: ({ accountName, topic, status, environment, decidedBy, reason }) => {
      const became = { approved: 'fue aprobada', declined: 'fue rechazada', expired: 'venció sin decisión' };
      const subject = { approved: 'Aprobado', declined: 'Rechazado', expired: 'Vencido' };
      return {
        pairs: pairsOf('es', { topic, decidedBy, reason }),
        action: 'Ver la solicitud',
        subject: `${subject[status]}: ${nameOf('es', topic)}`,
        paragraphs: [
          `Tu solicitud en la cuenta "${accountName}" ${became[status]}: ${nameOf('es', topic)}.`,
          ...noteOf('es', environment),
        ],
      };
    },
    pt: ({ accountName, topic, status, environment, decidedBy, reason }) => {
      const became = { approved: 'foi aprovado', declined: 'foi recusado', expired: 'expirou sem decisão' };
      const subject = {
        approved: 'Pedido aprovado',
        declined: 'Pedido recusado',
        expired: 'Pedido expirado',
      };
      return {
        pairs: pairsOf('pt', { topic, decidedBy, reason }),
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
