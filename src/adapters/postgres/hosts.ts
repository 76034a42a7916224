import pg from 'pg';
import { cut } from './cut.js';

/** SQLSTATE of a read-only server. */
export const takesNoWrites = '25006';

const askMs = 2_000;
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^]*)$/;

/**
 * The addresses of the hosts that `url` names, in its order. Hosts are separated by commas, each with its port, as in
 * libpq: postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write. Throws if the form differs.
 */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = form.exec(url) ?? [];
  const addresses = hosts.split(',').map((host) => new URL(`${before}${host}${after}`));
  for (const address of addresses) {
    const wanted = address.searchParams.get('target_session_attrs') ?? 'read-write';
    if (!['read-write', 'primary'].includes(wanted)) throw new Error('it needs a host that accepts writes');
    address.searchParams.delete('target_session_attrs');
    if (addresses.length > 1 && !address.hostname) throw new Error('a host has no name');
  }
  // A single address is returned unchanged, because the driver does not accept every form that `URL` produces.
  return addresses.length === 1 && !url.includes('target_session_attrs')
    ? [url]
    : addresses.map(({ href }) => href);
}

/** Database and hosts, without user, password and settings. */
export function nameOf(url: string): string {
  const [, , hosts = '', after = ''] = form.exec(url) ?? [];
  return `The database ${after.split('?')[0]?.slice(1)} at ${hosts}`;
}

/** The hosts of one database address, one of which accepts writes, and the connections to them. */
class Hosts {
  readonly #addresses: readonly string[];
  readonly #open = new Map<WritingClient, string>();
  #present: string;
  #seeking: Promise<void> | undefined;
  #isFound: boolean;

  constructor(url: string) {
    this.#addresses = addressesOf(url);
    this.#present = this.#addresses[0] ?? url;
    this.#isFound = this.#addresses.length === 1;
  }

  get present(): string {
    return this.#present;
  }

  opened(client: WritingClient, address: string): void {
    this.#open.set(client, address);
    client.once('end', () => this.#open.delete(client));
  }

  /** Resolves once the first search for the writable host is done. */
  async found(): Promise<void> {
    if (!this.#isFound) await this.seek();
  }

  /** Searches for the writable host. If none is found, nothing changes. */
  seek(): Promise<void> {
    if (this.#addresses.length === 1) return Promise.resolve();
    this.#seeking ??= this.#ask().finally(() => (this.#seeking = undefined));
    return this.#seeking;
  }

  /** Ends the connections to a host that became read-only, and searches for the new writable host. */
  leave(address: string): void {
    this.#end((at) => at === address);
    if (address === this.#present) void this.seek();
  }

  async #ask(): Promise<void> {
    const writing = new Map(
      this.#addresses.map((address) => [address, assertWriting(address).then(() => address)]),
    );
    // If several hosts accept writes, as poolers of one server do, the present host stays.
    const isWriting = writing.get(this.#present)?.then(
      () => true,
      () => false,
    );
    try {
      const found = await Promise.any(writing.values());
      this.#isFound = true;
      if (await isWriting) return;
      this.#present = found;
      this.#end((at) => at !== found);
    } catch {
      // No host accepts writes: connecting fails with the reason.
      return;
    }
  }

  #end(isLeft: (address: string) => boolean): void {
    for (const [client, address] of this.#open) {
      if (isLeft(address)) cut(client, refusing('its host no longer accepts writes'));
    }
  }
}

const refusing = (why: string): Error => Object.assign(new Error(why), { code: takesNoWrites });

async function assertWriting(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'psp',
    connectionTimeoutMillis: askMs,
    query_timeout: askMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await assertWrites(client);
  } finally {
    const late = setTimeout(() => cut(client), askMs);
    await client.end();
    clearTimeout(late);
  }
}

const byUrl = new Map<string, Hosts>();

export function hostsOf(url: string): Hosts {
  const hosts = byUrl.get(url) ?? new Hosts(url);
  byUrl.set(url, hosts);
  return hosts;
}

/**
 * The driver's client, connected to the host that is known to accept writes. The first statement refused as read-only
 * ends all connections to that host.
 */
export class WritingClient extends pg.Client {
  readonly #hosts: Hosts;
  readonly #leave: () => void;

  constructor(settings: pg.ClientConfig = {}) {
    const hosts = hostsOf(settings.connectionString ?? '');
    const { present } = hosts;
    super({ ...settings, connectionString: present });
    this.#hosts = hosts;
    this.#leave = () => hosts.leave(present);
    hosts.opened(this, present);
    // The driver has no event for a refused statement, so `query` is wrapped.
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const heeding = (...args: unknown[]): unknown => {
      const answer = query(...args);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#heed(error));
      return answer;
    };
    Object.assign(this, { query: heeding });
  }

  /** A failed connect starts the search for the writable host. */
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | void {
    const missed = (): void => void this.#hosts.seek();
    if (callback === undefined) {
      return super.connect().catch((error: unknown) => {
        missed();
        throw error;
      });
    }
    super.connect((error: Error | null) => {
      if (error) missed();
      callback(error);
    });
  }

  #heed(error: unknown): void {
    // Only an error from the server counts: connections that `leave` cuts fail with the same code.
    if (error instanceof pg.DatabaseError && error.code === takesNoWrites) this.leave();
  }

  /** Ends all connections to this client's host, this one included. */
  leave(): void {
    // Deferred, so that the caller gets the refusal before the connection ends.
    setImmediate(this.#leave);
  }
}

const question = `select case when pg_is_in_recovery() then 'it is a standby'
  when current_setting('transaction_read_only') = 'on' then 'it is read only' end as reason`;

/** Throws if the server is read-only, and then ends the other connections to it. */
export async function assertWrites(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ reason: string | null }>({
    text: question,
    query_timeout: 5_000,
  } as pg.QueryConfig);
  const reason = rows[0]?.reason;
  if (!reason) return;
  if (client instanceof WritingClient) client.leave();
  throw refusing(reason);
}
