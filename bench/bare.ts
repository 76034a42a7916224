import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import pg from 'pg';
import { answerParent } from './child.ts';

/** The same single queries as the service's reads, on its database, and nothing around them. */
export interface Bare {
  readonly url: string;
}

const connectionsMax = 10;

answerParent(serve);

/** Starts and answers with its address. */
async function serve({ url }: Bare): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: connectionsMax });
  const server = fastify();
  const route = (path: string, sql: string): void => {
    server.get<{ Params: { account: string; id?: string } }>(path, async ({ params }) => {
      const values = params.id === undefined ? [params.account] : [params.account, params.id];
      const { rows } = await pool.query({ name: path, text: sql, values });
      return { data: rows };
    });
  };
  route('/balances/:account', 'select * from balance where account_id = $1 order by currency');
  route('/payout/:account/:id', 'select * from payout where account_id = $1 and id = $2');
  route('/payouts/:account', 'select * from payout where account_id = $1 order by id desc limit 26');
  await server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
