import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/main/free-port.js';
import { unpackPackage } from './debian.js';
import { startGuarded } from './guarded.js';
import { haproxyEnv, haproxyProgram } from './haproxy.js';
import { findProgram } from './program.js';

export type Proxy = 'haproxy' | 'caddy';

/** A proxy of Debian's with the configuration that is shipped, in front of two cells. */
export interface CellsProxy {
  readonly url: string;
  stop(): Promise<void>;
}

const folder = join(import.meta.dirname, '../../node_modules/.cache');
const shipped = join(import.meta.dirname, '../../deploy/cells');

/** The command of each proxy with the configuration that is shipped. */
const commands: Readonly<Record<Proxy, () => Promise<readonly string[]>>> = {
  haproxy: async () => [await haproxyProgram(), '-db', '-f', join(shipped, 'haproxy.cfg')],
  caddy: async () => [
    await caddyProgram(),
    'run',
    '--adapter',
    'caddyfile',
    '--config',
    join(shipped, 'Caddyfile'),
  ],
};

function caddyProgram(): Promise<string> {
  const unpacked = join(folder, 'caddy/usr/bin/caddy');
  return findProgram({
    names: ['caddy'],
    variable: 'PSP_TEST_CADDY',
    unpacked,
    unpack: () => unpackPackage('caddy', join(folder, 'caddy')).then(() => unpacked),
    help: 'There is no caddy: install it (Debian: apt-get install caddy), or name one in PSP_TEST_CADDY.',
  });
}

/** `a` and `b` are hosts and ports of the cells' public listeners. */
export async function startCellsProxy(name: Proxy, { a, b }: Record<'a' | 'b', string>): Promise<CellsProxy> {
  const home = mkdtempSync(join(tmpdir(), 'psp-cells-'));
  const address = `127.0.0.1:${await freePort()}`;
  const proxy = await startGuarded(await commands[name](), {
    ...haproxyEnv,
    HOME: home,
    CELLS_BIND: name === 'caddy' ? `http://${address}` : address,
    CELLS_MAP: join(shipped, 'cells.map'),
    CELL_A: a,
    CELL_B: b,
  });
  const stop = async (): Promise<void> => {
    await proxy.end();
    await rm(home, { recursive: true });
  };
  const url = `http://${address}`;
  for (let attempt = 0; attempt < 200 && !proxy.hasEnded; attempt += 1) {
    if (await answers(url)) return { url, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`${name} did not start: ${proxy.said()}`);
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
