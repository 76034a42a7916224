import { bare, catalogue, spaced } from './catalogue.js';

/** A type with a detail page, a list, or both. */
export interface Noun {
  readonly type: string;
  readonly one?: string;
  readonly many?: string;
  /** Path segment in URLs. */
  readonly path: string;
  readonly called: string;
}

const kebab = (name: string): string => name.replaceAll(/([A-Z])/g, '-$1').toLowerCase();

function found(): readonly Noun[] {
  const queries = Object.entries(catalogue.queries);
  return Object.keys(catalogue.types).flatMap((type) => {
    const one = queries.find(([, field]) => field.type === type && field.args?.['id'] !== undefined)?.[0];
    const many = queries.find(([, field]) => field.type === `${type}Connection!`)?.[0];
    if (one === undefined && many === undefined) return [];
    const path = kebab(many ?? one ?? type);
    return [{ type, path, called: spaced(many ?? type), ...(one && { one }), ...(many && { many }) }];
  });
}

export const nouns: readonly Noun[] = found();
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
  ApiKey: [
    'id',
    'label',
    'prefix',
    'scopes',
    'lastUsedAt',
    'expiresAt',
    'revokedAt',
    'createdAt',
    'accountId',
  ],
  AuditEntry: ['createdAt', 'operator', 'action', 'subjectId', 'reason', 'accountId', 'id'],
  Customer: ['id', 'status', 'displayName', 'externalId', 'type', 'accountId', 'createdAt'],
  Delivery: [
    'id',
    'status',
    'eventType',
    'attempts',
    'nextAttemptAt',
    'resourceId',
    'accountId',
    'createdAt',
  ],
  Event: ['id', 'type', 'resourceId', 'occurredAt', 'accountId'],
  HostedDomain: ['id', 'hostname', 'verificationStatus', 'certificateStatus', 'accountId', 'createdAt'],
  FundingAccount: ['id', 'status', 'method', 'currency', 'amount', 'accountId', 'createdAt'],
  Journal: ['occurredAt', 'purpose', 'entries', 'originId', 'accountId', 'id'],
  Member: ['id', 'status', 'email', 'role', 'lastSignedInAt', 'accountId', 'createdAt'],
  Payin: ['id', 'status', 'paid', 'amount', 'paymentName', 'bankReference', 'accountId', 'createdAt'],
  Payout: ['id', 'status', 'destination', 'beneficiary', 'reference', 'source', 'accountId', 'createdAt'],
  PayoutBatch: ['id', 'status', 'summary', 'description', 'accountId', 'createdAt'],
  PayoutBatchItem: [
    'index',
    'id',
    'status',
    'reference',
    'payoutId',
    'errorCode',
    'failureCode',
    'createdAt',
    'batchId',
  ],
  ReconciliationException: ['id', 'status', 'type', 'difference', 'resourceId', 'accountId', 'createdAt'],
  Refund: ['id', 'status', 'amount', 'payinId', 'reason', 'accountId', 'createdAt'],
  Request: ['id', 'outcome', 'status', 'method', 'path', 'errorCode', 'createdAt', 'durationMs', 'accountId'],
  RiskDecision: ['id', 'status', 'reasons', 'resourceId', 'accountId', 'createdAt', 'decidedAt'],
  Settlement: ['id', 'status', 'amount', 'fee', 'periodTo', 'accountId', 'createdAt'],
  SettlementDestination: [
    'id',
    'status',
    'label',
    'accountHint',
    'method',
    'currency',
    'accountId',
    'createdAt',
  ],
  SettlementSchedule: [
    'id',
    'status',
    'currency',
    'interval',
    'nextCutoffAt',
    'blockedAt',
    'destinationId',
    'accountId',
  ],
  WebhookEndpoint: [
    'id',
    'status',
    'url',
    'failingSince',
    'pausedAt',
    'roughSince',
    'deletedAt',
    'accountId',
  ],
  Withdrawal: ['id', 'status', 'amount', 'fee', 'accountId', 'createdAt'],
};

/** Columns for all other types, as far as they exist. */
const usual = [
  'id',
  'status',
  'amount',
  'source',
  'destination',
  'name',
  'displayName',
  'verificationStatus',
  'product',
  'method',
  'currency',
  'accountId',
  'createdAt',
  'liftedAt',
];

export const isHidden = (field: string): boolean => catalogue.hidden?.includes(field) === true;

export function columnsOf(type: string): readonly string[] {
  const fields = catalogue.types[type] ?? {};
  return (chosen[type] ?? usual).filter((name) => fields[name] !== undefined && !isHidden(name));
}

/** Whether a type is queried by itself; other types are parts of the objects that contain them. */
export const isEntity = (type: string): boolean => byType.has(bare(type));
