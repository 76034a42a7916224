import type pg from 'pg';

const leastVersion = 150_000;
/** SQL_ASCII stores the bytes of any text unchanged. */
const fullEncodings = ['UTF8', 'SQL_ASCII'];

/** Throws unless the server is new enough and the database's encoding can store every text. */
export async function assertFit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: string; encoding: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num') as number,
       current_setting('server_encoding') as encoding`,
  );
  const [fit] = rows;
  if (Number(fit?.number) < leastVersion) {
    throw new Error(`PostgreSQL ${fit?.version} is too old: 15 or newer is required. Nothing was changed.`);
  }
  if (!fullEncodings.includes(fit?.encoding ?? '')) {
    throw new Error(
      `The database has the encoding ${fit?.encoding}; UTF8 is required. Create it with "create database … encoding 'UTF8' template template0". Nothing was changed.`,
    );
  }
}
