import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { listed, type Answer } from './answer.js';
import { answers } from './define.js';

/** `verify`: checks a statement against sealed days. It needs neither database nor network. */
export function verifyCommand(psp: Command): void {
  const verifying = psp
    .command('verify')
    .description(
      'Prove a statement with proofs, offline; exit code 1 if anything is changed, missing, added or not sealed yet',
    )
    .argument('<statement>', 'file of GET /v1/balances/{currency}/statement?proof=true')
    .requiredOption(
      '--key <public key>',
      "the platform's public key: base64, or id:base64 with commas between several, or a file of these",
    );
  const example = 'verify statement.json --key s1:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
  answers<[string], { readonly key: string }>(verifying, example, ([file], { key }) => verify(file, key));
}

async function verify(file: string, key: string): Promise<Answer> {
  const { verifyStatement } = await import('../tools/verify/statement.js');
  const keys = existsSync(key) ? readFileSync(key, 'utf8') : key;
  const { findings, ...verdict } = await verifyStatement(readFileSync(file, 'utf8'), keys);
  const facts = listed({
    Result: resultOf(verdict.isProven, findings.length),
    'Journals proven': String(verdict.proven),
    'Not sealed yet': String(verdict.unsealed),
    'Sealed through': verdict.sealedThrough,
  });
  const lines = findings.map(({ fault, message }) => `${fault}: ${message}`);
  return {
    json: {
      proven: verdict.isProven,
      findings,
      journals_proven: verdict.proven,
      journals_unsealed: verdict.unsealed,
      sealed_through: verdict.sealedThrough,
    },
    text: [facts, ...lines].join('\n'),
    failed: !verdict.isProven,
  };
}

function resultOf(isProven: boolean, faults: number): string {
  if (isProven) return 'proven';
  return faults > 0 ? 'NOT PROVEN' : 'only partly proven: end the period at the last sealed day';
}
