import type { z } from 'zod';
import { defaultRetention, type ExpiringData, type Retention } from '../domain/retention.js';
import { whole } from './whole-setting.js';

/** Ten years. */
const daysMax = 3_650;

const days = (data: ExpiringData) => whole(1, daysMax, defaultRetention[data]);

export const retentionSettings = {
  KEEP_DELIVERIES_DAYS: days('deliveries'),
  KEEP_REQUESTS_DAYS: days('requests'),
};

type Given = { readonly [N in keyof typeof retentionSettings]: z.output<(typeof retentionSettings)[N]> };

export const retentionOf = (given: Given): Retention => ({
  deliveries: given.KEEP_DELIVERIES_DAYS,
  requests: given.KEEP_REQUESTS_DAYS,
});
