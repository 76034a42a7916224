import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';

/** A machine of its own, as far as its network goes: a network namespace with one address. */
export interface Site {
  readonly host: string;
  /** Words before a command that let it run there. */
  readonly prefix: readonly string[];
  /** Packets to and from it are dropped, and nothing tells the other side. */
  cut(): void;
  join(): void;
}

export interface Sites {
  readonly all: readonly Site[];
  close(): void;
}

/** Some sites and us in one network; throws one line that names what is missing. */
export function openSites(count: number): Sites {
  if (process.getuid?.() !== 0 || spawnSync('ip', ['-V']).status !== 0)
    throw new Error('The drill needs root, iproute2 and util-linux, for network namespaces and mounts.');
  const id = randomBytes(3).toString('hex');
  const net = `10.213.${randomInt(256)}`;
  const bridge = `psp${id}`;
  ip(`link add ${bridge} type bridge`);
  ip(`addr add ${net}.1/24 dev ${bridge}`);
  ip(`link set ${bridge} up`);
  const names = Array.from({ length: count }, (_, nth) => `${bridge}-${nth}`);
  const all = names.map((name, nth): Site => {
    const host = `${net}.${nth + 10}`;
    const link = `psp${id}v${nth}`;
    ip(`netns add ${name}`);
    ip(`link add ${link} type veth peer name eth0 netns ${name}`);
    ip(`link set ${link} master ${bridge} up`);
    ip(`-n ${name} addr add ${host}/24 dev eth0`);
    ip(`-n ${name} link set eth0 up`);
    ip(`-n ${name} link set lo up`);
    return {
      host,
      prefix: ['nsenter', `--net=/run/netns/${name}`],
      cut: () => ip(`link set ${link} nomaster`),
      join: () => ip(`link set ${link} master ${bridge}`),
    };
  });
  return {
    all,
    close() {
      for (const name of names) ip(`netns del ${name}`);
      ip(`link del ${bridge}`);
    },
  };
}

function ip(words: string): void {
  const { status, stderr } = spawnSync('ip', words.split(' '), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${words}: ${stderr}`);
}
