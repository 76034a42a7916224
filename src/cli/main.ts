#!/usr/bin/env node
import '../main/node-version.js';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { escaped } from '../domain/text.js';
import { commandLine } from './psp.js';
import { printFault, usageFault } from './answer.js';

// The reader has gone, as `head` does: what was to be done is done, and there is nobody to tell.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exitCode = 1;
  });

// A command is short, and most of it was compiling what it loads. Where the folder cannot be written, it goes on without.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/psp'));

const asJson = process.argv.includes('--json');

/** Exit codes: 0 done, 1 refused or broken, 2 wrong usage; a command may set another of its own. */
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
