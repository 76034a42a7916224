import pg from 'pg';
import { cut } from './cut.js';

/** A server that takes no writes says so by it. */
export const takesNoWrites = '25006';

const askMs = 2_000;
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^]*)$/;

/**
 * The addresses of the hosts that `url` names, in its order. Several are separated by commas, each with its port, as
 * libpq has it: postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write. Throws where it has another form.
 */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = form.exec(url) ?? [];
  const addresses = hosts.split(',').map((host) => new URL(`${before}${host}${after}`));
  for (const address of addresses) {
    const wanted = address.searchParams.get('target_session_attrs') ?? 'read-write';
    if (!['read-write', 'primary'].includes(wanted)) throw new Error('it takes a host that takes writes');
    address.searchParams.delete('target_session_attrs');
    if (addresses.length > 1 && !address.hostname) throw new Error('a host has no name');
  }
  // As it was given: what the driver reads of an address is not always what URL writes.
  return addresses.length === 1 && !url.includes('target_session_attrs')
    ? [url]
    : addresses.map(({ href }) => href);
}

/** Without user, password and settings. */
export function nameOf(url: string): string {
  const [, , hosts = '', after = ''] = form.exec(url) ?? [];
  return `The database ${after.split('?')[0]?.slice(1)} at ${hosts}`;
}

/** The hosts of one address of the service, of which one takes writes, and the connections to them. */
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

  /** Resolves once the hosts were asked, where that was never done. */
  async found(): Promise<void> {
    if (!this.#isFound) await this.seek();
  }

  /** Asks which host takes writes; where none says so, all stays as it was. */
  seek(): Promise<void> {
    if (this.#addresses.length === 1) return Promise.resolve();
    this.#seeking ??= this.#ask().finally(() => (this.#seeking = undefined));
    return this.#seeking;
  }

  /** The host takes no writes any more: its connections end, and others are opened to the one that does. */
  leave(address: string): void {
    this.#end((at) => at === address);
    if (address === this.#present) void this.seek();
  }

  async #ask(): Promise<void> {
    const writing = new Map(
      this.#addresses.map((address) => [address, assertWriting(address).then(() => address)]),
    );
    // Where several take writes, as poolers of one server do, nothing moves.
    const stays = writing.get(this.#present)?.then(
      () => true,
      () => false,
    );
    try {
      const found = await Promise.any(writing.values());
      this.#isFound = true;
      if (await stays) return;
      this.#present = found;
      this.#end((at) => at !== found);
    } catch {
      // Until one does, whoever connects hears why it cannot.
      return;
    }
  }

  #end(isLeft: (address: string) => boolean): void {
    for (const [client, address] of this.#open) {
      if (isLeft(address)) cut(client, refusing('its host takes no writes any more'));
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
 * The driver's client, to the host of its connectionString that takes writes as far as is known. The first statement
 * that is refused because its host takes none any more ends all connections to it.
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
    // The driver tells in no other way of a statement that its server refuses.
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const heeding = (...args: unknown[]): unknown => {
      const answer = query(...args);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#heed(error));
      return answer;
    };
    Object.assign(this, { query: heeding });
  }

  /** One that cannot be opened has the hosts asked. */
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
    // Those whose connection is ended by that hear it under the same code, which says no more of the server.
    if (error instanceof pg.DatabaseError && error.code === takesNoWrites) this.leave();
  }

  /** Ends all connections to its host, this one too. */
  leave(): void {
    // Its caller hears the refusal first.
    setImmediate(this.#leave);
  }
}

const question = `select case when pg_is_in_recovery() then 'it is a standby'
  when current_setting('transaction_read_only') = 'on' then 'it is read only' end as reason`;

/** Throws where the server takes no writes, and has its other connections end. */
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
