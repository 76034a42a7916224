import { bare, catalogue } from './catalogue.js';
import { nounLabel } from './words/label.js';

/** A type with a detail page, a list, or both. */
export interface Noun {
  readonly type: string;
  readonly one?: string;
  readonly many?: string;
  /** Path segment in URLs. */
  readonly path: string;
  /** The title of its list, in the reader's language. */
  readonly called: () => string;
}

const kebab = (name: string): string => name.replaceAll(/([A-Z])/g, '-$1').toLowerCase();

function nounsOfCatalogue(): readonly Noun[] {
  const queries = Object.entries(catalogue.queries);
  return Object.keys(catalogue.types).flatMap((type) => {
    const one = queries.find(([, field]) => field.type === type && field.args?.['id'] !== undefined)?.[0];
    const many = queries.find(([, field]) => field.type === `${type}Connection!`)?.[0];
    if (one === undefined && many === undefined) return [];
    const path = kebab(many ?? one ?? type);
    return [
      { type, path, called: () => nounLabel(many ?? type), ...(one && { one }), ...(many && { many }) },
    ];
  });
}

export const nouns: readonly Noun[] = nounsOfCatalogue();
const byType = new Map(nouns.map((noun) => [noun.type, noun]));
const byPath = new Map(nouns.map((noun) => [noun.path, noun]));

export const nounOf = (type: string): Noun | undefined => byType.get(type);
export const nounAt = (path: string): Noun | undefined => byPath.get(path);

export const idShape = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/;

/** The noun of an id, by its prefix. */
export function nounOfId(id: string): Noun | undefined {
  const [, prefix = ''] = idShape.exec(id) ?? [];
  return byType.get(catalogue.prefixes[prefix] ?? '');
}

/** The columns of lists for which the type's first fields are not the most useful. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  Account: ['name', 'status', 'createdAt', 'id'],
  ApiKey: [
    'label',
    'prefix',
    'scopes',
    'lastUsedAt',
    'expiresAt',
    'revokedAt',
    'accountId',
    'createdAt',
    'id',
  ],
  Approval: ['resourceType', 'resourceId', 'status', 'expiresAt', 'accountId', 'createdAt', 'id'],
  AuditEntry: ['createdAt', 'operator', 'action', 'subjectId', 'reason', 'accountId'],
  Beneficiary: [
    'displayName',
    'accountHint',
    'status',
    'verificationStatus',
    'method',
    'currency',
    'accountId',
    'createdAt',
    'id',
  ],
  Customer: ['displayName', 'status', 'externalId', 'type', 'accountId', 'createdAt', 'id'],
  Delivery: [
    'eventType',
    'status',
    'attempts',
    'nextAttemptAt',
    'endpointId',
    'resourceId',
    'accountId',
    'createdAt',
  ],
  Event: ['type', 'resourceId', 'accountId', 'occurredAt', 'id'],
  HostedDomain: ['hostname', 'verificationStatus', 'certificateStatus', 'accountId', 'createdAt', 'id'],
  HostedSession: ['status', 'reference', 'remittanceId', 'expiresAt', 'accountId', 'createdAt', 'id'],
  FundingAccount: [
    'method',
    'accountHint',
    'reference',
    'currency',
    'amount',
    'status',
    'accountId',
    'createdAt',
    'id',
  ],
  Journal: ['occurredAt', 'purpose', 'entries', 'originId', 'accountId', 'id'],
  Member: ['email', 'status', 'role', 'lastSignedInAt', 'mailRefusedAt', 'accountId', 'createdAt'],
  Payin: ['amount', 'status', 'paid', 'bankReference', 'accountId', 'createdAt', 'id'],
  Payout: ['destination', 'beneficiaryId', 'status', 'reference', 'source', 'accountId', 'createdAt', 'id'],
  PayoutBatch: ['summary', 'status', 'description', 'accountId', 'createdAt', 'id'],
  PayoutBatchItem: [
    'index',
    'status',
    'reference',
    'payoutId',
    'errorCode',
    'failureCode',
    'createdAt',
    'batchId',
    'id',
  ],
  ReconciliationException: ['type', 'status', 'difference', 'resourceId', 'accountId', 'createdAt', 'id'],
  Refund: ['amount', 'status', 'payinId', 'reason', 'accountId', 'createdAt', 'id'],
  Remittance: [
    'destination',
    'beneficiaryId',
    'status',
    'reference',
    'source',
    'accountId',
    'createdAt',
    'id',
  ],
  Request: ['method', 'path', 'outcome', 'status', 'errorCode', 'durationMs', 'accountId', 'createdAt', 'id'],
  RiskDecision: ['status', 'reasons', 'resourceId', 'accountId', 'createdAt', 'decidedAt', 'id'],
  Settlement: ['amount', 'destinationId', 'status', 'fee', 'periodTo', 'accountId', 'createdAt', 'id'],
  SettlementDestination: [
    'label',
    'accountHint',
    'method',
    'currency',
    'status',
    'accountId',
    'createdAt',
    'id',
  ],
  SettlementSchedule: [
    'currency',
    'interval',
    'destinationId',
    'status',
    'nextCutoffAt',
    'blockedAt',
    'accountId',
    'id',
  ],
  WebhookEndpoint: [
    'url',
    'status',
    'failingSince',
    'pausedAt',
    'roughSince',
    'deletedAt',
    'accountId',
    'id',
  ],
  Withdrawal: ['amount', 'destinationId', 'status', 'fee', 'accountId', 'createdAt', 'id'],
};

/** Columns for all other types, as far as they exist. */
const usual = [
  'name',
  'displayName',
  'amount',
  'source',
  'destination',
  'status',
  'verificationStatus',
  'product',
  'method',
  'currency',
  'accountId',
  'createdAt',
  'liftedAt',
  'id',
];

export const isHidden = (field: string): boolean => catalogue.hidden?.includes(field) === true;

export function columnsOf(type: string): readonly string[] {
  const fields = catalogue.types[type] ?? {};
  return (chosen[type] ?? usual).filter((name) => fields[name] !== undefined && !isHidden(name));
}

/** Whether a type is queried directly; other types are parts of the objects that contain them. */
export const isEntity = (type: string): boolean => byType.has(bare(type));
