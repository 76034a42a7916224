import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { arazzoText } from './arazzo.ts';
import { operationsOf, readDescription } from './description.ts';
import { postmanText } from './postman.ts';
import { pythonMethods } from './python.ts';
import { pythonTypes } from './python-types.ts';
import { methodsText, schemaText } from './typescript.ts';

const style = { parser: 'typescript', printWidth: 110, singleQuote: true, trailingComma: 'all' } as const;
const verifier = new URL('../../src/tools/verify/statement.ts', import.meta.url);
const header = '// Made from schema/v1.openapi.json by `npm run sdk`.\n';

/** Every generated file by its path in the project. */
export async function generated(): Promise<Record<string, string>> {
  const description = readDescription();
  const operations = operationsOf(description);
  return {
    'schema/v1.arazzo.json': arazzoText(),
    'schema/v1.postman.json': await postmanText(),
    'sdk/python/payments_service/types.py': pythonTypes(description),
    'sdk/python/payments_service/_methods.py': pythonMethods(operations),
    'sdk/typescript/src/schema.ts': await format(header + (await schemaText(description)), style),
    'sdk/typescript/src/statement.ts': readFileSync(verifier, 'utf8'),
    'sdk/typescript/src/methods.ts': await format(header + methodsText(operations), style),
  };
}
