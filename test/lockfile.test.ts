import { expect, it } from 'vitest';
import { projectText } from './setup/source.js';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

// A registry that lacks the binaries of one platform makes npm write a lockfile that `npm ci` then refuses.
it('locks a version of every optional dependency', () => {
  const { packages } = JSON.parse(projectText('package-lock.json')) as {
    packages: Record<string, LockedPackage>;
  };
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !lookUpwards(path, name).some((candidate) => packages[candidate]?.version))
      .map((name) => `${name} of ${path || 'the project'}`),
  );
  expect(missing).toEqual([]);
});

/** Where Node would find `name` from `path`, nearest first. */
function lookUpwards(path: string, name: string): string[] {
  const here = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (path === '') return [here];
  const parent = path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0));
  return [here, ...lookUpwards(parent, name)];
}
