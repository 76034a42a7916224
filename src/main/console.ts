import { join } from 'node:path';
import { clientsBehind } from '../api/address.js';
import { consoleFiles } from '../api/console.js';
import { operatorSignIn } from '../api/operator-sign-in.js';
import { originsOf } from '../api/origin.js';
import type { Config } from './config.js';
import type { Wired } from './wire.js';

const folder = join(import.meta.dirname, '../../dist/console');

/** The console's pages, and the sign-in of operators if an issuer is set. */
export function consoleOf(
  { environment, oidc, internalNames, trustedProxies }: Config,
  { ports, newId }: Pick<Wired, 'ports' | 'newId'>,
) {
  const clients = clientsBehind(trustedProxies);
  const originOf = originsOf({ names: internalNames, clients });
  const issuer = oidc === undefined ? '' : new URL(oidc.url).host;
  return {
    consoleAnswer: consoleFiles(folder, { environment, issuer }),
    operatorSignIn: oidc && operatorSignIn({ ports, newId, originOf, ...clients }),
  };
}
