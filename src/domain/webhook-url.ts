import { refuse } from './refusal.js';

const lengthMax = 2048;

/** Refuses what no delivery may go to (contract part 8, supplement §3.8). */
export function checkWebhookUrl(text: string, { allowInsecure }: { allowInsecure: boolean }): void {
  const url = text.length <= lengthMax ? URL.parse(text) : null;
  const schemes = allowInsecure ? ['https:', 'http:'] : ['https:'];
  const isGood =
    url !== null &&
    schemes.includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !text.includes('#') &&
    (allowInsecure || url.port === '');
  if (!isGood) {
    refuse('invalid_parameter', 'url must be a public https address on port 443.', { param: 'url' });
  }
}
