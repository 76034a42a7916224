import { expect, it } from 'vitest';
import { generated } from '../../sdk/generate/files.js';
import { projectText } from '../setup/source.js';

it('what is generated of the SDKs is what the description says', async () => {
  const stale = Object.entries(await generated()).filter(([name, text]) => projectText(name) !== text);
  expect(
    stale.map(([name]) => name),
    'run npm run sdk',
  ).toEqual([]);
});
