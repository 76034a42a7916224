import './node-version.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connectorDescription } from '../adapters/providers/connector/description.js';
import { printedSchema } from '../api/graphql/schema.js';
import { openapi } from '../api/rest/openapi.js';

const printed = {
  'v1.openapi.json': `${JSON.stringify(openapi(), null, 2)}\n`,
  'connector.openapi.json': `${JSON.stringify(connectorDescription(), null, 2)}\n`,
  'schema.graphql': printedSchema(),
};

for (const [name, text] of Object.entries(printed)) {
  const file = fileURLToPath(new URL(`../../schema/${name}`, import.meta.url));
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(
      `schema/${name} is not what the code says: run \`npm run build && npm run schema\`, then review the diff.\n`,
    );
    process.exitCode = 1;
  }
}
