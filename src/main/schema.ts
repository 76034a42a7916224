import './node-version.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openapi } from '../api/rest/openapi.js';

const file = fileURLToPath(new URL('../../schema/v1.openapi.json', import.meta.url));
const printed = `${JSON.stringify(openapi(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, printed);
} else if (readFileSync(file, 'utf8') !== printed) {
  process.stderr.write(
    'schema/v1.openapi.json is not what the code says: run `npm run build && npm run schema`, then review the diff.\n',
  );
  process.exitCode = 1;
}
