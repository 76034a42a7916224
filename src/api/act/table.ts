import { accountActs, keyActs } from './account.js';
import { beneficiaryActs } from './beneficiary.js';
import { capabilityActs } from './capability.js';
import { customerActs } from './customer.js';
import { evidenceActs } from './evidence.js';
import { memberActs } from './member.js';
import { hostedDomainActs, hostedPageActs } from './hosted.js';
import { noteActs } from './note.js';
import { operatorActs } from './operator.js';
import { clockActs, keysActs, payoutsActs } from './platform.js';
import { payoutActs } from './payout.js';
import { exceptionActs } from './reconciliation.js';
import { restoredActs } from './restored.js';
import { riskActs } from './risk.js';
import { destinationActs } from './settlement-destination.js';
import { scheduleActs, settlementActs } from './settlement.js';
import { webhookActs } from './webhook.js';
import { withdrawalActs } from './withdrawal.js';
import type { Act, Group } from './act.js';

/** All acts, grouped by the first word of their commands. */
export const groups: readonly Group[] = [
  accountActs,
  keyActs,
  memberActs,
  riskActs,
  customerActs,
  beneficiaryActs,
  capabilityActs,
  payoutsActs,
  payoutActs,
  destinationActs,
  scheduleActs,
  settlementActs,
  withdrawalActs,
  evidenceActs,
  exceptionActs,
  webhookActs,
  hostedPageActs,
  hostedDomainActs,
  noteActs,
  operatorActs,
  keysActs,
  restoredActs,
  clockActs,
];

export const acts: readonly Act[] = groups.flatMap((group) => group.acts);
