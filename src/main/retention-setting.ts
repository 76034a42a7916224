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

export const retentionOf = (values: RetentionValues): Retention => ({
  deliveries: values.KEEP_DELIVERIES_DAYS,
  notices: values.KEEP_NOTICES_DAYS,
  mails: values.KEEP_MAILS_DAYS,
  requests: values.KEEP_REQUESTS_DAYS,
  traces: values.KEEP_TRACES_DAYS,
  codes: values.KEEP_CODES_DAYS,
  sessions: values.KEEP_SESSIONS_DAYS,
});
