import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { descriptionFile } from './description.ts';

/** The client that @hey-api/openapi-ts makes, with a zod schema of every answer. */
export async function heyClient(output: string): Promise<void> {
  await createClient({
    input: fileURLToPath(descriptionFile),
    output,
    logs: { level: 'silent' },
    plugins: [
      '@hey-api/client-fetch',
      '@hey-api/typescript',
      { name: '@hey-api/sdk', validator: { response: 'zod' } },
      'zod',
    ],
  });
}
