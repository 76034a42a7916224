import { markup, preformatted, slug, type Markup } from '../markup.js';
import { firstCall, setup } from './curl.js';
import type { Description } from './description.js';
import { callTo } from './example.js';
import {
  goingLive,
  handlingErrors,
  payingOnce,
  readingLists,
  receivingWebhooks,
  versions,
  type GuidePart,
} from './guide-text.js';
import { prose } from './prose.js';
import { samples } from './sample.js';

export interface Guide {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
  /** The chapter of the API description that follows the guide. */
  readonly chapter?: string;
}

/** Placeholder ids: the example looks up a real id when it runs. */
const fundingAccount = `fa_${'0'.repeat(26)}`;
const beneficiary = `ben_${'0'.repeat(26)}`;
const payout = `pout_${'0'.repeat(26)}`;

const payee = { name: 'Maria Souza', pix_key: 'maria@example.com' };
const steps: readonly (readonly [text: string, operationId: string, own?: Parameters<typeof callTo>[2]])[] = [
  ['Open a funding account.', 'createFundingAccount', { body: { method: 'spei', currency: 'MXN' } }],
  [
    'After a moment it is active. Simulate the payer; the deposit is credited in USDT.',
    'createSandboxDeposit',
    { body: { funding_account_id: fundingAccount, amount: '5000.00' } },
  ],
  ['After a moment, the balance shows the money.', 'listBalances'],
  [
    'Register a beneficiary.',
    'createBeneficiary',
    { body: { method: 'pix', currency: 'BRL', details: payee } },
  ],
  [
    'Pay 100 BRL.',
    'createPayout',
    {
      body: {
        beneficiary_id: beneficiary,
        source_currency: 'USDT',
        amount: '100.00',
        amount_side: 'destination',
      },
    },
  ],
  ['See what happened to it.', 'listEvents', { filter: { resource_id: payout } }],
];

/** The start page: one call that works as pasted, and where to continue. */
export function startPart(description: Description): Markup {
  const sample = { ...callTo('getAccount', description), shell: firstCall(description) };
  const ways = guides(description).map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`);
  if (!description.isSandbox) {
    return markup`<p>Set your key, then make a first call. It returns your account.</p>
${samples(sample, 'A first call')}
<p>The samples of this page only read. Paste this into the shell first:</p>
${preformatted(setup(description), 'Set the shell up')}
<ul class="ways">${ways}</ul>`;
  }
  return markup`<p>Make a first call, in the folder where <code>npm ci && npm start</code> runs the sandbox:</p>
${samples(sample, 'A first call')}
<p>It returns your account. The key is the demo account's, from <code>.data/credentials.json</code> (or the folder in
<code>PSP_DATA_DIR</code>). For Node, run <code>npm pack ./sdk/typescript && npm install ./payments-service-sdk-1.0.0.tgz</code>; for
Python, <code>pip install ./sdk/python</code>. Both read the key from the environment, where the curl example has put it.</p>
<ul class="ways">${ways}</ul>`;
}

/** How-to pages, in the order in which a newcomer needs them. */
export function guides(description: Description): Guide[] {
  return [
    ...(description.isSandbox ? [firstGuide(description)] : []),
    guide('Webhooks', partsIn(description, receivingWebhooks)),
    guide('Idempotency', partsIn(description, payingOnce)),
    guide('Errors', partsIn(description, handlingErrors)),
    guide('Pagination', partsIn(description, readingLists), 'Lists'),
    ...(description.isSandbox ? [guide('Going live', goingLive, '')] : []),
    guide('Versioning', partsIn(description, versions), ''),
  ];
}

/** In live, text about the sandbox and programs that move money are left out. */
const partsIn = ({ isSandbox }: Description, parts: readonly GuidePart[]): readonly GuidePart[] =>
  parts.filter((each) => {
    if (isSandbox) return true;
    return typeof each === 'string'
      ? !/sandbox/i.test(each)
      : !/(?:psp\.|\()create_?[A-Za-z]/.test(`${each.node} ${each.python}`);
  });

function guide(title: string, parts: readonly GuidePart[], chapter = title): Guide {
  const content = markup`${parts.map((each) => (typeof each === 'string' ? prose(each) : samples(each, each.title)))}`;
  return { id: `guide-${slug(title)}`, title, content, chapter };
}

const firstGuide = (description: Description): Guide => ({
  id: 'guide-first-payment',
  title: 'First payment',
  content: firstPayment(description),
});

/** From nothing to a completed payout. Every block can be pasted or run unchanged. */
function firstPayment(description: Description): Markup {
  const items = steps.map(
    ([text, operationId, own]) => markup`<li><p>${text}</p>
${samples(callTo(operationId, description, own), text)}</li>`,
  );
  return markup`<p>Paste this into a shell (with curl and sed) in the folder where the sandbox was started. Then every example of these pages runs as
it is, and programs in Node and Python find the key. For another sandbox, set <code>PSP_API_KEY</code> and <code>PSP_BASE_URL</code>
(<code>http://127.0.0.1:3000</code>) yourself.</p>
${preformatted(setup(description), 'Set the shell up')}
<p><code>first_id</code> finds the first resource of a list, so that you need not fill in ids. If the list is empty, it names the example
that creates one. <code>RUN</code> is set once and is part of every <code>Idempotency-Key</code>: pasting an example again repeats the
same request, which is executed once.</p>
<ol class="steps">${items}</ol>
<p>Next: <a href="#guide-webhooks">receive its events by webhook</a>, and make it fail with
<a href="#about-sandbox-and-sim-tags">sim: tags</a>.</p>`;
}
