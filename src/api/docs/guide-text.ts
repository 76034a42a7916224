import { webhookCode } from '../webhook-code.js';
import { node, python, sdk, variable } from './client.js';
import type { Sample } from './sample.js';

/** Prose, or code in each language; the programs are run by a test. */
export type Told = string | (Sample & { readonly title: string });

const nodeHead = node.head('PSP_API_KEY');
const pythonHead = python.head('PSP_API_KEY');

export const receivingWebhooks: readonly Told[] = [
  `
Each event is sent to your receiver, signed. First have it come to this machine: in the folder of the sandbox,

\`\`\`sh
npm run -s psp -- listen --forward-to http://localhost:3001/webhooks
npm run -s psp -- trigger payout.completed
\`\`\`

prints the secret it signs with and forwards what happens, in order and from where it stopped (\`--print\` alone shows events
without a receiver). In your handler, verify the bytes before anything parses them, store the event once by its id, answer
2xx, and do the work afterwards.

### Verify with Standard Webhooks

Deliveries follow Standard Webhooks (standardwebhooks.com): its library takes the headers and the secret as they
are. Where it throws or returns an error, answer 400.`,
  ...webhookCode.map(
    ({ language, install, fence, code }) =>
      `**${language}**: \`${install}\`\n\n\`\`\`${fence}\n${code}\n\`\`\``,
  ),
  `
### Verify with our SDK

The SDK does the same and names the cause where a delivery does not hold.`,
  {
    title: 'Receive an event',
    node: `import { webhooks, WebhookError } from ${sdk};

// Call it with the raw body, as bytes, and answer with the status that it returns.
export async function receive(body, headers, store) {
  try {
    const event = await webhooks.verify({ body, headers, secret: ${variable('WEBHOOK_SECRET')} });
    await store(event.id, event); // does nothing where the id is known already
    return 204;
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    console.error(error.fault, error.message); // no_signature, body_changed, wrong_secret or too_old
    return 400;
  }
}`,
    python: `import os, sys
from payments_service import webhooks


# Call it with the raw body, as bytes, and answer with the status that it returns.
def receive(body, headers, store):
    try:
        event = webhooks.verify(body, headers, os.environ["WEBHOOK_SECRET"])
        store(event["id"], event)  # does nothing where the id is known already
        return 204
    except webhooks.WebhookError as error:
        print(error.fault, error, file=sys.stderr)  # no_signature, body_changed, wrong_secret or too_old
        return 400`,
  },
  `
Then prove it. The first sends what a receiver has to bear, twice, late, out of order and with bad signatures, and scores it.
The second forwards what really happens so: a forged copy before each event, each event twice, and those of different
resources out of their order.

\`\`\`sh
npm run -s psp -- receiver check http://localhost:3001/webhooks
npm run -s psp -- listen --forward-to http://localhost:3001/webhooks --rough
\`\`\`

On a server make an endpoint with [Create a webhook endpoint](#createWebhookEndpoint); the secret is shown once. In sandbox an
operator proves the receiver there: \`psp webhook rough we_…\` has its events come forged, twice, late and out of order, and
[its deliveries](#listWebhookDeliveries) tell what it did wrong, until \`psp webhook smooth we_…\`.`,
];

const payTwiceNode = `${nodeHead}
const { data: [beneficiary] } = await psp.listBeneficiaries({ status: 'active', limit: 1 });
const invoice = { number: \`invoice-\${${variable('RUN')}}\`, amount: '10.00' };

const pay = () =>
  psp.createPayout(
    { beneficiary_id: beneficiary.id, source_currency: 'USDT', amount: invoice.amount, amount_side: 'destination' },
    { idempotencyKey: \`pay-\${invoice.number}\` },
  );

const first = await pay();
const again = await pay(); // after a crash, a timeout, a second click
console.log(first.id === again.id); // true`;
const payTwicePython = `${pythonHead}
beneficiary = next(iter(psp.list_beneficiaries(status="active", limit=1)))
invoice = {"number": f"invoice-{os.environ['RUN']}", "amount": "10.00"}


def pay():
    return psp.create_payout(
        {
            "beneficiary_id": beneficiary["id"],
            "source_currency": "USDT",
            "amount": invoice["amount"],
            "amount_side": "destination",
        },
        idempotency_key=f"pay-{invoice['number']}",
    )


first = pay()
again = pay()  # after a crash, a timeout, a second click
print(first["id"] == again["id"])  # True`;

export const payingOnce: readonly Told[] = [
  `
Name each payment by what it is in your books, not by the attempt: the number of the invoice, the id of the row. Make the
key once, store it with the row before the first call, and send the same on every retry: however often your program crashes,
times out or is clicked, it is paid once.`,
  { title: 'Pay an invoice twice', node: payTwiceNode, python: payTwicePython },
  `
The SDKs make a key for every call that lacks one and keep it over their own retries; yours outlives the program. A key made
anew for each attempt, from the time or at random, protects nothing.`,
];

