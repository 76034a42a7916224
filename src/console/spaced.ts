/** An identifier as readable English text. */
export function spaced(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return whole
    .replace(/\bapi\b/i, 'API')
    .replace(/^payin/i, 'Pay-in')
    .replace(/(?<!external) id$/i, '');
}
