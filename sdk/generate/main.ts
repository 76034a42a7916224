import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { generated } = await import('./files.ts').catch((error: unknown) => {
  if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const { message } = error as Error;
  process.stderr.write(`The makers of the SDKs are not installed: run \`npm ci\`. (${message})\n`);
  process.exit(1);
});

for (const [name, text] of Object.entries(await generated())) {
  const file = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(
      `${name} is not what the description says: run \`npm run sdk\`, then review the diff.\n`,
    );
    process.exitCode = 1;
  }
}
