import { createHash } from 'node:crypto';
import Client from 'ssh2-sftp-client';
import { fileText } from './settings.ts';
import type { SftpSettings, Transport } from './transport.ts';

const readyMs = 20_000;
/** A request without an answer for this time has failed, and its connection is closed. */
const answerMs = 60_000;
const noSuchFile = 2;

/** Folders of an SFTP server. It connects on demand, and again after a connection broke. */
export function openSftp(settings: SftpSettings, pathOf: (name: string) => string): Transport {
  const { out, in: arriving, done, aside } = settings;
  const folders = { done, aside };
  const link = new Link(settings, pathOf(settings.private_key));
  const inOut = (name: string): string => `${out}/${name}`;
  const inIn = (name: string): string => `${arriving}/${name}`;
  return {
    put: async (temporary, content) =>
      void (await link.run((sftp) => sftp.put(Buffer.from(content), inOut(temporary)))),
    sizeOf: (name) =>
      link.run(async (sftp) => {
        try {
          return (await sftp.stat(inOut(name))).size;
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
    // The protocol's plain rename fails if the name is taken.
    rename: async (temporary, name) =>
      void (await link.run((sftp) => sftp.rename(inOut(temporary), inOut(name)))),
    list: () =>
      link.run(async (sftp) => {
        const all = await sftp.list(arriving);
        return all
          .filter(({ type }) => type === '-')
          .map(({ name, size, modifyTime }) => ({ name, size, modified: modifyTime }));
      }),
    read: (name) => link.run((sftp) => sftp.get(inIn(name)) as Promise<Buffer>),
    move: async (name, folder, as) =>
      void (await link.run((sftp) => sftp.rename(inIn(name), `${folders[folder]}/${as}`))),
    close: () => link.close(),
  };
}

const isMissing = (error: unknown): boolean => {
  const { code } = error as { code?: string | number };
  return code === noSuchFile || code === 'ENOENT';
};

class Link {
  readonly #settings: SftpSettings;
  readonly #keyFile: string;
  #client: Client | undefined;

  constructor(settings: SftpSettings, keyFile: string) {
    this.#settings = settings;
    this.#keyFile = keyFile;
  }

  /** The caller makes one request at a time. After a failure the next one connects again. */
  async run<T>(work: (sftp: Client) => Promise<T>): Promise<T> {
    const client = (this.#client ??= await this.#connect());
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error('the SFTP server did not answer in time')),
      answerMs,
    );
    try {
      return await Promise.race([work(client), late.promise]);
    } catch (error) {
      if (!isMissing(error)) await this.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => false);
  }

  async #connect(): Promise<Client> {
    const { host, port, username, passphrase, host_keys: known } = this.#settings;
    const client = new Client('iso20022', {
      // The next request reports the failure.
      error: () => undefined,
      end: () => this.#forget(client),
      close: () => this.#forget(client),
    });
    await client.connect({
      host,
      port,
      username,
      privateKey: fileText(this.#keyFile),
      ...(passphrase !== undefined && { passphrase }),
      hostVerifier: (key: Buffer) => known.includes(fingerprintOf(key)),
      readyTimeout: readyMs,
      keepaliveInterval: 10_000,
      keepaliveCountMax: 3,
    });
    return client;
  }

  #forget(client: Client): void {
    if (this.#client === client) this.#client = undefined;
  }
}

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
