const id = /^([a-z]+_)[0-9a-z]{26}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const decimal = /^\d+\.(\d+)$/;

/** Values that a service makes anew or that its start has made. */
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

/** Told a while after what they tell of, so that an answer may have them or not. */
const afterwards = ['logo_error', 'favicon_error', 'last_used_at', 'payee_check'];

/** Longer than what the service itself takes for anything. */
const laterMs = 120_000;

/** The request that the fields of an answer are seen against. */
interface Setting {
  /** Amounts that the request stated. */
  readonly stated: readonly number[];
  readonly createdAt: string | undefined;
}

/**
 * The answer with its ids, times and amounts replaced by what they are, so that two answers to the same request are
 * equal. A value that the request stated stays as it is.
 */
export function kindsOf(answer: unknown, asked: unknown): unknown {
  const amounts = JSON.stringify(asked ?? {}).matchAll(/"amount":"([^"]+)"/g);
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
