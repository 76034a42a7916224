import { secretOverlapMs, testEveryMs } from '../../domain/webhook.js';
import { deliveryAttemptsMax, failuresMax, retryWaits } from '../../domain/webhook-attempt.js';
import { webhookCode } from '../webhook-code.js';
import { webhookHeaders } from './webhook-header.js';

const [node] = webhookCode;
const hoursOfRetries = Math.floor(retryWaits.reduce((sum, seconds) => sum + seconds, 0) / 3_600);

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}

/** The text for a receiver of webhooks (contract §6.4, supplement §3.8, §11.8); the code is also in docs/webhooks.md. */
export const webhookOverview = `
Each event is POSTed to the webhook endpoints that take its type, as Standard Webhooks
(standardwebhooks.com) defines it. The body is the JSON of GET /v1/events/{id}, byte for byte; the headers are these:

| Header | Content |
| --- | --- |
${webhookHeaders.map(({ name, says }) => `| \`${name}\` | ${says} |`).join('\n')}
| \`Content-Type\` | \`application/json\` |

**The signature.** \`webhook-signature\` is \`v1,\` and the base64 of HMAC-SHA256 over \`id.timestamp.body\`, where id and
timestamp are the headers. The key is what follows \`whsec_\` in the endpoint's secret, decoded from base64. The libraries of
Standard Webhooks take the secret as it was shown and do the rest. In Node:

\`\`\`${node.fence}
${node.code}
\`\`\`

Verify the bytes that came, before anything parses them. The library refuses a delivery that was signed more than 300
seconds before or after the time of your clock; each attempt is signed anew. For ${inWords(secretOverlapMs / 1000)} after a
rotation both secrets sign, the new one first: a delivery is genuine when any signature fits.

A secret of the older form has 43 characters behind \`whsec_\` and stays valid. Its key is the whole secret in UTF-8, for
both signatures: give a library the base64 of the whole secret.

**Psp-Signature** proves the same without a library: \`v1 = hex(HMAC-SHA256(secret, t + "." + raw body))\`. The key is the
whole secret, \`whsec_\` included, in UTF-8. In Node, with the body as a Buffer:

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(body, header, secret) {
  const parts = header.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^[0-9]{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const expected = createHmac('sha256', secret)
    .update(time + '.')
    .update(body)
    .digest();
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
\`\`\`

**Delivered** is what was answered 2xx, status line and headers, within 10 seconds. A redirect is a failure; the
answer's body is ignored. Store the event, answer, and do the work afterwards.

**Tried again** is what was not delivered: ${deliveryAttemptsMax} attempts in about ${hoursOfRetries} hours. The waits
before the second and each later one are ${retryWaits.map(inWords).join(', ')}, each varied by up to a fifth. After
${failuresMax} failed attempts in a row the endpoint is \`failing\`: it gets a test delivery every
${inWords(testEveryMs / 1000)}, and what waits goes out in order once one of them is answered 2xx. No event is lost: each
stays in GET /v1/events, and POST /v1/events/{id}/redeliver delivers it again.

**Order and duplicates.** An endpoint gets one delivery at a time, and the events of one resource in order; those of
another resource may overtake one that is tried again. An event may come more than once: drop what came before by
\`webhook-id\`.
`.trim();
