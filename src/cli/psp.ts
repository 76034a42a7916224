import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { actCommands } from './act.js';
import { usageLine } from './answer.js';
import { accountCommands } from './account.js';
import { backlogCommand } from './backlog.js';
import { connectorCommands } from './connector.js';
import { completionCommand } from './completion.js';
import { exportCommand } from './export.js';
import { hostedCommands } from './hosted.js';
import { listenCommand } from './listen.js';
import { mcpCommand } from './mcp.js';
import { memberCommands } from './member.js';
import { nounCommands } from './noun.js';
import { operatorCommands } from './operator.js';
import { killSwitchStatus } from './kill-switch.js';
import { reconciliationCommands } from './reconciliation.js';
import { payoutBatchCommands } from './payout-batch.js';
import { receiverCommands } from './receiver.js';
import { remittanceCommands } from './remittance.js';
import { refundCommands } from './refund.js';
import { reportCommand } from './report.js';
import { requestCommands } from './request-log.js';
import { riskCommands } from './risk.js';
import { destinationCommands } from './settlement-destination.js';
import { settlementCommands } from './settlement.js';
import { storageCommand } from './storage.js';
import { triggerCommand } from './trigger.js';
import { verifyCommand } from './verify.js';
import { withdrawalCommands } from './withdrawal.js';
import { runningCommands } from './running.js';

const project = join(import.meta.dirname, '../../package.json');
const { version } = JSON.parse(readFileSync(project, 'utf8')) as { version: string };

/** Everything that `psp` understands (supplement §10). */
export function commandLine(): Command {
  const psp = new Command('psp')
    .description('Operate the payments service. Settings come from the environment.')
    .version(version)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`${usageLine(text)}; see --help\n`),
    })
    .addHelpText('after', "\nExample:\n  $ npm run -s psp -- account open --name 'Acme Ltd'");
  runningCommands(psp);
  backlogCommand(psp);
  storageCommand(psp);
  listenCommand(psp);
  triggerCommand(psp);
  mcpCommand(psp);
  receiverCommands(psp);
  reportCommand(psp);
  exportCommand(psp);
  verifyCommand(psp);
  requestCommands(psp);
  actCommands(psp);
  accountCommands(psp);
  memberCommands(psp);
  riskCommands(psp);
  refundCommands(psp);
  destinationCommands(psp);
  withdrawalCommands(psp);
  reconciliationCommands(psp);
  payoutBatchCommands(psp);
  remittanceCommands(psp);
  hostedCommands(psp);
  settlementCommands(psp);
  operatorCommands(psp);
  connectorCommands(psp);
  nounCommands(psp);
  killSwitchStatus(psp);
  completionCommand(psp);
  for (const each of psp.commands.filter(({ commands }) => commands.length > 0)) {
    const verbs = each.commands.map((verb) => verb.name()).join(', ');
    each.summary(`${each.description()}: ${verbs}`);
  }
  return psp;
}
