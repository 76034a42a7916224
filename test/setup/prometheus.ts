import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort } from '../../src/main/free-port.js';
import { unpackPackage } from './debian.js';
import { findProgram } from './program.js';

const cache = join(import.meta.dirname, '../../node_modules/.cache/prometheus');

/** A program of Debian's package. */
export function prometheusProgram(name: 'prometheus' | 'promtool'): Promise<string> {
  const unpacked = join(cache, 'usr/bin', name);
  const variable = `PSP_TEST_${name.toUpperCase()}`;
  return findProgram({
    names: [name],
    variable,
    unpacked,
    unpack: () => unpackPackage('prometheus', cache).then(() => unpacked),
    help: `There is no ${name}: install it (Debian: apt-get install prometheus), or name one in ${variable}.`,
  });
}

export interface Prometheus {
  /** `data` of the answer to a call of its API. */
  ask<T>(path: string, query?: Readonly<Record<string, string>>): Promise<T>;
  stop(): Promise<void>;
}

/** A Prometheus that scrapes the internal listener each second, and keeps exemplars. */
export async function startPrometheus(internalUrl: string): Promise<Prometheus> {
  const program = await prometheusProgram('prometheus');
  const dir = mkdtempSync(join(tmpdir(), 'psp-prometheus-'));
  const targets = [new URL(internalUrl).host];
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [{ job_name: 'payments', static_configs: [{ targets }] }],
  };
  writeFileSync(join(dir, 'prometheus.yml'), stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    program,
    [
      `--config.file=${join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=${address}`,
      '--enable-feature=exemplar-storage',
      '--log.level=warn',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  return {
    async ask<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
      const answer = await fetch(`http://${address}${path}?${new URLSearchParams(query).toString()}`);
      return ((await answer.json()) as { data: T }).data;
    },
    async stop() {
      child.kill();
      await ended;
      await rm(dir, { recursive: true });
    },
  };
}
