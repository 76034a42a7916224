import { fundingCases, lookUpCases, orderCases, payeeCases } from './check/money.js';
import { Probe, type ProbeOptions } from './check/probe.js';
import { answerCases, proofCases, type Cases } from './check/proof.js';
import { offerCases, recordCases } from './check/record.js';

export interface Case {
  readonly group: string;
  readonly name: string;
  /** The reason of a failure; undefined if the case passes. */
  readonly fault: string | undefined;
}

const groups: readonly (readonly [group: string, cases: Cases])[] = [
  ['Capabilities', offerCases],
  ['Signatures', proofCases],
  ['Answers', answerCases],
  ['Orders', orderCases],
  ['Look-ups', lookUpCases],
  ['Payee checks', payeeCases],
  ['Funding accounts and payments', fundingCases],
  ['Notices, statement and balance', recordCases],
];

/**
 * Runs the cases against a connector. A live connector is refused unless `mayBeLive`: its orders move money.
 */
export async function checkProtocol({
  mayBeLive,
  ...options
}: ProbeOptions & { readonly mayBeLive: boolean }): Promise<Case[]> {
  const probe = new Probe(options);
  try {
    await probe.ask('GET', '/capabilities');
    // If this fails, each case reports why and sends no order, because each reads the capabilities first.
    const [offer] = await Promise.allSettled([probe.capabilities()]);
    const isLive = offer.status === 'fulfilled' && offer.value.environment === 'live';
    if (isLive && !mayBeLive)
      throw new Error('This connector is live, where orders move money. Add --live if you mean that.');
    const tried: Case[] = [];
    for (const [group, cases] of groups)
      for (const [name, run] of cases) tried.push({ group, name, fault: await faultOf(() => run(probe)) });
    return tried;
  } finally {
    await probe.close();
  }
}

async function faultOf(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
