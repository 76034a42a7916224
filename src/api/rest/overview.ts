import { webhookOverview } from './webhook-overview.js';

/** The text that a reader of the API description needs before any operation (CommonMark). */
export const overview = `
Collections, payouts, balances and events over one JSON API. Resources may gain fields, and enumerations, codes,
event types and keys of instructions new values: treat what you do not know as unknown, not as a fault.

## Conventions

- **Authentication.** \`Authorization: Bearer <API key>\` on every request but those for this description
  (/v1/openapi.json, and /v1/docs for people).
  Scope \`read\` permits every GET, \`write\` the rest. An API key acts for its own account only, which
  \`Platform-Account\` may name. A person signs in by a code that is mailed (Sign-in) and sends the session's token in
  place of a key: the role decides the scopes, and \`Platform-Account\` selects one of the person's accounts.
- **Amounts** are decimal strings. Out they have exactly the decimals of their currency (ISO 4217; USDT and USDC 6);
  in they may have fewer, at most 18 digits before the point, and are above zero.
- **Rates** are destination units per source unit, at most 12 significant digits. A conversion rounds once: what you
  pay up, what is received down; the side that \`amount_side\` names is exact.
- **Times** are RFC 3339 in UTC with milliseconds. A field that is unknown is left out; \`null\` never stands.
- **Ids** are a prefix and 26 letters and digits. A malformed or foreign id in a path is 404 \`not_found\`; in a body
  a malformed one is 400 \`invalid_parameter\`, an absent one 404 with its \`param\`.
- **Requests** are JSON objects of at most 64 KiB, \`Content-Type: application/json\`. An unknown field, a wrong JSON
  type, \`null\` or a duplicate key is 400 \`invalid_body\`; a missing field or a bad value 400 \`invalid_parameter\`.
  An unknown query parameter, or one given twice, is 400 under its name.
- **Texts** that people read (names, labels, references, descriptions, parts of an address) have no invisible,
  direction-changing or control characters; otherwise 400 \`invalid_parameter\`. Joiners and variation selectors are
  allowed where a script or an emoji needs them. Line breaks are allowed in \`description\` and \`reason\` alone. Values
  of \`metadata\` are for programs and may have any character but U+0000.
- **HEAD** is served wherever GET is: the same headers, without a body.
- **X-Correlation-Id** may accompany any request and comes back. Every answer bears \`X-Request-Id\`.

## Idempotency

\`Idempotency-Key\` is required where it says so and taken on every other POST of an account; the sign-in, which acts
for none, looks at no key. The same request with the same key is done once: the repeat answers 200 with
\`Idempotent-Replayed: true\` and the resource as it is now. The same key with another request is 409
\`idempotency_key_reused\`. A request that was refused (4xx) binds no key. Keys do not expire. After 500, 503 or no
answer at all repeat the request with the same key: it finds what was done.

## Lists

\`{data, has_more, next_cursor?}\`. Resource lists are newest first: pass \`next_cursor\` as \`starting_after\`. Logs
(events, balance entries) take \`after\`, a cursor or the id of the last element seen. Filters combine with AND; a
well-formed id of somebody else gives an empty list. A walk meets each element that existed at its start once.
\`metadata[order]=1042\` finds what has that pair of metadata; several pairs combine with AND. What was accepted is in
the next list.

## Errors

\`{error: {type, code, message, param?, reasons?, request_id}}\`. Branch on \`type\` and \`code\`; \`message\` is for
people. \`param\` is the field, parameter or header at fault; \`reasons\` come with \`risk_blocked\` and
\`payout_not_cancellable\`. The header \`Link\` (\`rel="help"\`) leads to the code in the reference. Checks run in this order: path (404 \`not_found\`) and method (405
\`method_not_allowed\`, with \`Allow\`), authentication, rate limit, media type and size, scope, headers, body,
replay of the key, rules. A request that is not readable as HTTP is 400 \`invalid_request\`. A key may make 100 requests a
second, in bursts of 200, unless the deployment says otherwise; beyond, 429 tells in \`Retry-After\` how long to wait.
Every answer to a key tells in \`RateLimit-Policy\` (\`"key";q=200;w=2\`: 200 at once, again after 2 seconds) and
\`RateLimit\` (\`"key";r=199;t=1\`: 199 left, all again in a second) where it stands.

An operation that fails later is no HTTP error: the resource becomes \`failed\` and has a \`failure_code\`.

## Webhooks

${webhookOverview}

## Sandbox and sim: tags

Keys begin with \`psp_test_\`; no money moves. The caller decides what the simulated bank does. Deposits are made with
POST /v1/sandbox/deposits. A funding account fails to open where its amount ends so:

| Amount | failure_code |
| --- | --- |
| \`.91\` | \`provider_rejected\` |
| \`.92\` | \`provider_unavailable\` |
| \`.93\` | \`provider_amount_mismatch\` |
| \`.94\` | \`no_route\` |

A payout follows a tag in its \`description\`, or in that of its remittance; a refund follows one in its \`reason\`, a settlement one in the reason of the operator who runs it, else in the label of its destination; both stay processing while their outcome is uncertain; a withdrawal follows one in its \`description\`. A tag that is not in this table is ignored: with no other the payout is paid.

| Tag | What happens |
| --- | --- |
| \`sim:paid\` | paid at once; so is a payout without a tag |
| \`sim:fail\`, \`sim:fail:<code>\` | refused, with the failure_code \`provider_rejected\` or the one given, in lower case: up to 64 of A-Z a-z 0-9 . _ -, the last a letter or digit; one that does not begin so either becomes \`provider_error\` |
| \`sim:fail:late\` | fails, and is reported paid afterwards: a reconciliation exception |
| \`sim:uncertain\` | verification_pending until evidence is given |
| \`sim:uncertain:paid\`, \`sim:uncertain:fail\` | verification_pending, then completed, or failed with \`simulated_failure\` |
| \`sim:return\` | completed, then sent back |
| \`sim:hold\` | accepted and left in flight |
| \`sim:slow:<ms>\` | the bank answers only after these milliseconds, 0 to 9999999; from 10 s on the payout is verification_pending |
| \`sim:queue:<ms>\` | not sent for these milliseconds, so that a cancel comes in time; at most 86400000, a day |
| \`sim:unsent\` | no attempt leaves; after five the payout fails with not_submitted |
| \`sim:mismatch\` | the bank pays one smallest unit more: a provider_mismatch exception; goes with the others, as \`sim:slow\` does |
| \`sim:review\`, \`sim:block\` | held by risk; refused with 422 risk_blocked |

Evidence for a payout, a refund, a withdrawal or a settlement in flight is given with POST /v1/sandbox/operations/{id}/evidence.
`.trim();

