import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authority, local, receiverKey, trusted } from '../setup/certificate.js';
import { ourKeys, theirKeys } from '../setup/connector.js';
import { freePort } from '../../src/main/free-port.js';
import { credentials, Institution } from './institution.js';
import { pixKey } from './pix-rules.js';

const root = join(import.meta.dirname, '../..');

/**
 * A connector program with its settings file in its own folder, which can be started, killed and started
 * again.
 */
export class ConnectorProgram {
  #child: ChildProcess | undefined;
  said = '';
  readonly #argv: readonly string[];

  constructor(argv: readonly string[]) {
    this.#argv = argv;
  }

  /** Resolves when it listens at its address. */
  async start(): Promise<void> {
    const [program = '', ...args] = this.#argv;
    const child = spawn(program, args, { cwd: root, env: { PATH: process.env['PATH'] ?? '' } });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    await new Promise<void>((resolve, reject) => {
      child.once('close', () => reject(new Error(`it did not start: ${this.said}`)));
      child.stdout.setEncoding('utf8').on('data', (text: string) => text.includes(' is at ') && resolve());
    });
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const closed = once(child, 'close');
    child.kill(signal);
    const [code] = (await closed) as [number | null];
    return code;
  }
}

export interface PixWorld {
  readonly institution: Institution;
  readonly program: ConnectorProgram;
  readonly url: string;
  /** The value of PSP_CONNECTORS. */
  readonly connectors: string;
  readonly tls: { readonly ca: string; readonly cert: string; readonly key: string };
  /** Rewrites the settings; the program reads them at its next start. */
  configure(over: Readonly<Record<string, unknown>>, notices?: string): void;
  close(): Promise<void>;
}

/**
 * An institution and its connector, both over HTTPS with client certificates. The test starts the program.
 */
export async function openPixWorld(main = 'connectors/pix/main.ts'): Promise<PixWorld> {
  const institution = new Institution();
  const origin = await institution.start();
  const home = mkdtempSync(join(tmpdir(), 'psp-pix-'));
  for (const [name, text] of Object.entries({ local, authority, trusted, receiverKey }))
    writeFileSync(join(home, `${name}.pem`), text);
  const [port, hook] = [await freePort(), await freePort()];
  const file = join(home, 'pix.json');
  const configure: PixWorld['configure'] = (over, notices) => {
    const pix = {
      url: `${origin}/api/v2`,
      token_url: `${origin}/oauth/token`,
      client_id: credentials.id,
      client_secret: credentials.secret,
      tls: { cert: 'trusted.pem', key: 'receiverKey.pem', ca: 'local.pem' },
      key: pixKey,
      receiver: { name: 'Loja São João', city: 'São Paulo' },
      since: new Date(Date.now() - 3_600_000).toISOString(),
      poll_seconds: 1,
      returns_seconds: 1,
      settling_seconds: 4,
      requests_per_second: 200,
      webhook: {
        url: `https://localhost:${hook}/hook`,
        listen: {
          host: 'localhost',
          port: hook,
          tls: { cert: 'local.pem', key: 'receiverKey.pem', clients: 'authority.pem' },
        },
      },
      ...over,
    };
    const settings = {
      environment: 'sandbox',
      journal: 'pix.db',
      listen: {
        host: 'localhost',
        port,
        tls: { cert: 'local.pem', key: 'receiverKey.pem', clients: 'authority.pem' },
      },
      sending_keys: theirKeys,
      receiving_keys: ourKeys,
      ...(notices !== undefined && { notices: { url: notices } }),
      pix,
    };
    writeFileSync(file, JSON.stringify(settings));
  };
  configure({});
  const url = `https://localhost:${port}`;
  const tls = { ca: local, cert: trusted, key: receiverKey };
  const paths = {
    ca: join(home, 'local.pem'),
    cert: join(home, 'trusted.pem'),
    key: join(home, 'receiverKey.pem'),
  };
  const program = new ConnectorProgram([
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    main,
    file,
  ]);
  return {
    institution,
    program,
    url,
    tls,
    connectors: JSON.stringify({
      connectors: [
        {
          name: 'pix',
          url,
          sending_keys: ourKeys,
          receiving_keys: theirKeys,
          tls: paths,
          routes: [{ method: 'pix', currency: 'BRL' }],
        },
      ],
    }),
    configure,
    async close() {
      await program.end('SIGKILL');
      await institution.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
