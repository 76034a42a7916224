import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as built from './built.ts';
import type * as payers from './payers.ts';
import type * as subjects from './subject.ts';

/** The parts of a checkout's bench that depend on its build; everything else uses the service's HTTP API. */
export type Build = Pick<typeof subjects, 'startSubject'> &
  Pick<typeof payers, 'openAccounts' | 'openPayers'> &
  Pick<typeof built, 'checkInvariants' | 'formatReport'>;

/** Loads these parts from the checkout in that folder. */
export async function buildIn(folder: string): Promise<Build> {
  const part = <T>(file: string) => import(pathToFileURL(resolve(folder, 'bench', file)).href) as Promise<T>;
  const [{ startSubject }, { openAccounts, openPayers }, { checkInvariants, formatReport }] =
    await Promise.all([
      part<typeof subjects>('subject.ts'),
      part<typeof payers>('payers.ts'),
      part<typeof built>('built.ts'),
    ]);
  return { startSubject, openAccounts, openPayers, checkInvariants, formatReport };
}

/** These parts of this checkout. */
export const ownBuild = (): Promise<Build> => buildIn(join(import.meta.dirname, '..'));