/** The subject of each group of operations. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Account: 'The account that the caller acts for.',
  Members:
    'People who act for the account, and open invitations. Signed-in owners and admins manage them, never their own membership; only an owner manages an owner.',
  'Sign-in':
    'How people sign in, outside of /v1: a code is mailed to the address and typed in; there is no password and no link.',
  Balances: 'One balance a currency, split by how usable the money is, and the statement of every movement.',
  Capabilities: 'What the account can do: products, methods, currencies, fields that are asked for, limits.',
  Customers: "The account's own customers: the senders of payouts where a country asks for one.",
  Beneficiaries: 'Accounts that are paid. Their details are written once and never returned.',
  Quotes: 'Prices that are frozen for a short time.',
  'Funding accounts':
    'What payers pay into. Made pending, then active with instructions, or failed; one for a single payment closes when that payment ends or nobody paid in time (in sandbox 30 minutes).',
  'Pay-ins': 'Payments that were seen; credited once the bank has confirmed them.',
  Payouts:
    'processing, then completed, failed or cancelled; verification_pending while the outcome is uncertain: such a payout keeps its money reserved and is never sent again. A completed one can be returned by the bank.',
  Remittances:
    'A pay-in in one currency and a payout in another, at one price: awaiting_funds until the pay-in is credited, then processing (review while its payout is held), and as its payout ends. Failed where the money came too late or was too little: it stays available.',
  'Payout batches':
    'Up to 1000 payouts at once. Each item stands by itself: it becomes one payout, in the order of the items, or is refused; a payout of a batch is cancelled with it alone.',
  Refunds:
    'Money of credited pay-ins that goes back to their payers: processing, or first pending_review, then completed or failed. Its money is reserved until then; what nobody knows the end of stays processing.',
  'Settlement destinations':
    "The account's own accounts elsewhere, to which withdrawals and settlements go. Their details are written once and never returned; the platform can disable one for good.",
  Settlements:
    'A schedule sends what is available of a currency to a destination of the account, at cut-offs that its calendar names: processing, then completed or failed; on_hold while the platform keeps it. Each comes with the figures of its period and the journals that they come from. The platform puts schedules in force.',
  Withdrawals:
    'Money that an account takes out of its balance: processing, or first pending_approval above the threshold, then submitted, and completed, failed or, declined by the platform, cancelled. Amount and fee are held from the start; verification_pending while the outcome is uncertain.',
  'Hosted page':
    "The page on which the account's customers send money, under its brand: what it shows, and whether it is on.",
  'Hosted domains':
    'Names of your own under which the page is served: pending until a TXT record shows that they are yours, then verified; failed, and free again, where it is not found within 72 hours.',
  'Hosted sessions':
    "One customer's way through the page, which makes one remittance at most: open, submitted once that exists, or expired.",
  Events:
    'Every important change, in the order in which it happened. data is the resource as it was, as a retrieve shows it, without descriptions, beneficiaries and personal data.',
  'Webhook endpoints':
    'Where events are delivered to. Webhooks tells what a delivery is and how it is verified.',
  Reconciliation: 'What does not agree with a provider, until the platform has looked into it.',
  Reports: 'What happened in a period, in pages or as one file.',
  'Request log':
    'Calls of /v1 as they were answered: found by the request_id of an error, by Idempotency-Key, by what they made. Of bodies nothing is kept that this description marks as `x-personal`, and nothing that it does not know.',
  Sandbox: 'The simulated bank. Not served in live.',
  Description: 'This description.',
};
