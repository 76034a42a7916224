import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { cpuEach, cpuOf } from '../../bench/cpu.ts';

const busyMs = 300;
const program = `const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < ${busyMs * 1000});
  process.stdout.write('spun'); process.stdin.resume().on('end', () => process.exit());`;

describe('the processor time of processes', () => {
  it('is known while they live, and for descendants also after they ended', async () => {
    const before = cpuOf({ service: process.pid, postgres: process.pid, load: process.pid });
    const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    const pids = { service: child.pid ?? 0, postgres: process.pid, load: process.pid };
    const living = cpuOf(pids);
    expect(living.service).toBeGreaterThanOrEqual(busyMs - 20);
    expect(living.postgres - before.postgres).toBeGreaterThanOrEqual(busyMs - 20);
    child.stdin.end();
    await exited;
    const ended = cpuOf(pids);
    expect(ended.service).toBeNaN();
    expect(ended.postgres - before.postgres).toBeGreaterThanOrEqual(busyMs - 20);
  });

  it('is divided evenly', () => {
    const before = { service: 100, postgres: 0, load: 5 };
    const after = { service: 200, postgres: 50, load: 5 };
    expect(cpuEach(before, after, 10)).toEqual({ service: 10, postgres: 5, load: 0 });
  });
});
