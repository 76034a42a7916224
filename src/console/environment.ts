const { passkeys } = document.documentElement.dataset;

/** Whether the service and this browser know passkeys. */
export const hasPasskeys = passkeys === 'on' && 'PublicKeyCredential' in globalThis;

/** The environment of the service that served this page. */
export const environment = document.documentElement.dataset['environment'] === 'live' ? 'live' : 'sandbox';
