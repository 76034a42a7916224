import { join } from 'node:path';
import { unpackPackage } from './debian.js';
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
