import { checkProtocol, type Case } from '../adapters/providers/check.js';
import type { Answer } from './answer.js';
import { readConnectors } from '../main/connectors.js';

interface Trying {
  readonly url: string;
  readonly connectors: string;
  readonly name: string | undefined;
  readonly mayBeLive: boolean;
  readonly refundsOf?: string | undefined;
}

/** Checks a connector and reports each case; failed if a case failed. */
export async function tried({ url, connectors, name, mayBeLive, refundsOf }: Trying): Promise<Answer> {
  const settings = readConnectors(connectors);
  const setting =
    settings.find((each) => each.name === name) ?? (name === undefined ? settings[0] : undefined);
  if (setting === undefined) throw new Error(`The settings have no connector ${name}.`);
  const cases = await checkProtocol({
    ...setting,
    url,
    mayBeLive,
    ...(refundsOf !== undefined && { refundsOf }),
  });
  const failed = cases.filter(({ fault }) => fault !== undefined);
  const sum =
    failed.length === 0
      ? `All ${cases.length} cases passed.`
      : `${failed.length} of ${cases.length} cases failed.`;
  return {
    json: {
      holds: failed.length === 0,
      cases: cases.map(({ group, name: words, fault }) => ({
        group,
        name: words,
        holds: fault === undefined,
        fault,
      })),
    },
    text: [...textOf(cases), '', sum].join('\n'),
    failed: failed.length > 0,
  };
}

function textOf(cases: readonly Case[]): string[] {
  return [...Map.groupBy(cases, ({ group }) => group)].flatMap(([group, all]) => [
    group,
    ...all.map(({ name, fault }) => (fault === undefined ? `  ok    ${name}` : `  FAIL  ${name}: ${fault}`)),
  ]);
}
