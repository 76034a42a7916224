const { passkeys } = document.documentElement.dataset;

/** Whether the service and this browser know passkeys. */
export const hasPasskeys = passkeys === 'on' && 'PublicKeyCredential' in globalThis;

/** Host of the OpenID Connect issuer. Empty: operators sign in with tokens only. */
export const issuerHost = document.documentElement.dataset['issuer'] ?? '';

/** The environment of the service that served this page. */
export const environment = document.documentElement.dataset['environment'] === 'live' ? 'live' : 'sandbox';

/** The program for members; otherwise it is the console for operators. */
export const isDashboard = document.documentElement.dataset['program'] === 'dashboard';
