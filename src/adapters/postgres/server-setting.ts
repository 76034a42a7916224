/** Settings of the server for one connection, by their names there. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Every statement of the service touches few rows by an index. A table that has just begun to grow has no statistics,
 * and a plan made for an empty one would scan it ever longer.
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

/** Those again as a server has them: a connection apart from the pool does not take what the role has for the pool. */
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

/** One text that sets them for the session. A pooler refuses a connection that brings them along at its start. */
export const setStatement = (settings: ServerSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');