export const handlingErrors: readonly Told[] = [
  `
Branch on \`code\`, show \`message\` to people, log \`request_id\`. Each code has its place in the [list](#codes):
\`/v1/docs#error-\` and the code, to which the \`Link\` header of the answer leads, and \`docUrl\` of the SDK's error.`,
  {
    title: 'Tell an error',
    node: `import { ApiError, PaymentsService, PaymentsServiceError } from ${sdk};

const psp = new PaymentsService({ apiKey: ${variable('PSP_API_KEY')}, baseUrl: ${variable('PSP_BASE_URL')} });

try {
  await psp.createQuote({ method: 'pix', currency: 'BRL', source_currency: 'BRL', amount: '1', amount_side: 'source' });
} catch (error) {
  if (error instanceof ApiError) console.log(error.status, error.code, error.param, error.docUrl);
  else if (error instanceof PaymentsServiceError) console.log('call again with', error.idempotencyKey);
  else throw error;
}`,
    python: `import os
from payments_service import ApiError, PaymentsService, PaymentsServiceError

psp = PaymentsService(os.environ["PSP_API_KEY"], os.environ["PSP_BASE_URL"])

try:
    psp.create_quote(
        {"method": "pix", "currency": "BRL", "source_currency": "BRL", "amount": "1", "amount_side": "source"}
    )
except ApiError as error:
    print(error.status, error.code, error.param, error.doc_url)
except PaymentsServiceError as error:
    print("call again with", error.idempotency_key)`,
  },
  `
| You see | Do |
| --- | --- |
| 400, 422 | correct the request; the key is still free |
| 401, 403, 404 | look at the key, its scopes and the id; a repeat changes nothing |
| 409 | read the code: most mean that it has been done, or is decided |
| 429 | wait for the seconds in \`Retry-After\` |
| 500, 503, no answer | send the same again with the same key |
| a resource that is \`failed\` | read its \`failure_code\`: a new attempt is a new payment, under a new key |
| a payout that is \`verification_pending\` | wait: it is never sent twice, and ends by itself |`,
];

export const readingLists: readonly Told[] = [
  'The SDKs turn pages by themselves. The log of events can be followed, and gone on with after the last id you dealt with.',
  {
    title: 'Read everything',
    node: `${nodeHead}
for await (const payout of psp.listPayouts({ status: 'completed', limit: 100 })) {
  console.log(payout.id, payout.destination.amount, payout.destination.currency);
}

let after; // the id that you stored last
for await (const event of psp.listEvents({ limit: 100, ...(after && { after }) })) {
  after = event.id; // store it with what you did
}
console.log(after);`,
    python: `${pythonHead}
for payout in psp.list_payouts(status="completed", limit=100):
    print(payout["id"], payout["destination"]["amount"], payout["destination"]["currency"])

after = None  # the id that you stored last
for event in psp.list_events(limit=100, after=after):
    after = event["id"]  # store it with what you did
print(after)`,
  },
];

export const goingLive: readonly Told[] = [
  `
The live service has the same operations at another address, with another key and real money. Before the first:

- **The key** begins with \`psp_live_\`, is shown once, and stands in your secrets, not in code. One key a program, with the
  scope \`read\` where it writes nothing; give it an end. A new one is issued, put in place, and the old one revoked.
- A key can be limited to permissions such as \`payouts:write\` and to networks. \`GET /v1/account\` shows both, and when
  the key was last used.
- **Every payment has a key of its own** from your books ([Idempotency](#guide-idempotency)). Kill your program between
  the call and its answer, start it again, and see one payout.
- **Every end is handled.** Bring about \`failed\`, \`returned\`, \`verification_pending\` and a refusal by risk with
  [sim: tags](#about-sandbox-and-sim-tags), and \`insufficient_funds\` by paying more than there is.
- **Your receiver is proven**: \`psp receiver check\` finds nothing that fails. The endpoint of live is https, on port 443,
  and has its own secret.
- **You go on after an outage**: read the [log](#listEvents) after the last event that you stored. Webhooks are tried for a
  day, the log is kept.
- **You can find a request again**: log \`X-Request-Id\` of every answer; name yours with \`X-Correlation-Id\`.
- **Your books agree with ours**: compare yours with the [statement](#getBalanceStatement) and the
  [reports](#runReport) of a day, to the last decimal.
- **Limits and fees are yours**: read [capabilities](#listCapabilities) with the live key; they are agreed for each account.

Not there in live: \`/v1/sandbox\`, \`sim:\` tags, and \`psp_test_\` keys. Pay a small amount to yourself first.`,
];

export const versions: readonly Told[] = [
  `
There is one version, \`/v1\`, and no header that chooses. It grows; it does not change under you.

### What may come at any time

New operations, new fields of resources and of event data, new event types, new values of enumerations, new keys in the
instructions of a funding account, new error codes. Take what you do not know as unknown: the SDKs never throw at it. Do not
check answers against a closed schema, and do not rest on the order of fields.

### What does not happen

No field, operation or code is taken away or means something else, and what you may leave out today you may leave out
tomorrow. Where that cannot be held, another operation comes beside the first.

### When an operation is to go

Its answers bear \`Deprecation\` (RFC 9745: since when) and \`Sunset\` (RFC 8594: until when it is served at the least), and it
is marked here. Have your client log both headers. The \`schema_version\` of an event is that of its type's \`data\`; it is 1.`,
];
