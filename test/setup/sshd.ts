import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/main/free-port.js';
import { unpackPackage } from './debian.js';
import { eventually } from './patience.js';
import { findProgram } from './program.js';

const cache = join(import.meta.dirname, '../../node_modules/.cache/sshd');
const libraries = 'usr/lib/x86_64-linux-gnu';
/** Debian's user without rights: as root sshd would need a user of its own. */
const nobody = 65_534;

/** An sshd that serves one folder by SFTP to one key. */
export interface Sshd {
  /** Of the wire to it, which `cut` breaks. */
  readonly port: number;
  readonly username: string;
  readonly privateKey: string;
  readonly hostKey: string;
  /** The folder that it serves. */
  readonly folder: string;
  /** Breaks every connection; `false` mends the wire. */
  cut(isCut: boolean): void;
  stop(): Promise<void>;
}

async function unpacked(name: string, file: string): Promise<string> {
  const folder = join(cache, name);
  const program = join(folder, file);
  return findProgram({
    names: [],
    variable: `PSP_TEST_${name.replaceAll('-', '_').toUpperCase()}`,
    unpacked: program,
    unpack: async () => {
      await unpackPackage(name, folder);
      return program;
    },
    help: `Debian's ${name} could not be fetched.`,
  });
}

export async function startSshd(): Promise<Sshd> {
  const [program, keygen] = [
    await unpacked('openssh-server', 'usr/sbin/sshd'),
    await unpacked('openssh-client', 'usr/bin/ssh-keygen'),
  ];
  const wrap = join(cache, 'libwrap0', libraries);
  const names = join(cache, 'libnss-wrapper', libraries, 'libnss_wrapper.so');
  await unpackLibrary('libwrap0');
  await unpackLibrary('libnss-wrapper');
  const home = mkdtempSync(join(tmpdir(), 'psp-sshd-'));
  chmodSync(home, 0o755);
  const folder = join(home, 'data');
  const [host, user] = [join(home, 'host'), join(home, 'user')];
  for (const key of [host, user])
    await promisify(execFile)(keygen, ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const isRoot = process.getuid?.() === 0;
  const [uid, gid] = isRoot ? [nobody, nobody] : [process.getuid?.() ?? nobody, process.getgid?.() ?? nobody];
  for (const each of ['', 'out', 'in', 'in/done', 'in/aside']) {
    mkdirSync(join(folder, each), { recursive: true });
    chmodSync(join(folder, each), 0o777);
  }
  if (isRoot) chownSync(host, uid, gid);
  const inner = await freePort();
  writeFileSync(join(home, 'passwd'), `bank:x:${uid}:${gid}::/:/bin/sh\n`);
  writeFileSync(join(home, 'group'), `bank:x:${gid}:\n`);
  writeFileSync(
    join(home, 'sshd_config'),
    [
      `Port ${inner}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${host}`,
      `AuthorizedKeysFile ${user}.pub`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PidFile none',
      'Subsystem sftp internal-sftp',
      `ForceCommand internal-sftp -u 0000 -d ${folder}`,
      '',
    ].join('\n'),
  );
  const child = spawn(program, ['-D', '-e', '-f', join(home, 'sshd_config')], {
    stdio: 'ignore',
    uid,
    gid,
    env: {
      LD_LIBRARY_PATH: wrap,
      LD_PRELOAD: names,
      NSS_WRAPPER_PASSWD: join(home, 'passwd'),
      NSS_WRAPPER_GROUP: join(home, 'group'),
    },
  });
  const ended = once(child, 'exit');
  await eventually(() => answers(inner));
  const wire = await startWire(inner);
  return {
    port: wire.port,
    username: 'bank',
    privateKey: user,
    hostKey: await fingerprintOf(keygen, `${host}.pub`),
    folder,
    cut: wire.cut,
    async stop() {
      await wire.close();
      child.kill('SIGTERM');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

const unpackLibrary = async (name: string): Promise<void> =>
  void (await findProgram({
    names: [],
    variable: '',
    unpacked: join(cache, name, 'usr/share/doc', name),
    unpack: async () => {
      await unpackPackage(name, join(cache, name));
      return name;
    },
    help: `Debian's ${name} could not be fetched.`,
  }));

async function fingerprintOf(keygen: string, path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(keygen, ['-l', '-E', 'sha256', '-f', path]);
  return /SHA256:\S+/.exec(stdout)?.[0] ?? '';
}

async function answers(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'data');
  } finally {
    socket.destroy();
  }
}

/** A relay that can be cut at any moment. */
async function startWire(
  inner: number,
): Promise<{ port: number; cut: (isCut: boolean) => void; close: () => Promise<void> }> {
  const open = new Set<Socket>();
  let isDown = false;
  const server = createServer((socket) => {
    if (isDown) return void socket.destroy();
    const far = connect({ port: inner, host: '127.0.0.1' });
    for (const each of [socket, far]) {
      open.add(each);
      each.on('error', () => undefined);
      each.on('close', () => {
        open.delete(each);
        socket.destroy();
        far.destroy();
      });
    }
    socket.pipe(far);
    far.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (isCut: boolean): void => {
    isDown = isCut;
    if (isCut) for (const each of open) each.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut(true);
      await closed;
    },
  };
}
