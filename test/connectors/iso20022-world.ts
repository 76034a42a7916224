import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from '../../connectors/protocol/journal.ts';
import type { Notice, Order } from '../../connectors/protocol/message.ts';
import { Applier } from '../../connectors/iso20022/apply.ts';
import { FileBank } from '../../connectors/iso20022/bank.ts';
import { Desk, type Command } from '../../connectors/iso20022/desk.ts';
import { openDirectory } from '../../connectors/iso20022/directory.ts';
import { Inbox } from '../../connectors/iso20022/inbox.ts';
import { Outbox } from '../../connectors/iso20022/outbox.ts';
import { Recalls } from '../../connectors/iso20022/recalls.ts';
import { markRestored } from '../../connectors/iso20022/restored.ts';
import { readConfiguration, type Configuration } from '../../connectors/iso20022/settings.ts';
import { tables } from '../../connectors/iso20022/tables.ts';
import type { Transport } from '../../connectors/iso20022/transport.ts';
import { ourKeys, theirKeys } from '../setup/connector.js';
import { FileTakingBank } from './file-bank.ts';

export const profiles = join(import.meta.dirname, '../../connectors/iso20022/profiles');
export const account = '002180000118359719';
const clabe = '032180000118359719';

type Json = Record<string, unknown>;

/** A shipped profile with changes. */
export function profileWith(name: string, over: Json = {}): Json {
  const profile = JSON.parse(readFileSync(join(profiles, `${name}.json`), 'utf8')) as Json;
  const parts = Object.entries(over).map(([key, value]) => [
    key,
    typeof value === 'object' && !Array.isArray(value)
      ? { ...(profile[key] as Json), ...(value as Json) }
      : value,
  ]);
  return { ...profile, ...(Object.fromEntries(parts) as Json) };
}

/** Settings for a connector with folders below `home`. */
export function settingsIn(home: string, over: Json = {}, profile: Json = fast()): string {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'profile.json'), JSON.stringify(profile));
  const settings = {
    environment: 'sandbox',
    journal: 'journal.sqlite',
    listen: { port: 0 },
    sending_keys: theirKeys,
    receiving_keys: ourKeys,
    profile: 'profile.json',
    company: { name: 'Exámple Pagos & Cía', id: 'EXAMPLE01' },
    accounts: [{ currency: 'MXN', number: account, as: 'other', bic: 'BCMRMXMM' }],
    transport: { kind: 'directory', out: 'out', in: 'in', done: 'done', aside: 'far-aside' },
    poll_seconds: 0.1,
    desk: 'desk',
    ...over,
  };
  const path = join(home, 'settings.json');
  writeFileSync(path, JSON.stringify(settings));
  return path;
}

export const fast = (over: Json = {}): Json =>
  profileWith('mexico-spei', {
    ...over,
    credit_transfer: { gather_seconds: 0, ...(over['credit_transfer'] as Json) },
  });

export const order = (over: Partial<Order> = {}): Order => ({
  kind: 'payout',
  amount: '10.00',
  currency: 'MXN',
  method: 'spei',
  details: { name: 'María Núñez', clabe },
  memo: 'Factura 7 & más',
  send_by: new Date(Date.now() + 60_000).toISOString(),
  account_id: 'acct_1',
  ...over,
});

/** The connector without its process, server and clock. */
export class World {
  readonly home: string;
  readonly journal: Journal;
  readonly configuration: Configuration;
  readonly bank: FileBank;
  readonly theirs: FileTakingBank;
  readonly transport: Transport;
  readonly inbox: Inbox;
  outbox: Outbox;
  readonly #desk: Desk;

  private constructor(
    home: string,
    configuration: Configuration,
    transport: Transport,
    theirs?: FileTakingBank,
  ) {
    const { settings, profile } = configuration;
    this.home = home;
    this.configuration = configuration;
    this.transport = transport;
    this.journal = new Journal(join(home, 'journal.sqlite'), tables);
    const { journal } = this;
    this.bank = new FileBank(journal, settings, profile);
    this.outbox = new Outbox(journal, settings, profile);
    const applier = new Applier(journal, profile, settings.accounts);
    const recalls = new Recalls({ journal, settings, profile, outbox: this.outbox });
    this.#desk = new Desk({
      folder: join(home, 'desk'),
      journal,
      profile,
      movements: applier.movements,
      recalls,
    });
    this.inbox = new Inbox(journal, applier, {
      bytesMost: settings.file_bytes_most,
      setAside: this.#desk.setAside,
    });
    this.theirs =
      theirs ??
      new FileTakingBank({
        out: join(home, 'out'),
        in: join(home, 'in'),
        account,
        currency: 'MXN',
      });
  }

  static async open(profile: Json = fast(), over: Json = {}): Promise<World> {
    const home = mkdtempSync(join(tmpdir(), 'psp-iso-'));
    const configuration = readConfiguration(settingsIn(home, over, profile));
    const { settings, pathOf } = configuration;
    if (settings.transport.kind !== 'directory') throw new Error('a world has folders');
    return new World(home, configuration, await openDirectory(settings.transport, pathOf));
  }

  backUp(): string {
    const path = join(this.home, 'backup.sqlite');
    this.journal.run('vacuum into ?', path);
    return path;
  }

  /** The same folders and bank with the journal from a backup, like `serve --restored`. */
  restore(backup: string): World {
    this.journal.close();
    const path = join(this.home, 'journal.sqlite');
    for (const each of ['-wal', '-shm']) rmSync(`${path}${each}`, { force: true });
    copyFileSync(backup, path);
    const journal = new Journal(path, tables);
    markRestored(journal, new Date());
    journal.close();
    return new World(this.home, this.configuration, this.transport, this.theirs);
  }

  async close(): Promise<void> {
    this.journal.close();
    await rm(this.home, { recursive: true, force: true });
  }

  /** Sends orders with these references to the bank. */
  async send(...references: readonly string[]): Promise<void> {
    for (const each of references) await this.bank.submit(each, order(), false);
    this.outbox.collect(new Date());
    await this.outbox.deliver(this.transport);
    this.theirs.take();
  }

  /** Reads the bank's new files. */
  async read(): Promise<void> {
    await this.inbox.fetch(this.transport);
    await this.inbox.fetch(this.transport);
    await this.inbox.apply();
  }

  async outcome(reference: string): Promise<string> {
    return (await this.bank.find([reference])).get(reference)?.outcome ?? 'not_found';
  }

  notices(): Notice[] {
    return this.journal.notices('0', 1_000).rows as unknown as Notice[];
  }

  lines(): Json[] {
    return this.journal.lines('0', 1_000).rows as unknown as Json[];
  }

  files(): { state: string; reason: string | null }[] {
    return this.journal.all('select state, reason from file_in order by id');
  }

  problems(): { id: number; kind: string; text: string; amount: string | null }[] {
    return this.journal.all(
      'select id, kind, text, amount from problem where resolved_at is null order by id',
    );
  }

  /** Gives an operator's command through the folder. */
  command(ask: Command): string {
    const path = join(this.home, 'desk/commands/1');
    writeFileSync(`${path}.json`, JSON.stringify(ask));
    this.#desk.obey();
    return readFileSync(`${path}.answer`, 'utf8').trim();
  }

  report(now = new Date()): Json {
    this.#desk.report(now);
    return JSON.parse(readFileSync(join(this.home, 'desk/report.json'), 'utf8')) as Json;
  }
}
