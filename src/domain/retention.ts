/** Data that is dropped after some days: its table, and the default number of days. */
export const expiringData = {
  deliveries: { table: 'webhook_delivery', days: 90 },
  notices: { table: 'notice', days: 90 },
  mails: { table: 'mail', days: 30 },
  requests: { table: 'request', days: 30 },
  traces: { table: 'trace', days: 30 },
  codes: { table: 'sign_in_code', days: 1 },
  sessions: { table: 'session', days: 1 },
} as const;

export type ExpiringData = keyof typeof expiringData;

/** Days for which each is kept. */
export type Retention = Readonly<Record<ExpiringData, number>>;

export const defaultRetention: Retention = {
  deliveries: expiringData.deliveries.days,
  notices: expiringData.notices.days,
  mails: expiringData.mails.days,
  requests: expiringData.requests.days,
  traces: expiringData.traces.days,
  codes: expiringData.codes.days,
  sessions: expiringData.sessions.days,
};

/** Days for which the rows of a table are kept; null: kept indefinitely. */
export function keptDaysOf(table: string, retention: Retention): number | null {
  for (const [data, { table: own }] of Object.entries(expiringData))
    if (own === table) return retention[data as ExpiringData];
  return null;
}
