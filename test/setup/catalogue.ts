import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueFile, type CatalogueFile } from '../../src/main/catalogue-file.js';
import { projectText } from './source.js';

/** The shipped catalogue with changes, in a file for PSP_CONFIG. */
export async function changedCatalogue(
  change: (catalogue: CatalogueFile) => void,
): Promise<{ file: string; remove: () => Promise<void> }> {
  const catalogue = catalogueFile.parse(JSON.parse(projectText('config/catalogue.json')));
  change(catalogue);
  const dir = await mkdtemp(join(tmpdir(), 'psp-catalogue-'));
  const file = join(dir, 'catalogue.json');
  await writeFile(file, JSON.stringify(catalogue));
  return { file, remove: () => rm(dir, { recursive: true, force: true }) };
}
