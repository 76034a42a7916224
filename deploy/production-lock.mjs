// Writes package.json and package-lock.json without what only development and other machines need into a folder, so that
// `npm sbom` names what the image has, and nothing else: with --omit it leaves out packages that both need.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder] = process.argv;
mkdirSync(folder, { recursive: true });
const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));

const leftOut = new Set(['devDependencies', 'optionalDependencies', 'workspaces']);
const lean = (value) => Object.fromEntries(Object.entries(value).filter(([name]) => !leftOut.has(name)));
const isKept = ([path, { dev, optional, devOptional, link }]) =>
  path === '' || (path.startsWith('node_modules/') && !dev && !optional && !devOptional && !link);

write('package.json', lean(read('package.json')));
const { packages, ...lock } = read('package-lock.json');
const kept = Object.entries(packages).filter(isKept);
write('package-lock.json', {
  ...lock,
  packages: Object.fromEntries(kept.map(([path, entry]) => [path, path === '' ? lean(entry) : entry])),
});
