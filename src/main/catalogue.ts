import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Capability, CapabilityLimit, Catalogue } from '../domain/capability.js';
import { exact, show } from '../domain/money.js';
import { contradictions } from './catalogue-check.js';
import { catalogueFile, catalogueParts, type CatalogueFile } from './catalogue-file.js';

const shipped = fileURLToPath(new URL('../../config/catalogue.json', import.meta.url));

/** Reads the catalogue file (the shipped one by default); throws one Error that lists every problem. */
export function loadCatalogue(path: string = shipped): Catalogue {
  const { file, problems } = judged(path);
  if (file === undefined || problems.length > 0) {
    throw new Error(
      `the catalogue ${path} is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
  return assemble(file);
}

/** The problems of a catalogue file, one sentence each; empty if it is valid. */
export function catalogueProblems(path: string): string[] {
  try {
    return judged(path).problems;
  } catch (error) {
    return [(error as Error).message];
  }
}

function judged(path: string): { file: CatalogueFile | undefined; problems: string[] } {
  const content = readJson(path);
  const file = catalogueFile.safeParse(content);
  const parts = catalogueParts.safeParse(content);
  const problems = [
    ...(file.error?.issues ?? []).map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`),
    ...(parts.success ? contradictions(parts.data) : []),
  ];
  return { file: file.data, problems };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`the catalogue ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function assemble(file: CatalogueFile): Catalogue {
  const { payins, payouts, remittances, limits, ...rest } = file;
  const limitsOf = (currency: string): CapabilityLimit[] =>
    limits
      .filter((limit) => limit.currency === currency)
      .map(({ perOperation, daily }) => ({
        currency,
        perOperation: show(exact(perOperation), currency),
        daily: show(exact(daily), currency),
      }));
  const collecting = payins.map((payin): Capability => ({
    product: 'payin',
    ...payin,
    paymentCurrency: payin.currency,
    ...defaultAsset(payin.settlementCurrencies),
    limits: limitsOf(payin.currency),
  }));
  const paying = payouts.map((payout): Capability => ({
    product: 'payout',
    ...payout,
    limits: limitsOf(payout.currency),
  }));
  const remitting = remittances.map(({ source, method, currency }) => {
    const at = (each: Capability, rail: { method: string; currency: string }): boolean =>
      each.method === rail.method && each.currency === rail.currency;
    const payin = collecting.find((each) => at(each, source));
    const payout = paying.find((each) => at(each, { method, currency }));
    if (payin === undefined || payout === undefined)
      throw new Error('a remittance needs a pay-in and a payout method');
    return remittanceOf(payin, payout, file.primaryTreasuryAsset);
  });
  return { ...rest, capabilities: [...collecting, ...paying, ...remitting] };
}

function defaultAsset(settlementCurrencies: readonly string[]): { settlementAsset?: string } {
  const [settlementAsset] = settlementCurrencies;
  return settlementAsset === undefined ? {} : { settlementAsset };
}

/** A remittance combines a pay-in and a payout, so it needs the fields of both and a provider for both. */
function remittanceOf(payin: Capability, payout: Capability, settlementAsset: string): Capability {
  const { provider, ...end } = payout;
  return {
    ...end,
    product: 'remittance',
    paymentCurrency: payin.currency,
    settlementAsset,
    sourceMethod: payin.method,
    sourceCurrency: payin.currency,
    ...(payin.country === undefined ? {} : { sourceCountry: payin.country }),
    ...(payin.paymentMethodFields === undefined ? {} : { paymentMethodFields: payin.paymentMethodFields }),
    ...(provider === undefined || payin.provider === undefined ? {} : { provider }),
  };
}
