import { expect, it } from 'vitest';
import { generated } from '../../sdk/generate/files.js';
import { projectText } from '../setup/source.js';

it('the generated SDK files match the description', async () => {
  const stale = Object.entries(await generated()).filter(([name, text]) => projectText(name) !== text);
  expect(
    stale.map(([name]) => name),
    'run npm run sdk',
  ).toEqual([]);
});
