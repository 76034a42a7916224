import { createHmac } from 'node:crypto';
import { Client } from 'undici';
import { answerParent } from '../child.ts';

/** Sends signed POSTs to these URLs, one at a time for each, for `ms`. */
export interface Posts {
  readonly urls: readonly string[];
  readonly ms: number;
  readonly body: string;
}

const secret = `whsec_${'b'.repeat(43)}`;

answerParent(post);

/** POSTs a second. */
async function post({ urls, ms, body }: Posts): Promise<number> {
  let count = 0;
  const start = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      const { origin, pathname } = new URL(url);
      const client = new Client(origin, { pipelining: 1 });
      while (performance.now() - start < ms) {
        const t = Math.floor(Date.now() / 1000);
        const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
        const headers = { 'content-type': 'application/json', 'psp-signature': `t=${t},v1=${signature}` };
        const answer = await client.request({ method: 'POST', path: pathname, headers, body });
        await answer.body.dump();
        count += 1;
      }
      await client.close();
    }),
  );
  return (count / (performance.now() - start)) * 1000;
}
