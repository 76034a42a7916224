import { webhookOverview } from './webhook-overview.js';

/** The introduction of the API description (CommonMark). */
export const overview = `
Collections, payouts, balances and events over one JSON API. Resources may gain fields; enumerations, error codes, event
types and instruction keys may gain values. Treat unknown ones as unknown, not as errors.

## Conventions

- **Authentication.** Send \`Authorization: Bearer <API key>\` with every request except those for this description
  (/v1/openapi.json, and /v1/docs for people). Scope \`read\` permits every GET, \`write\` all other methods. An API key acts
  only for its own account, which \`Platform-Account\` may name. A person signs in with a mailed code (Sign-in) and sends the
  session's token in place of a key. The person's role decides the scopes; \`Platform-Account\` selects the account.
- **Amounts** are decimal strings. Answers use exactly the decimals of the currency (ISO 4217; USDT and USDC 6). Requests may use
  fewer, with at most 18 digits before the point, and must be above zero.
- **Rates** are destination units per source unit, with at most 12 significant digits. A conversion is rounded once: the amount you pay up, the amount received down. The side named by \`amount_side\` is exact.
- **Times** are RFC 3339 in UTC with milliseconds. Unknown fields are absent, never \`null\`.
- **Ids** are a prefix and 26 letters and digits. A malformed or foreign id in a path is 404 \`not_found\`. In a body, a malformed id
  is 400 \`invalid_parameter\`, and an unknown one is 404 with its \`param\`.
- **Requests** are JSON objects of at most 64 KiB with \`Content-Type: application/json\`. An unknown field, a wrong JSON type,
  \`null\` or a duplicate key is 400 \`invalid_body\`. A missing field or a bad value is 400 \`invalid_parameter\`. An unknown or
  repeated query parameter is 400 under its name.
- **Texts** for people (names, labels, references, descriptions, parts of an address) must not contain invisible,
  direction-changing or control characters; otherwise 400 \`invalid_parameter\`. Joiners and variation selectors are allowed where a
  script or an emoji needs them. Line breaks are allowed only in \`description\` and \`reason\`. \`metadata\` values may have any
  character except U+0000.
- **HEAD** is available wherever GET is: the same headers, without a body.
- **X-Correlation-Id** may be sent with any request and is returned. Every answer has \`X-Request-Id\`.

## Idempotency

\`Idempotency-Key\` is required where stated, and accepted on every other POST of an account. Sign-in ignores it. The same request
with the same key is executed once: a repeat returns 200 with \`Idempotent-Replayed: true\` and the present resource. The same key with
another request is 409 \`idempotency_key_reused\`. A refused request (4xx) does not use its key up. Keys never expire. After 500, 503 or
no answer, repeat the request with the same key.

## Lists

\`{data, has_more, next_cursor?}\`. Resource lists are newest first: pass \`next_cursor\` as \`starting_after\`. Logs
(events, balance entries) take \`after\`, a cursor or the id of the last element seen. Filters combine with AND; a
well-formed id of another account gives an empty list. Paging returns each element that existed at its start exactly once.
\`metadata[order]=1042\` finds resources with that pair of metadata; several pairs combine with AND. Accepted resources appear in the next list.

## Errors

\`{error: {type, code, message, param?, reasons?, request_id}}\`. Branch on \`type\` and \`code\`; \`message\` is for people. \`param\` is
the field, parameter or header at fault. \`reasons\` come with \`risk_blocked\` and \`payout_not_cancellable\`. The header \`Link\`
(\`rel="help"\`) points to the code in the reference.

Checks run in this order: path (404 \`not_found\`), method (405 \`method_not_allowed\`, with \`Allow\`), authentication, rate limit,
media type and size, scope, headers, body, replay of the key, rules. A request that is not valid HTTP is 400 \`invalid_request\`.

A key may make 100 requests a second, in bursts of 200, unless the deployment says otherwise. Beyond that, the answer is 429 with
\`Retry-After\`. Every answer to a key has \`RateLimit-Policy\` (\`"key";q=200;w=2\`: 200 at once, again after 2 seconds) and
\`RateLimit\` (\`"key";r=199;t=1\`: 199 left, all again in 1 second).

An operation that fails later is not an HTTP error: the resource becomes \`failed\` and has a \`failure_code\`.

## Webhooks

${webhookOverview}

## Sandbox and sim: tags

Keys begin with \`psp_test_\`; no money moves. You decide what the simulated bank does. Create deposits with
POST /v1/sandbox/deposits. A funding account fails to open if its amount ends like this:

| Amount | failure_code |
| --- | --- |
| \`.91\` | \`provider_rejected\` |
| \`.92\` | \`provider_unavailable\` |
| \`.93\` | \`provider_amount_mismatch\` |
| \`.94\` | \`no_route\` |

A tag decides how an operation ends. Put it in the \`description\` of a payout, of its remittance or of a withdrawal, in the
\`reason\` of a refund, or in the label of a settlement's destination. (An operator who runs a settlement can put it in the reason.)
Refunds and settlements stay processing while their outcome is unknown. Unknown tags are ignored. Without a tag, the payout is paid.

| Tag | What happens |
| --- | --- |
| \`sim:paid\` | paid at once, as without a tag |
| \`sim:fail\`, \`sim:fail:<code>\` | refused with failure_code \`provider_rejected\`, or the given code in lower case: up to 64 of A-Z a-z 0-9 . _ -, the last a letter or digit; a code that does not begin with a letter or digit becomes \`provider_error\` |
| \`sim:fail:late\` | fails, then is reported as paid: a reconciliation exception |
| \`sim:uncertain\` | verification_pending until evidence is given |
| \`sim:uncertain:paid\`, \`sim:uncertain:fail\` | verification_pending, then completed, or failed with \`simulated_failure\` |
| \`sim:return\` | completed, then sent back |
| \`sim:hold\` | accepted and left in flight |
| \`sim:slow:<ms>\` | the bank answers after 0 to 9999999 milliseconds; from 10 s on the payout is verification_pending |
| \`sim:queue:<ms>\` | not sent for these milliseconds, at most 86400000 (a day), so that you can cancel it |
| \`sim:unsent\` | no attempt is sent; after five the payout fails with not_submitted |
| \`sim:mismatch\` | the bank pays one smallest unit more: a provider_mismatch exception; combines with other tags, as \`sim:slow\` does |
| \`sim:review\`, \`sim:block\` | held by risk rules; refused with 422 risk_blocked |

A payee check follows a tag in the holder's name: \`sim:payee:close_match\`, \`sim:payee:no_match\` or \`sim:payee:not_possible\`. Without a tag the name matches.

Give evidence for a payout, refund, withdrawal or settlement in flight with POST /v1/sandbox/operations/{id}/evidence.
`.trim();

