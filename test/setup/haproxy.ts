import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackage } from './debian.js';
import { startGuarded, type Guarded } from './guarded.js';
import { findProgram } from './program.js';

const folder = join(import.meta.dirname, '../../node_modules/.cache');
/** The libraries that HAProxy needs, of which a machine may lack some. */
const libraries = ['liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'];
const machine = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
export const haproxyEnv = {
  LD_LIBRARY_PATH: libraries.map((name) => join(folder, name, 'usr/lib', machine)).join(':'),
};

/** Debian's HAProxy. */
export function haproxyProgram(): Promise<string> {
  const unpacked = join(folder, 'haproxy/usr/sbin/haproxy');
  return findProgram({
    names: ['haproxy'],
    variable: 'PSP_TEST_HAPROXY',
    unpacked,
    unpack: async () => {
      await Promise.all(libraries.map((each) => unpackPackage(each, join(folder, each))));
      await unpackPackage('haproxy', join(folder, 'haproxy'));
      return unpacked;
    },
    help: 'There is no haproxy: install it (Debian: apt-get install haproxy), or name one in PSP_TEST_HAPROXY.',
  });
}

export interface HaproxyBackend {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Where `check` is asked. */
  readonly checkPort: number;
}

export interface HaproxyListener {
  readonly port: number;
  /** A path that answers 200 at a backend that shall be used. */
  readonly check: string;
  readonly isHttp?: boolean;
  readonly backends: readonly HaproxyBackend[];
}

/** Leads each listener to those of its backends that are well; connections to one that is not any more end. */
export async function startHaproxy(dir: string, listeners: readonly HaproxyListener[]): Promise<Guarded> {
  const file = join(dir, 'haproxy.cfg');
  writeFileSync(file, `${configOf(listeners)}\n`);
  return startGuarded([await haproxyProgram(), '-db', '-f', file], haproxyEnv);
}

const configOf = (listeners: readonly HaproxyListener[]): string =>
  [
    'defaults',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  timeout check 2s',
    ...listeners.flatMap(({ port, check, isHttp, backends }) => [
      `listen l${port}`,
      `  bind 127.0.0.1:${port}`,
      `  mode ${isHttp ? 'http' : 'tcp'}`,
      ...(isHttp ? ['  option forwardfor'] : []),
      `  option httpchk GET ${check}`,
      '  http-check expect status 200',
      '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...backends.map(
        (each) => `  server ${each.name} ${each.host}:${each.port} check port ${each.checkPort}`,
      ),
    ]),
  ].join('\n');
