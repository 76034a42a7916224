/** The environment of the service that served this page. */
export const environment = document.documentElement.dataset['environment'] === 'live' ? 'live' : 'sandbox';
