import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runConnector } from '../protocol/program.ts';
import { command, writeWhole, type Command } from './desk.ts';
import { markRestored } from './restored.ts';
import { readConfiguration, type Configuration } from './settings.ts';
import { tables } from './tables.ts';
import { openTransport, startBank } from './work.ts';

const usage = `Usage: main.ts <command> <settings file> [arguments]
  serve [--new | --restored]            runs the connector; --new creates its journal, --restored holds orders
                                        that a journal from a backup does not know as sent
  try                                   validates the settings and the profile, and lists the bank's folder
  status                                prints the report of the running connector
  recall <reference> <reason>           asks the bank for an order back: DUPL, TECH, FRAD, CUST, AC03 or AM09
  assign <problem> <funding reference>  assigns a credit that names no funding account
  resolve <problem> <note>              closes a problem that was settled by hand
  retry <file>                          reads a file again that was set aside
  release <reference>                   sends an order that is held since a restore
  settle <reference> <outcome> [<amount> <currency>]
                                        ends a held or lost order: paid or not_executed
  resume                                ends the time after a restore: new orders are sent again
`;

const answerMs = 30_000;

async function main(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      new: { type: 'boolean', default: false },
      restored: { type: 'boolean', default: false },
    },
  });
  const [name, path, ...rest] = positionals;
  if (name === undefined || path === undefined) return fail(usage);
  const configuration = readConfiguration(path);
  switch (name) {
    case 'serve':
      return values.new && values.restored ? fail(usage) : serve(configuration, values);
    case 'try':
      return tryOut(configuration);
    case 'status':
      return printReport(configuration);
    default: {
      const ask = commandOf(name, rest);
      return ask === undefined ? fail(usage) : runCommand(configuration, ask);
    }
  }
}

const fail = (text: string): number => {
  process.stderr.write(text);
  return 2;
};

/**
 * Without its journal the connector would call every order unknown, and the service would take it for never
 * sent.
 */
async function serve(
  configuration: Configuration,
  { new: isNew, restored }: { new: boolean; restored: boolean },
): Promise<number> {
  const { settings, profile, pathOf } = configuration;
  const journal = pathOf(settings.journal);
  if (isNew === existsSync(journal))
    return fail(
      isNew
        ? `The journal ${journal} exists already. Start without --new.\n`
        : `There is no journal ${journal}. Bring it back from the backup; start with --new only for a new bank.\n`,
    );
  await runConnector({
    ...configuration,
    name: `The connector to ${profile.bank}`,
    tables,
    start: (opened) => {
      if (restored) markRestored(opened, new Date());
      return startBank(configuration, opened);
    },
  });
  return 0;
}

async function tryOut(configuration: Configuration): Promise<number> {
  const transport = await openTransport(configuration);
  const listed = await transport.list();
  await transport.close();
  process.stdout.write(
    `The settings and the profile of ${configuration.profile.bank} are valid. The in folder has ${listed.length} files.\n`,
  );
  return 0;
}

function printReport({ settings, pathOf }: Configuration): number {
  const path = join(pathOf(settings.desk), 'report.json');
  if (!existsSync(path)) return fail('There is no report yet: start the connector.\n');
  process.stdout.write(readFileSync(path, 'utf8'));
  return 0;
}

function commandOf(name: string, [first, second, amount, currency]: readonly string[]): Command | undefined {
  const values = {
    recall: { reference: first, reason: second },
    assign: { problem: Number(first), funding_reference: second },
    resolve: { problem: Number(first), note: second },
    retry: { file: Number(first) },
    release: { reference: first },
    settle: { reference: first, outcome: second, amount, currency },
    resume: {},
  }[name];
  return values && command.safeParse({ do: name, ...values }).data;
}

/** Brings a command to the running connector, and waits for its answer. */
async function runCommand({ settings, pathOf }: Configuration, ask: Command): Promise<number> {
  const path = join(pathOf(settings.desk), 'commands', `${Date.now()}-${randomUUID()}`);
  writeWhole(`${path}.json`, JSON.stringify(ask));
  for (let waited = 0; waited < answerMs; waited += 200) {
    if (existsSync(`${path}.answer`)) {
      process.stdout.write(readFileSync(`${path}.answer`, 'utf8'));
      return 0;
    }
    await sleep(200);
  }
  return fail('The connector did not answer; the command waits until it runs.\n');
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) =>
  fail(`${error instanceof Error ? error.message : String(error)}\n`),
);
