/** An identifier as readable English text. */
export function spaced(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return whole
    .replace(/\bapi\b/i, 'API')
    .replace(/^url\b/i, 'URL')
    .replace(/^email\b/i, 'E-mail')
    .replace(/^look ups/i, 'Look-ups')
    .replace(/^payin/i, 'Pay-in')
    .replace(/^index$/i, 'Row')
    .replace(/^money$/i, 'Amount')
    .replace(/^tenant markup$/i, "Account's markup")
    .replace(/^requests$/i, 'Request log')
    .replace(/ ms$/, ' (ms)')
    .replace(/(?<!external) id$/i, '');
}
