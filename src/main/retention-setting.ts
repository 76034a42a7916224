import type { z } from 'zod';
import { defaultRetention, type ExpiringData, type Retention } from '../domain/retention.js';
import { whole } from './whole-setting.js';

/** Ten years. */
const daysMax = 3_650;

const days = (data: ExpiringData) => whole(1, daysMax, defaultRetention[data]);

export const retentionSettings = {
  KEEP_DELIVERIES_DAYS: days('deliveries'),
  KEEP_NOTICES_DAYS: days('notices'),
  KEEP_MAILS_DAYS: days('mails'),
  KEEP_REQUESTS_DAYS: days('requests'),
  KEEP_TRACES_DAYS: days('traces'),
  KEEP_CODES_DAYS: days('codes'),
  KEEP_SESSIONS_DAYS: days('sessions'),
};

type RetentionValues = {
  readonly [N in keyof typeof retentionSettings]: z.output<(typeof retentionSettings)[N]>;
};

export const retentionOf = (given: RetentionValues): Retention => ({
  deliveries: given.KEEP_DELIVERIES_DAYS,
  notices: given.KEEP_NOTICES_DAYS,
  mails: given.KEEP_MAILS_DAYS,
  requests: given.KEEP_REQUESTS_DAYS,
  traces: given.KEEP_TRACES_DAYS,
  codes: given.KEEP_CODES_DAYS,
  sessions: given.KEEP_SESSIONS_DAYS,
});
