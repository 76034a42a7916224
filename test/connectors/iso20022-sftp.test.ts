import { chmodSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDirectory } from '../../connectors/iso20022/directory.ts';
import { openSftp } from '../../connectors/iso20022/sftp.ts';
import type { Transport } from '../../connectors/iso20022/transport.ts';
import { startSshd, type Sshd } from '../setup/sshd.js';
import { World } from './iso20022-world.ts';

vi.setConfig({ hookTimeout: 600_000 });

let sshd: Sshd;
beforeAll(async () => void (sshd = await startSshd()));
afterAll(() => sshd.stop());

describe.each(['directory', 'sftp'] as const)('files that arrive by %s', (kind) => {
  let world: World;
  let transport: Transport;
  const folders = { out: 'out', in: 'in', done: 'in/done', aside: 'in/aside' };
  const home = (): string => (kind === 'sftp' ? sshd.folder : world.home);
  const put = (name: string, text: string): void => {
    writeFileSync(join(home(), `.${name}`), text);
    renameSync(join(home(), `.${name}`), join(home(), 'in', name));
  };
  const fetchTwice = async (): Promise<void> => {
    await world.inbox.fetch(transport);
    await world.inbox.fetch(transport);
  };
  const namesIn = (folder: string): string[] =>
    readdirSync(join(home(), folder), { withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ name }) => name);

  beforeEach(async () => {
    world = await World.open();
    transport =
      kind === 'directory'
        ? await openDirectory({ kind, ...folders }, (name) => join(world.home, name))
        : openSftp(
            {
              kind,
              ...folders,
              host: '127.0.0.1',
              port: sshd.port,
              username: sshd.username,
              private_key: sshd.privateKey,
              host_keys: [sshd.hostKey],
            },
            (name) => name,
          );
  });
  afterEach(async () => {
    await transport.close();
    await world.close();
  });

  test('a repeated file with the same name is read, and later files too', async () => {
    const before = namesIn('in/done').length;
    put('a.xml', '<a/>');
    await fetchTwice();
    put('a.xml', '<a/>');
    put('b.xml', '<b/>');
    await fetchTwice();
    expect(world.files()).toHaveLength(2);
    expect(namesIn('in')).toEqual([]);
    expect(namesIn('in/done')).toHaveLength(before + 3);
  });

  test('a file that cannot be moved does not block later ones', async () => {
    const name = `${'n'.repeat(240)}.xml`;
    put(name, '<a/>');
    put('b.xml', '<b/>');
    await fetchTwice();
    expect(world.files()).toHaveLength(2);
    expect(namesIn('in')).toEqual([]);
  });

  // Root can read every folder; the SFTP server runs as a user without rights.
  test.each([kind].filter((each) => each === 'sftp'))(
    'a file that cannot be read by %s does not block the next ones, and is accepted once it is readable',
    async () => {
      put('a.xml', '<a/>');
      chmodSync(join(home(), 'in/a.xml'), 0);
      put('b.xml', '<b/>');
      await world.inbox.fetch(transport);
      await expect(world.inbox.fetch(transport)).rejects.toThrow('1 of 2 files could not be fetched');
      expect([world.files().length, namesIn('in')]).toEqual([1, ['a.xml']]);
      chmodSync(join(home(), 'in/a.xml'), 0o644);
      await fetchTwice();
      expect([world.files().length, namesIn('in')]).toEqual([2, []]);
    },
  );
});