/** Description of each group of operations. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Account: 'The account that the caller acts for.',
  Members:
    'People who act for the account, and open invitations. Signed-in owners and admins manage them, but never their own membership. Only an owner manages an owner.',
  Approvals:
    'Payouts and batches that the policy catches are created with their money reserved. They are sent once enough members have approved. Owners set the policy; owners and admins decide.',
  'Sign-in':
    'How people sign in, outside of /v1. A six-digit code is mailed and typed in; there is no password.',
  Balances:
    'One balance per currency, split by how usable the money is, and the statement of every movement.',
  'Ledger seals':
    "Signed digests of the account's journals of past UTC days, in a chain. With them a statement can be proven offline: nothing was changed, left out or added since.",
  Capabilities: 'What the account can do: products, methods, currencies, required fields, limits.',
  Customers: "The account's own customers: the senders of payouts, if a country requires one.",
  Beneficiaries: 'External accounts that receive payments. Their details are write-only.',
  Quotes: 'Prices that are fixed for a short time.',
  'Funding accounts':
    'What payers pay into. Status: pending, then active with instructions, or failed. A one-payment account closes when its payment ends or is overdue (in sandbox after 30 minutes).',
  'Pay-ins': 'Payments that arrived. Each is credited once, after the bank has confirmed it.',
  Payouts:
    'Status: processing, then completed, failed or cancelled; verification_pending while the outcome is unknown: the money stays reserved, and the payout is never sent again. The bank can return a completed payout.',
  Remittances:
    "A pay-in in one currency and a payout in another, at one price. Status: awaiting_funds until the pay-in is credited, then processing (review while its payout is held), then the payout's result. If the money is late or too little, the remittance fails and the money stays available.",
  'Payout batches':
    'Up to 1000 payouts at once. Each item is processed on its own, in order: it becomes one payout or is refused. A payout of a batch can only be cancelled with the batch.',
  Refunds:
    'Money of credited pay-ins that goes back to their payers. Status: processing, or first pending_review, then completed or failed. The money is reserved until then; a refund with unknown outcome stays processing.',
  'Settlement destinations':
    "The account's own external accounts, for withdrawals and settlements. Their details are write-only. The platform can disable one permanently.",
  Settlements:
    "A schedule sends the available balance of a currency to the account's destination at each cut-off. Status: processing, then completed or failed; on_hold while the platform holds it. Each settlement has the figures of its period and their journals. The platform puts schedules in force.",
  Withdrawals:
    'Money that an account takes out of its balance. Status: processing, or first pending_approval above the threshold, then submitted, then completed or failed; cancelled if the platform declines it. Amount and fee are held from the start. The status is verification_pending while the outcome is unknown.',
  'Hosted page': "The page on which the account's customers send money, under its brand.",
  'Hosted domains':
    'Your own domains for the page. Status: pending until a TXT record proves ownership, then verified. failed, and free again, if the record is not found within 72 hours.',
  'Hosted sessions':
    "One customer's visit to the page. It makes at most one remittance: open, then submitted, or expired.",
  Events:
    'Every important change, in order. data is the resource at that time, as a retrieve returns it, without descriptions, beneficiaries and personal data.',
  'Webhook endpoints':
    'URLs that receive events. The section Webhooks describes deliveries and how to verify them.',
  Reconciliation: 'Mismatches with a provider, until the platform has resolved them.',
  Reports: 'What happened in a period, in pages or as one file.',
  'Request log':
    'Calls of /v1 with their answers: find them by the request_id of an error, by Idempotency-Key, or by the resource they created. Fields marked `x-personal` and unknown fields are not stored.',
  Sandbox: 'The simulated bank. Not available in live.',
  Description: 'This description.',
};
