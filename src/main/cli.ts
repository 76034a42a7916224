#!/usr/bin/env node
import './node-version.js';
import { CommanderError } from 'commander';
import { commandLine } from './command/psp.js';

/** Exit codes: 0 done, 1 refused or broken, 2 wrong usage; a command may set another of its own. */
try {
  await commandLine().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    const { explain } = await import('./command/fault.js');
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode ??= 1;
  }
}
