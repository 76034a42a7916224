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

/**
 * The text for webhook receivers (contract §6.4, supplement §3.8, §11.8); the code is also in
 * docs/webhooks.md.
 */
export const webhookOverview = `
Each event is sent by POST to the webhook endpoints that subscribe to its type, signed as Standard Webhooks (standardwebhooks.com)
defines. The body is the JSON of GET /v1/events/{id}, byte for byte. The headers are:

| Header | Content |
| --- | --- |
${webhookHeaders.map(({ name, says }) => `| \`${name}\` | ${says} |`).join('\n')}
| \`Content-Type\` | \`application/json\` |

**Signature.** \`webhook-signature\` is \`v1,\` and the base64 of HMAC-SHA256 over \`id.timestamp.body\`, with id and timestamp from
the headers. The key is the part of the endpoint's secret after \`whsec_\`, decoded from base64. The libraries of Standard Webhooks
take the secret unchanged. In Node:

\`\`\`${node.fence}
${node.code}
\`\`\`

Verify the raw bytes before anything parses them. The library rejects timestamps more than 300 seconds from your clock. Each attempt
is signed again. For ${inWords(secretOverlapMs / 1000)} after a rotation both secrets sign, the new one first: a delivery is genuine if
any signature matches.

Older secrets have 43 characters after \`whsec_\` and stay valid. Their key is the whole secret in UTF-8, for both signatures: give a
library the base64 of the whole secret.

**Psp-Signature** proves the same without a library: \`v1 = hex(HMAC-SHA256(secret, t + "." + raw body))\`. The key is the whole
secret in UTF-8, including \`whsec_\`. In Node, with the body as a Buffer:

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

**Delivery.** An event is delivered when status line and headers of a 2xx arrive within 10 seconds. A redirect is a failure; the answer's
body is ignored. Store the event, answer, then process it.

**Retries.** ${deliveryAttemptsMax} attempts in about ${hoursOfRetries} hours. The waits before the second and later attempts are
${retryWaits.map(inWords).join(', ')}, each varied by up to 20 %. After ${failuresMax} failed attempts in a row the endpoint is
\`failing\`: it gets a test delivery every ${inWords(testEveryMs / 1000)}, and the waiting events, in order, once a test gets a 2xx. No event is
lost: each stays in GET /v1/events, and POST /v1/events/{id}/redeliver delivers it again.

**Order and duplicates.** An endpoint gets one delivery at a time. Events of one resource arrive in order; those of another resource may
overtake one that is being retried. An event may arrive more than once: drop duplicates by \`webhook-id\`.
`.trim();
