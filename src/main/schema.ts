import './node-version.js';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectorDescription } from '../adapters/providers/connector/description.js';
import { bareGraphql } from '../api/graphql/bare.js';
import { printedConsole } from '../api/graphql/console.js';
import { printedSchema } from '../api/graphql/schema.js';
import { bareOpenapi } from '../api/rest/bare.js';
import { openapi } from '../api/rest/openapi.js';
import { withSettingTable } from './setting-table.js';

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const printed = {
  'schema/v1.openapi.json': `${JSON.stringify(openapi(), null, 2)}\n`,
  'schema/connector.openapi.json': `${JSON.stringify(connectorDescription(), null, 2)}\n`,
  'schema/schema.graphql': printedSchema(),
  'schema/console.json': printedConsole(),
  'README.md': withSettingTable(readFileSync(fileOf('README.md'), 'utf8')),
};

/** The last release's schemas without descriptions, with which later changes are compared. */
const released = () => ({
  'schema/released/v1.openapi.json': `${JSON.stringify(bareOpenapi(openapi()), null, 1)}\n`,
  'schema/released/schema.graphql': bareGraphql(printedSchema()),
});

for (const [name, text] of Object.entries(process.argv.includes('--release') ? released() : printed)) {
  const file = fileOf(name);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(
      `${name} does not match the code: run \`npm run build && npm run schema\`, then review the diff.\n`,
    );
    process.exitCode = 1;
  }
}
