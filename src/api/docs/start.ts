import type { Description } from './description.js';
import { callTo } from './example.js';
import { markup, preformatted, type Markup } from '../markup.js';

const setup = `setting() { sed -n 's/.*"'$1'": "\\(.*\\)".*/\\1/p' .data/credentials.json; }
BASE=$(setting base_url)
KEY=$(setting api_key)
id_in() {
  read -r ANSWER
  case $ANSWER in
    '{"error"'*) printf '%s\\n' "$ANSWER" >&2 ;;
    '{"data":[]'*) echo "Nothing is in $1 yet. First run the example: $2. What it makes may need a moment." >&2 ;;
    *) printf '%s\\n' "$ANSWER" | sed -n 's/^{\\("data":\\[{\\)*"id":"\\([^"]*\\)".*/\\2/p' ;;
  esac
}
first_id() { curl -sS "$BASE$1" -H "Authorization: Bearer $KEY" | id_in "$@"; }`;

/** Any id of the kind: the example looks one up when it is run. */
const fundingAccount = `fa_${'0'.repeat(26)}`;
const beneficiary = `ben_${'0'.repeat(26)}`;
const payout = `pout_${'0'.repeat(26)}`;

const steps: readonly (readonly [told: string, operationId: string, own?: Parameters<typeof callTo>[2]])[] = [
  ['Open an account to be paid into.', 'createFundingAccount', { body: { method: 'spei', currency: 'MXN' } }],
  [
    'A moment later it is active. Play the payer; the deposit is credited in USDT.',
    'createSandboxDeposit',
    { body: { funding_account_id: fundingAccount, amount: '5000.00' } },
  ],
  ['A moment later, see the money.', 'listBalances'],
  [
    'Register somebody to pay.',
    'createBeneficiary',
    {
      body: {
        method: 'pix',
        currency: 'BRL',
        details: { name: 'Maria Souza', pix_key: 'maria@example.com' },
      },
    },
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
  ['Read what happened to it.', 'listEvents', { filter: { resource_id: payout } }],
];

/** From nothing to a payout that arrived: every block can be pasted into a shell as it is. */
export function startPart(description: Description): Markup {
  const items = steps.map(
    ([told, operationId, own]) =>
      markup`<li><p>${told}</p>
${preformatted(callTo(operationId, description, own), told)}</li>`,
  );
  return markup`<p>The examples of this page run as they are in a shell (curl and sed) that has pasted this first, in the
folder where the sandbox was started. The first start writes the address and the demo key to
<code>.data/credentials.json</code>, or into <code>PSP_DATA_DIR</code>;
with another sandbox's key set <code>KEY</code> and <code>BASE</code> (<code>http://127.0.0.1:3000</code>) by hand.</p>
${preformatted(setup, 'Set the address and the key')}
<p><code>first_id</code> looks up the first resource of a list, so that an example needs no id filled in. Examples that
read or change something need it made first; where there is nothing yet, <code>first_id</code> tells which example makes it. An
<code>Idempotency-Key</code> is made of the time here; your own names the payment, and is the same for every retry of it.</p>
<ol>${items}</ol>`;
}
