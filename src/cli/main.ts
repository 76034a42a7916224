#!/usr/bin/env node
import '../main/node-version.js';
import { enableCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { escaped } from '../domain/text.js';
import { commandLine } from './psp.js';
import { printFault, usageFault } from './answer.js';

// The reader has closed the pipe, as `head` does: the work is done, and no one reads the rest.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exitCode = 1;
  });

// Most of a command's time is spent compiling what it loads. If the cache folder is not writable, there is no
// cache.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/psp'));

/** An archive command gets a third of the CPU share of a payments process; any less, and it stops on a busy machine. */
const archiveNiceness = 5;
if (process.argv.slice(2).includes('archive')) setPriority(archiveNiceness);

const asJson = process.argv.includes('--json');

/** Exit codes: 0 done, 1 refused or failed, 2 wrong usage; a command may set another code. */
try {
  await commandLine().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    if (asJson && error.exitCode !== 0) printFault(usageFault(error));
  } else {
    const { faultOf } = await import('./fault.js');
    const fault = faultOf(error);
    process.stderr.write(`${escaped(fault.message, 'many')}\n`);
    if (asJson) printFault(fault);
    process.exitCode ??= fault.isUsage ? 2 : 1;
  }
}
