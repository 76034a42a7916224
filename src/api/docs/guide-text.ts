import { webhookCode } from '../webhook-code.js';
import { node, python, sdk, variable } from './client.js';
import type { Sample } from './sample.js';

/** Prose, or code in each language; a test runs the programs. */
export type GuidePart = string | (Sample & { readonly title: string });

const nodeHead = node.head('PSP_API_KEY');
const pythonHead = python.head('PSP_API_KEY');

export const receivingWebhooks: readonly GuidePart[] = [
  `
Every event is sent to your receiver and signed. First forward events to your machine. In the sandbox's folder, run:

\`\`\`sh
npm run -s psp -- listen --forward-to http://localhost:3001/webhooks
npm run -s psp -- trigger payout.completed
\`\`\`

\`listen\` prints its signing secret and forwards events in order, from where it stopped (\`--print\` alone shows them without a
receiver). In your handler: verify the raw bytes before anything parses them, store the event once by its id, answer 2xx, then
process it.


### Verify with Standard Webhooks

Deliveries follow Standard Webhooks (standardwebhooks.com): its library takes the headers and the secret
unchanged. If it throws or returns an error, answer 400.`,
  ...webhookCode.map(
    ({ language, install, fence, code }) =>
      `**${language}**: \`${install}\`\n\n\`\`\`${fence}\n${code}\n\`\`\``,
  ),
  `
### Verify with our SDK

The SDK does the same, and names the cause if verification fails.`,
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
Then test your receiver. The first command sends events twice, late, out of order and with bad signatures, and reports a score.
The second does the same with real events: a forged copy before each event, each event twice, and events of different resources
out of order.

\`\`\`sh
npm run -s psp -- receiver check http://localhost:3001/webhooks
npm run -s psp -- listen --forward-to http://localhost:3001/webhooks --rough
\`\`\`

On a server, [create a webhook endpoint](#createWebhookEndpoint); its secret is shown once. In sandbox, an operator can test the
receiver there: with \`psp webhook rough we_…\` its events come forged, twice, late and out of order, and
[its deliveries](#listWebhookDeliveries) show what it did wrong. \`psp webhook smooth we_…\` ends this.`,
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

export const payingOnce: readonly GuidePart[] = [
  `
Derive the key from your own record, such as the invoice number or the row's id, not from the attempt. Create it once, store it with
the row before the first call, and send the same key with every retry. Then a crash, a timeout or a second click never pays twice.`,
  { title: 'Pay an invoice twice', node: payTwiceNode, python: payTwicePython },
  `
The SDKs create a key for every call without one and keep it during their own retries. Your key survives your program. A key that
changes with each attempt, from the time or at random, protects nothing.`,
];

export const handlingErrors: readonly GuidePart[] = [
  `
Branch on \`code\`, show \`message\` to people, log \`request_id\`. Each code is in the [list](#codes). The \`Link\` header of the answer
and \`docUrl\` of the SDK's error point to it: \`/v1/docs#error-\` and the code.`,
  {
    title: 'Handle an error',
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
| Response | What to do |
| --- | --- |
| 400, 422 | correct the request; the key is still unused |
| 401, 403, 404 | check the key, its scopes and the id; repeating changes nothing |
| 409 | read the code: usually it is already done or decided |
| 429 | wait the seconds in \`Retry-After\` |
| 500, 503, no answer | repeat the request with the same key |
| a resource is \`failed\` | read its \`failure_code\`; a new attempt is a new payment with a new key |
| a payout is \`verification_pending\` | wait: it is never sent twice, and its status changes by itself |`,
];

export const readingLists: readonly GuidePart[] = [
  'The SDKs load further pages automatically. You can follow the event log and continue after the last id that you processed.',
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

export const goingLive: readonly GuidePart[] = [
  `
The live service has the same operations at another address, with another key and real money. Before the first payment, check:

- **Key**: it begins with \`psp_live_\` and is shown once. Keep it in your secret store, not in code. Use one key per program, with
  scope \`read\` if it writes nothing, and an expiry. To rotate, issue a new key, deploy it, then revoke the old one.
- **Permissions**: a key can be limited to permissions such as \`payouts:write\` and to networks. \`GET /v1/account\` shows both, and
  when the key was last used. \`events:read\`, \`requests:read\`, \`reports:read\` and \`webhook-endpoints:write\` show data of every
  kind of resource.
- **Idempotency**: every payment has its own key from your books ([Idempotency](#guide-idempotency)). Kill your program between
  the call and its answer, start it again, and see one payout.
- **Outcomes**: your program handles all of them. Cause \`failed\`, \`returned\`, \`verification_pending\` and a risk refusal with
  [sim: tags](#about-sandbox-and-sim-tags), and \`insufficient_funds\` by paying more than the balance.
- **Receiver**: \`psp receiver check\` reports no failure. The live endpoint uses https on port 443 and has its own secret.
- **Outages**: after one, read the [log](#listEvents) from the last event that you stored. Webhooks are retried for a day; the log
  is kept for long, and a cursor before archived events is refused with \`archived\`.
- **Tracing**: log \`X-Request-Id\` of every answer; send your own id in \`X-Correlation-Id\`.
- **Reconciliation**: compare your books with the [statement](#getBalanceStatement) and the [reports](#runReport) of a day, to the
  last decimal.
- **Limits and fees**: read [capabilities](#listCapabilities) with the live key; they are agreed per account.

Live has no \`/v1/sandbox\`, no \`sim:\` tags and no \`psp_test_\` keys. Pay a small amount to yourself first.`,
];

export const versions: readonly GuidePart[] = [
  `
There is one version, \`/v1\`, and no version header. It only grows.

### What may be added at any time

Operations, fields of resources and of event data, event types, enumeration values, keys in the instructions of a funding account, and
error codes. Treat unknown ones as unknown; the SDKs never throw because of them. Do not validate answers against a closed schema, and
do not rely on the order of fields.

### What stays

Fields, operations and codes keep their meaning and are not removed. Optional parameters stay optional. If that is impossible, a new
operation is added beside the old one.

### How an operation is retired

Its answers have \`Deprecation\` (RFC 9745: since when) and \`Sunset\` (RFC 8594: served at least until then), and it is marked here.
Log both headers in your client. \`schema_version\` of an event is the version of its type's \`data\`; it is 1.`,
];
