/** Server settings of one connection, by their PostgreSQL names. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Every statement of the service touches few rows by an index. A new table has no statistics, and a plan made for an
 * empty table would keep scanning it as it grows.
 */
export const planSettings: ServerSettings = {
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_bitmapscan: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** Settings of each pool connection; times in milliseconds. */
export const poolSettings: ServerSettings = {
  ...planSettings,
  statement_timeout: '5000',
  lock_timeout: '4500',
  idle_in_transaction_session_timeout: '5000',
};

/**
 * The server defaults of the settings above. A connection outside the pool sets them, because the role may have the
 * pool's settings.
 */
export const serverDefaults: ServerSettings = {
  enable_seqscan: 'on',
  enable_hashjoin: 'on',
  enable_bitmapscan: 'on',
  enable_mergejoin: 'on',
  plan_cache_mode: 'auto',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

/** One statement that sets them for the session. A pooler would refuse them as startup parameters. */
export const setStatement = (settings: ServerSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');
