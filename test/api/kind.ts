const id = /^([a-z]+_)[0-9a-z]{26}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const decimal = /^\d+\.(\d+)$/;

/** Values that are random or created at the start. */
const byChance = [
  'bank_reference',
  'secret',
  'token',
  'verification_token',
  'path',
  'prefix',
  'next_cursor',
  'rate',
  'reference',
  'bank_account',
  'duration_ms',
  'api_key_prefix',
  'root',
  'hash',
  'signature',
  'public_key',
  'day',
];

/** Fields set some time after the event, so that a response may or may not have them. */
const afterwards = ['logo_error', 'favicon_error', 'last_used_at', 'payee_check'];

/** Longer than anything the service takes. */
const laterMs = 120_000;

/** The request with which a response is compared. */
interface Setting {
  /** Amounts in the request. */
  readonly stated: readonly number[];
  readonly createdAt: string | undefined;
}

/**
 * Replaces ids, times and amounts with their kinds, so that two responses to the same request are equal.
 * Values from the request are kept.
 */
export function kindsOf(answer: unknown, request: unknown): unknown {
  const amounts = JSON.stringify(request ?? {}).matchAll(/"amount":"([^"]+)"/g);
  return inSetting(answer, { stated: [...amounts].map(([, each]) => Number(each)), createdAt: undefined });
}

function inSetting(value: unknown, setting: Setting): unknown {
  if (Array.isArray(value)) return value.map((each) => inSetting(each, setting));
  if (typeof value !== 'object' || value === null) return kindOf(value, setting);
  const { created_at: createdAt = setting.createdAt } = value as { created_at?: string };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !afterwards.includes(name))
      .map(([name, field]) => [
        name,
        byChance.includes(name) ? typeof field : inSetting(field, { ...setting, createdAt }),
      ]),
  );
}

function kindOf(value: unknown, { stated, createdAt }: Setting): unknown {
  if (typeof value !== 'string') return value;
  if (instant.test(value)) return kindOfTime(Date.parse(value) - Date.parse(createdAt ?? value));
  const prefix = id.exec(value)?.[1];
  if (prefix !== undefined) return `id ${prefix}`;
  const decimals = decimal.exec(value)?.[1]?.length;
  return decimals === undefined || stated.includes(Number(value)) ? value : `amount of ${decimals} decimals`;
}

function kindOfTime(sinceMs: number): string {
  if (sinceMs < 0) return 'time before it was created';
  return sinceMs > laterMs ? 'later time' : 'time';
}
