/**
 * The prefixes of ids: contract §2.1, supplement §1, and of what the service keeps for itself. The kinds of ids are also
 * the names of the nouns.
 */
export const prefixes = {
  account: 'acct',
  apiKey: 'key',
  customer: 'cus',
  beneficiary: 'ben',
  settlementDestination: 'sdst',
  fundingAccount: 'fa',
  payin: 'pin',
  payout: 'pout',
  payoutBatch: 'pba',
  payoutBatchItem: 'pbi',
  refund: 'rfd',
  settlementSchedule: 'sch',
  settlement: 'stl',
  withdrawal: 'wdr',
  quote: 'quo',
  remittance: 'rem',
  entry: 'ent',
  journal: 'jrn',
  event: 'evt',
  riskDecision: 'rsk',
  exception: 'rex',
  webhookEndpoint: 'we',
  webhookDelivery: 'whd',
  adjustment: 'adj',
  request: 'req',
  intent: 'int',
  auditEntry: 'aud',
  suspension: 'sus',
  operator: 'op',
  hostedPage: 'hp',
  hostedDomain: 'hd',
  hostedSession: 'hs',
  hostedImage: 'himg',
  member: 'mem',
  session: 'sess',
  mail: 'mail',
} as const;

export type IdKind = keyof typeof prefixes;
