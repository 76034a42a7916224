/** Paths that must not slow down as data grows. */
export const growthPaths = {
  balances: 'GET /v1/balances',
  payout: 'GET /v1/payouts/{id}',
  page: 'GET /v1/payouts, the first page',
  deep: 'GET /v1/payouts, a page anywhere',
  reference: 'GET /v1/payouts?reference=, one payout',
  metadata: 'GET /v1/payouts?metadata[order]=, one payout',
  events: 'GET /v1/events, a page anywhere',
  entries: 'GET /v1/balances/MXN/entries, a page anywhere',
  create: 'POST /v1/payouts',
} as const;

export type GrowthPath = keyof typeof growthPaths;
