// Made from schema/v1.openapi.json by `npm run sdk`.
/* oxlint-disable */
import type { LaterEventType } from './later.js';
export interface paths {
  '/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve this description
     * @description OpenAPI 3.1, the same for every caller; needs no key.
     */
    get: operations['getDescription'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the account
     * @description Includes the credential in use. Scope: read.
     */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the caller
     * @description Returns the credential in use and the accounts it may act for. Scope: read.
     */
    get: operations['getMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List members, newest first
     * @description Includes open invitations, without expired ones. API keys may read members too. Scope: read.
     */
    get: operations['listMembers'];
    put?: never;
    /**
     * Invite a member
     * @description Only for signed-in owners and admins; an API key gets 403. The invitation expires after 7 days. Inviting an address again that never signed in returns 200. At most 50 invitations can be open, and 20 sent a day (1000 of each in sandbox). Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`). Scope: write.
     */
    post: operations['inviteMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/members/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update a member
     * @description Changes the role, or disables or enables the member. Only for signed-in owners and admins, never for their own membership; an API key gets 403. While an approval policy is in force, a change of who is an owner waits for another owner, if the account has one, and is shown as `pending_change`. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`). Scope: write.
     */
    patch: operations['updateMember'];
    trace?: never;
  };
  '/v1/sign-in-policy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the sign-in policy
     * @description How members of the account sign in. For signed-in owners and admins. Scope: read.
     */
    get: operations['getSignInPolicy'];
    /**
     * Configure the sign-in policy
     * @description For signed-in owners. Requiring passkeys takes a session that was opened with your own passkey. Members without a passkey go on with codes until they add one. It takes effect with the next request of every session. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`). Scope: write.
     */
    put: operations['replaceSignInPolicy'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/members/{id}/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a member's passkeys
     * @description For a member who lost them: they can sign in with a code again. Only for signed-in owners and admins, never for their own; only an owner does it for an owner. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`). Scope: write.
     */
    delete: operations['deleteMemberPasskeys'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/balances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List balances
     * @description One balance per currency; a currency never held does not appear. A time whose entries are archived gives 410 `archived`. Scope: read.
     */
    get: operations['listBalances'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/balances/{currency}/entries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List balance entries, newest first
     * @description The statement of a currency never held is an empty list. Where it ends because earlier entries are archived, `archived_before` says from when on the list is complete. Scope: read.
     */
    get: operations['listBalanceEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/balances/{currency}/statement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the statement of one part of a balance
     * @description The opening balance, each entry with the balance after it, and the closing balance, as one stream: CSV, or camt.053.001.02 of ISO 20022. Headers, trailers and limits are those of reports. A currency never held has an empty statement. A period that begins in archived days gives 410 `archived`.
     *
     *     A camt.053 file has one account (`Acct/Id`, 34 characters) for each currency and part of the balance: your account's id without `acct_`, the currency, and AVL, PND, RSV, STL or EAR. Until the period has ended, its last balance is ITBD, dated as_of; afterwards CLBD. The standard supports only ISO 4217 currencies: USDT and USDC give 400 `invalid_parameter`, param `format`.
     *
     *     With `proof=true` the answer is JSON (`application/vnd.psp.statement+json`): every journal of whole UTC days that moved this balance, in all its parts, each with a proof that it is part of a sealed day, and the seals of these days. `psp verify` and the SDKs check it offline. Journals of days that are not sealed yet have `"seal": null`.
     *
     *     Each entry names its payment: `EndToEndId` is your reference, and `AcctSvcrRef` of its details is the bank reference. Without one, or with one longer than 35 characters, they are the id of the payment and of the journal. `RmtInf` has both references, as far as they fit 140 characters. Scope: read.
     */
    get: operations['getBalanceStatement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ledger-seals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List ledger seals, newest first
     * @description A seal proves what the journals of a closed UTC day were. A worker makes it a few minutes after the end of the day. A day without journals has no seal: its neighbours in the chain show that there was none. The format is described in docs/seals.md. Scope: read.
     */
    get: operations['listLedgerSeals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ledger-seals/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a ledger seal
     * @description Scope: read.
     */
    get: operations['getLedgerSeal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ledger-seals/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a ledger seal
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getLedgerSealTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ledger-seal-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the public keys of seals, newest first
     * @description Every public key that has signed seals; a replaced key stays. Keep a copy of the keys outside of this service. Scope: read.
     */
    get: operations['listLedgerSealKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/capabilities': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List capabilities
     * @description The list is complete: has_more is always false. Scope: read.
     */
    get: operations['listCapabilities'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List customers, newest first
     * @description Scope: read.
     */
    get: operations['listCustomers'];
    put?: never;
    /**
     * Create a customer
     * @description Returns 200 with the existing customer if external_id repeats with the same type, country, display_name and profile. Scope: write.
     */
    post: operations['createCustomer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a customer
     * @description Scope: read.
     */
    get: operations['getCustomer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update a customer
     * @description Replaces its metadata, or closes the customer. Scope: write.
     */
    patch: operations['updateCustomer'];
    trace?: never;
  };
  '/v1/customers/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a customer
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getCustomerTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/beneficiaries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List beneficiaries, newest first
     * @description Scope: read.
     */
    get: operations['listBeneficiaries'];
    put?: never;
    /**
     * Create a beneficiary
     * @description Returns 200 with the existing beneficiary if the same account is already registered for the same customer. Scope: write.
     */
    post: operations['createBeneficiary'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/beneficiaries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a beneficiary
     * @description Scope: read.
     */
    get: operations['getBeneficiary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/beneficiaries/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a beneficiary
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getBeneficiaryTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/beneficiaries/{id}/archive': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Archive a beneficiary
     * @description It can no longer be paid. Archiving again changes nothing. Scope: write.
     */
    post: operations['archiveBeneficiary'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/beneficiaries/{id}/verification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check the payee
     * @description Asks the bank whether the name in `details` is the account holder's, and keeps the answer on the beneficiary as `payee_check`. Each call asks the bank again. Scope: write.
     */
    post: operations['checkPayee'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/quotes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a quote
     * @description Fixes a price for a short time (30 minutes for a remittance), for a beneficiary or for a method and currency. It can be used once. Scope: write.
     */
    post: operations['createQuote'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/quotes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a quote
     * @description Scope: read.
     */
    get: operations['getQuote'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/funding-accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List funding accounts, newest first
     * @description Scope: read.
     */
    get: operations['listFundingAccounts'];
    put?: never;
    /**
     * Create a funding account
     * @description With an amount it accepts one payment of exactly that amount; without, any deposit. Scope: write.
     */
    post: operations['createFundingAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/funding-accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a funding account
     * @description Scope: read.
     */
    get: operations['getFundingAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the metadata of a funding account
     * @description Works in any status. Only the metadata changes, and no event is published. Scope: write.
     */
    patch: operations['updateFundingAccount'];
    trace?: never;
  };
  '/v1/funding-accounts/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a funding account
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getFundingAccountTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payins': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List pay-ins, newest first
     * @description Scope: read.
     */
    get: operations['listPayins'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payins/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a pay-in
     * @description Scope: read.
     */
    get: operations['getPayin'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payins/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a pay-in
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getPayinTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/refunds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List refunds, newest first
     * @description Scope: read.
     */
    get: operations['listRefunds'];
    put?: never;
    /**
     * Create a refund
     * @description Sends a credited pay-in back, in whole or in part, from the available balance. pending_review if risk rules hold it; it already counts against the refundable amount. Scope: write.
     */
    post: operations['createRefund'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/refunds/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a refund
     * @description Scope: read.
     */
    get: operations['getRefund'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the metadata of a refund
     * @description Works in any status. Only the metadata changes, and no event is published. Scope: write.
     */
    patch: operations['updateRefund'];
    trace?: never;
  };
  '/v1/refunds/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a refund
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getRefundTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payouts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payouts, newest first
     * @description Scope: read.
     */
    get: operations['listPayouts'];
    put?: never;
    /**
     * Create a payout
     * @description Uses the price of a quote, or the present price. A payout that the balance cannot fund is created as failed. Scope: write.
     */
    post: operations['createPayout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payouts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a payout
     * @description Scope: read.
     */
    get: operations['getPayout'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the metadata of a payout
     * @description Works in any status. Only the metadata changes, and no event is published. Scope: write.
     */
    patch: operations['updatePayout'];
    trace?: never;
  };
  '/v1/payouts/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a payout
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getPayoutTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payouts/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a payout
     * @description Requests that it is not sent. 202 while the cancellation is in progress, 200 if the payout is already cancelled. Scope: write.
     */
    post: operations['cancelPayout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/remittances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List remittances, newest first
     * @description Scope: read.
     */
    get: operations['listRemittances'];
    put?: never;
    /**
     * Create a remittance
     * @description Uses the price of a quote, and is paid by the next deposit into a funding account or by a credited pay-in. It makes at most one payout. If the payment is late or too little, it fails and the money stays available. Scope: write.
     */
    post: operations['createRemittance'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/remittances/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a remittance
     * @description Scope: read.
     */
    get: operations['getRemittance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the metadata of a remittance
     * @description Works in any status. Only the metadata changes, and no event is published. Scope: write.
     */
    patch: operations['updateRemittance'];
    trace?: never;
  };
  '/v1/remittances/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a remittance
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getRemittanceTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payout-batches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payout batches, newest first
     * @description Scope: read.
     */
    get: operations['listPayoutBatches'];
    put?: never;
    /**
     * Create a payout batch
     * @description Up to 1000 payouts in a body of up to 1 MiB. One malformed item refuses the whole batch; `message` names up to ten such items.
     *     Otherwise the batch is accepted, and each item becomes at most one payout, in the order of `items`. An item that cannot be paid
     *     is refused on its own, with the `error_code` that a single payout would have had.
     *
     *     A file of up to 2 MiB is taken as `text/csv`: UTF-8, commas, and a header row with `beneficiary_id`, `quote_id`, `source_currency`, `amount`, `amount_side`, `reference`, `description` or `metadata.<key>`.
     *     In place of beneficiary_id, `method`, `currency`, `country`, `customer_id`, `holder`, `label` and `details.<field>` describe a beneficiary, which is found or created.
     *     A beneficiary that cannot be created refuses the whole file. Faults name line and column, and `param` is like `line[5].amount`.
     *
     *     As `application/xml` the file is pain.001.001.03 or pain.001.001.09 of ISO 20022. `EndToEndId` becomes the reference of a payout, and
     *     `MsgId` the `message_id` of the batch; a message id that another batch has gives 409 `message_id_reused`. `param` is then the path of the
     *     element at fault. GET /v1/payout-batches/{id}/status-report answers with pain.002. Scope: write.
     */
    post: operations['createPayoutBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payout-batches/template': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a template for a payout batch
     * @description A CSV file with the columns of one payout method and a row of examples: replace the row and send the file to POST /v1/payout-batches. Scope: read.
     */
    get: operations['getPayoutBatchTemplate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payout-batches/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a payout batch
     * @description A payout with unknown outcome keeps its batch processing. Scope: read.
     */
    get: operations['getPayoutBatch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the metadata of a payout batch
     * @description Works in any status. Only the metadata changes, and no event is published. Scope: write.
     */
    patch: operations['updatePayoutBatch'];
    trace?: never;
  };
  '/v1/payout-batches/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a payout batch
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getPayoutBatchTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payout-batches/{id}/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the items of a payout batch, in their order
     * @description Scope: read.
     */
    get: operations['listPayoutBatchItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payout-batches/{id}/status-report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the status report of a payout batch
     * @description ISO 20022 pain.002 with the present status of each item, for the program that sent the file: pain.002.001.03 for pain.001.001.03, otherwise pain.002.001.10. A batch of JSON or CSV has its id in place of a message id.
     *
     *     Status codes: PDNG (not sent yet, or it waits for people), ACSP (in flight, or its outcome is unknown), ACSC (paid), RJCT (not paid, or paid back). Of RJCT, `Rsn/Prtry` is the failure or error code, `cancelled` or `returned`. Scope: read.
     */
    get: operations['getPayoutBatchStatusReport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payout-batches/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a payout batch
     * @description Recorded at once (202) and carried out item by item: pending items and payouts that were not sent are cancelled;
     *     the others get a `not_cancelled_reason`. Repeating it returns 200 and changes nothing. Scope: write.
     */
    post: operations['cancelPayoutBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payouts/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a payout
     * @description The answer that POST /v1/payouts would give to this body now. The same rules decide on the same state, but nothing is stored: no key, no quote, no limit, no event. A request that would be refused returns 200 with its `refusal`; a malformed body is refused as usual. An `Idempotency-Key` is checked for its form and otherwise ignored. Scope: write.
     */
    post: operations['previewPayout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payout-batches/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a payout batch
     * @description The result that POST /v1/payout-batches would have for this body now, item by item, if nothing else moved meanwhile. The same rules decide on the same state, but nothing is stored: no key, no quote, no limit, no event. A request that would be refused returns 200 with its `refusal`; a malformed body is refused as usual. An `Idempotency-Key` is checked for its form and otherwise ignored. Scope: write.
     */
    post: operations['previewPayoutBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/refunds/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a refund
     * @description The answer that POST /v1/refunds would give to this body now. The same rules decide on the same state, but nothing is stored: no key, no quote, no limit, no event. A request that would be refused returns 200 with its `refusal`; a malformed body is refused as usual. An `Idempotency-Key` is checked for its form and otherwise ignored. Scope: write.
     */
    post: operations['previewRefund'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settlement-destinations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List settlement destinations, newest first
     * @description Scope: read.
     */
    get: operations['listSettlementDestinations'];
    put?: never;
    /**
     * Create a settlement destination
     * @description Returns 200 with the existing destination if it is already registered. If the platform has disabled it, the answer is 409 destination_disabled. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`). Scope: write.
     */
    post: operations['createSettlementDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settlement-destinations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a settlement destination
     * @description Scope: read.
     */
    get: operations['getSettlementDestination'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settlement-destinations/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a settlement destination
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getSettlementDestinationTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settlement-schedules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List settlement schedules, newest first
     * @description The platform puts schedules in force and closes them. Scope: read.
     */
    get: operations['listSettlementSchedules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settlements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List settlements, newest first
     * @description Scope: read.
     */
    get: operations['listSettlements'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settlements/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a settlement
     * @description Includes the first 10000 journals of its figures; the statement has all. Once some of them are archived, the answer is 410 `archived`. Scope: read.
     */
    get: operations['getSettlement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settlements/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a settlement
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getSettlementTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settlement-configuration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the settlement configuration
     * @description How each currency settles that the account holds or has a schedule for. state describes the whole account. Scope: read.
     */
    get: operations['getSettlementConfiguration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/withdrawals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List withdrawals, newest first
     * @description Scope: read.
     */
    get: operations['listWithdrawals'];
    put?: never;
    /**
     * Create a withdrawal
     * @description Sends money from the balance in the destination's currency, and holds amount and fee together. Above the platform's threshold it is pending_approval. If the balance cannot fund it, it is created as failed with insufficient_funds, and its key is used up. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`). Scope: write.
     */
    post: operations['createWithdrawal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/withdrawals/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a withdrawal
     * @description Scope: read.
     */
    get: operations['getWithdrawal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the metadata of a withdrawal
     * @description Works in any status. Only the metadata changes, and no event is published. Scope: write.
     */
    patch: operations['updateWithdrawal'];
    trace?: never;
  };
  '/v1/withdrawals/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a withdrawal
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getWithdrawalTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approval-policy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the approval policy
     * @description For signed-in owners. Without a policy nothing has to be approved. Scope: read.
     */
    get: operations['getApprovalPolicy'];
    /**
     * Configure the approval policy
     * @description For signed-in owners. Replaces the whole policy; fields that are left out go back to their defaults. A stricter policy is in force at once. A looser one waits for another owner, if the account has one, and is shown as `pending_change` until then. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`). Scope: write.
     */
    put: operations['replaceApprovalPolicy'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List approvals, newest first
     * @description Scope: read.
     */
    get: operations['listApprovals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve an approval
     * @description Scope: read.
     */
    get: operations['getApproval'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of an approval
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getApprovalTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve what waits for an approval
     * @description For signed-in owners and admins, never the one who asked. With the last approval that is required the payout or batch is sent. Approving twice changes nothing. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`). Scope: write.
     */
    post: operations['approveApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/decline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decline what waits for an approval
     * @description For signed-in owners and admins. The payout, or each payout of the batch, fails with `approval_declined`, and its money is available again. Scope: write.
     */
    post: operations['declineApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events, oldest first
     * @description next_cursor is always present, even on an empty page: store it and pass it as after. No event is skipped: if events after it are archived, the answer is 410 `archived`. Without after, the list begins with the first event that is not archived; `archived_before` on its first and last page says from when on it is complete. Scope: read.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve an event
     * @description An event of an archived day gives 410 `archived`. Scope: read.
     */
    get: operations['getEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook endpoints, newest first
     * @description Scope: read.
     */
    get: operations['listWebhookEndpoints'];
    put?: never;
    /**
     * Create a webhook endpoint
     * @description It receives events from now on. Only this answer contains the secret; a replay does not. Scope: write.
     */
    post: operations['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries to a webhook endpoint, newest first
     * @description Scope: read.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a webhook endpoint
     * @description For 24 hours both secrets sign, the new one first. Only this answer contains the new secret; a replay does not. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`). Scope: write.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/ping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ping a webhook endpoint
     * @description Makes one attempt, ahead of the queue, whatever the event_types; a paused endpoint can be pinged too. The event is in the log; its data is the endpoint without description and secret. At most 5 a minute. Scope: write.
     */
    post: operations['pingWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/{id}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Redeliver an event
     * @description To endpoint_id, or to every endpoint that subscribes to its type, even if it was delivered before. A paused endpoint gets it when it resumes. Scope: write.
     */
    post: operations['redeliverEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a webhook endpoint
     * @description Scope: read.
     */
    get: operations['getWebhookEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook endpoint
     * @description Cancels its pending deliveries. Scope: write.
     */
    delete: operations['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Update a webhook endpoint
     * @description Changes, pauses or resumes the endpoint. Scope: write.
     */
    patch: operations['updateWebhookEndpoint'];
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a webhook endpoint
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getWebhookEndpointTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/hosted-page': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the hosted page
     * @description Returns the defaults, without id, if it was never configured. Scope: read.
     */
    get: operations['getHostedPage'];
    /**
     * Configure the hosted page
     * @description Replaces the whole configuration; omitted fields get their defaults. Scope: write.
     */
    put: operations['replaceHostedPage'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/hosted-domains': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List hosted domains, newest first
     * @description Scope: read.
     */
    get: operations['listHostedDomains'];
    put?: never;
    /**
     * Claim a hosted domain
     * @description Publish verification_token as a TXT record at _psp-verification.<hostname>. It is looked up for 72 hours. At most ten claims can be pending. Scope: write.
     */
    post: operations['claimHostedDomain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/hosted-domains/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a hosted domain
     * @description Scope: read.
     */
    get: operations['getHostedDomain'];
    put?: never;
    post?: never;
    /**
     * Remove a hosted domain
     * @description The page is no longer served under this name, and anyone may claim it. Scope: write.
     */
    delete: operations['removeHostedDomain'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/hosted-domains/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a hosted domain
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getHostedDomainTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/hosted-sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List hosted sessions, newest first
     * @description Scope: read.
     */
    get: operations['listHostedSessions'];
    put?: never;
    /**
     * Create a hosted session
     * @description Send the customer to path on the page's host. Only this answer contains token and path; a replay does not. Scope: write.
     */
    post: operations['createHostedSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/hosted-sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a hosted session
     * @description Scope: read.
     */
    get: operations['getHostedSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the metadata of a hosted session
     * @description Works in any status. Only the metadata changes, and no event is published. Scope: write.
     */
    patch: operations['updateHostedSession'];
    trace?: never;
  };
  '/v1/hosted-sessions/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the timeline of a hosted session
     * @description Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events. Scope: read.
     */
    get: operations['getHostedSessionTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reconciliation-exceptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List reconciliation exceptions, newest first
     * @description A mismatch with a provider moves no money. If the platform corrects a balance, the statement has an entry with origin adjustment. Scope: read.
     */
    get: operations['listReconciliationExceptions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reports/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run a report
     * @description Everything from `from` until before `to`, at most 366 days: operations by created_at, ledger entries by occurred_at. A period may end in the future. JSON comes in pages. `format=csv` streams the whole period (RFC 4180, CRLF, UTF-8 without BOM; null is empty, an empty text is `""`) with the columns in the first row, the headers Report-Source and Report-As-Of, and the trailers Report-Rows and Repr-Digest (sha-256). An interrupted download has no trailers. A transactions stream continues after the entry whose id is `after`. A ledger report whose period begins before the entries that are kept online gives 410 `archived`. If too many downloads run, the answer is 503 with Retry-After.
     *     - `transactions` (ledger, oldest first): Every entry of the account's balances. Columns: entry_id, journal_id, occurred_at, purpose, account, direction, amount, currency, origin_type, origin_id.
     *     - `payins` (operations, oldest first): Pay-ins; refunded is the amount sent back. Columns: id, created_at, completed_at, status, funding_account_id, method, paid_amount, paid_currency, amount, currency, refunded, failure_code, bank_reference_kind, bank_reference.
     *     - `payouts` (operations, oldest first): Payouts; with currency, only those paid from it. Columns: id, created_at, completed_at, status, method, beneficiary_id, source_currency, principal, platform_fee, tenant_markup, total, destination_amount, destination_currency, rate, batch_id, remittance_id, failure_code, reference, metadata, bank_reference_kind, bank_reference.
     *     - `remittances` (operations, oldest first): Remittances; with currency, only those paid from it. Columns: id, created_at, status, payin_id, payout_id, source_amount, source_currency, destination_amount, destination_currency, rate, failure_code, reference, metadata.
     *     - `refunds` (operations, oldest first): Refunds of pay-ins. Columns: id, created_at, completed_at, status, payin_id, amount, currency, failure_code, reference, metadata, bank_reference_kind, bank_reference.
     *     - `withdrawals` (operations, oldest first): Withdrawals, by time of creation. Columns: id, created_at, completed_at, status, destination_id, amount, fee, total, currency, failure_code, reference, metadata, bank_reference_kind, bank_reference.
     *     - `settlements` (operations, oldest first): Settlements, by time of creation. Columns: id, created_at, completed_at, status, currency, period_from, period_to, amount, fee, total, failure_code, bank_reference_kind, bank_reference.
     *     - `fees` (ledger, oldest first): Fees as posted: platform_fee, and tenant_markup, which the account earns. Columns: occurred_at, journal_id, kind, origin_type, origin_id, amount, currency.
     *     - `fx` (ledger, oldest first): Conversions as posted; with currency, those with it on either side. The rate is the payout's, otherwise units bought for one unit sold, to 12 digits. Columns: occurred_at, journal_id, origin_type, origin_id, sold_amount, sold_currency, bought_amount, bought_currency, rate.
     *     - `balances` (ledger, whole): Opening, credits, debits and closing of each part of each balance ever held; opening + credits - debits = closing. Columns: currency, account, opening, credits, debits, closing. Scope: read.
     */
    get: operations['runReport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List requests, newest first
     * @description The /v1 requests of the account, except reads of this log. They are kept for at least 30 days unless the platform sets another time; at most the newest 100,000. Successful GETs are sampled: of one operation 100 at once, then one every ten seconds; of all accounts 500 at once, then 100 a second. A line appears within a second of the answer. Lines may be missing after a crash or a long database outage. Scope: read.
     */
    get: operations['listRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/requests/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a request
     * @description Scope: read.
     */
    get: operations['getRequest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/deposits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a deposit
     * @description Simulates a deposit into a funding account. Returns the pay-in, or the reconciliation exception if the deposit does not match the request. Scope: write. Sandbox only.
     */
    post: operations['createSandboxDeposit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/operations/{id}/evidence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create evidence of an operation
     * @description Decides how a payout, refund, withdrawal or settlement in flight ended at the bank. returned is also accepted for a completed payout. Returns the operation as a retrieve would. Scope: write. Sandbox only.
     */
    post: operations['createSandboxEvidence'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idempotency-keys/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look up what an idempotency key made
     * @description After a timeout: 404 means that no request with this key was accepted, so sending it again is safe. Scope: read.
     */
    get: operations['getIdempotencyKey'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/sign-in': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a sign-in code
     * @description Always returns 202. A member gets a mail with a six-digit code, in their language, or else in that of Accept-Language (en, es, pt). A code is valid for ten minutes, also after a new one is requested. Limits for one client (an IPv4 address or IPv6 /64): one code a minute, five an hour and twenty a day for one address; thirty an hour for all addresses. Limit for one address: thirty codes an hour; the last six only while it has no valid code. In sandbox: sixty codes a minute for a client, 360 for an address.
     */
    post: operations['signIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your sessions
     * @description Where you are signed in, in all your accounts: the newest 100 open sessions.
     */
    get: operations['listSessions'];
    put?: never;
    /**
     * Sign in with a code
     * @description Five wrong guesses spend a code for the client that made them. Fifty wrong guesses of all clients end the code, except for clients that requested a code themselves and have not guessed wrong. The first sign-in turns an open invitation into a membership.
     */
    post: operations['createSession'];
    /**
     * Sign out everywhere else
     * @description Ends all your sessions but this one. Their tokens stop working at once.
     */
    delete: operations['deleteOtherSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/sessions/current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Sign out
     * @description The token stops working at once.
     */
    delete: operations['deleteSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Sign out of a session
     * @description Ends one of your own sessions. Its token stops working at once.
     */
    delete: operations['deleteSessionById'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/preferences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update your preferences
     * @description Your language, in all your accounts. Before you choose one, it is that of your first sign-in. `GET /v1/me` shows it.
     */
    patch: operations['updatePreferences'];
    trace?: never;
  };
  '/dashboard/passkey-challenges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a passkey challenge
     * @description The browser signs the challenge with a passkey that the person picks; no account has to be named. It is valid for five minutes and is answered once, with the token. At most 60 challenges of a client can be open.
     */
    post: operations['startPasskeySignIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/passkey-sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with a passkey
     * @description The authenticator must have verified the person. A wrong, repeated or expired answer, and a signature counter that does not rise, are refused alike. The challenge is used up either way.
     */
    post: operations['createPasskeySession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your passkeys
     * @description Those of your own membership in the account; other members do not see them.
     */
    get: operations['listPasskeys'];
    put?: never;
    /**
     * Create a passkey
     * @description Adds the passkey that the browser made for your membership in the account. A member has at most ten. The session then counts as opened with it.
     */
    post: operations['createPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/passkeys/challenge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for the options of a new passkey
     * @description For `navigator.credentials.create` in this session. They are valid for five minutes and used once. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`).
     */
    post: operations['startPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/passkeys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a passkey of yours
     * @description It no longer works for sign-in, and your other sessions end. Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`).
     */
    delete: operations['deletePasskey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/confirmations/code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a confirmation code
     * @description Mails six digits to the member, valid for ten minutes. For members without a passkey. At most one a minute, five an hour and twenty a day for a session; in sandbox sixty a minute.
     */
    post: operations['sendConfirmationCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/confirmations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm with a code
     * @description Permits dangerous operations in this session for five minutes. A code ends after five wrong guesses. A sign-in code is not accepted.
     */
    post: operations['createConfirmation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/passkey-confirmations/challenge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a challenge to confirm
     * @description For the member's passkeys, to be signed by `navigator.credentials.get`. It is valid for five minutes, in this session, once.
     */
    post: operations['startPasskeyConfirmation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/passkey-confirmations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm with a passkey
     * @description Permits dangerous operations in this session for five minutes. From then on, the session counts as opened with the passkey.
     */
    post: operations['createPasskeyConfirmation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'funding_account.active': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * funding_account.active
     * @description The funding account has instructions and can be paid into.
     */
    post: operations['fundingAccountActive'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'funding_account.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * funding_account.failed
     * @description The provider did not open the funding account; see failure_code.
     */
    post: operations['fundingAccountFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payin.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payin.completed
     * @description The payment was credited to the balance.
     */
    post: operations['payinCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payin.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payin.failed
     * @description The payment was not credited; see failure_code.
     */
    post: operations['payinFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout.created
     * @description The payout was accepted.
     */
    post: operations['payoutCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout.completed
     * @description The provider has paid the payout.
     */
    post: operations['payoutCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout.failed
     * @description The payout was not paid; the reserved money is available again. See failure_code.
     */
    post: operations['payoutFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.cancelled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout.cancelled
     * @description The payout was cancelled before it was sent.
     */
    post: operations['payoutCancelled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.returned': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout.returned
     * @description The bank returned a completed payout; refund.status is pending.
     */
    post: operations['payoutReturned'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.return_settled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout.return_settled
     * @description The returned money is available again.
     */
    post: operations['payoutReturnSettled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'remittance.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * remittance.created
     * @description The remittance was accepted.
     */
    post: operations['remittanceCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'remittance.processing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * remittance.processing
     * @description The remittance is funded, and its payout is in flight.
     */
    post: operations['remittanceProcessing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'remittance.review': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * remittance.review
     * @description The remittance is funded; risk rules hold its payout.
     */
    post: operations['remittanceReview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'remittance.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * remittance.completed
     * @description The beneficiary was paid.
     */
    post: operations['remittanceCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'remittance.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * remittance.failed
     * @description Nothing was paid out; the credited money is available. See failure_code.
     */
    post: operations['remittanceFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'remittance.returned': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * remittance.returned
     * @description Its payout was sent back; the money returns in the settlement asset.
     */
    post: operations['remittanceReturned'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout_batch.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout_batch.created
     * @description The batch was accepted; its items become payouts one after another.
     */
    post: operations['payoutBatchCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout_batch.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout_batch.completed
     * @description Its last item ended, without a cancellation.
     */
    post: operations['payoutBatchCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout_batch.cancellation_requested': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout_batch.cancellation_requested
     * @description It is being cancelled, item by item.
     */
    post: operations['payoutBatchCancellationRequested'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout_batch.cancellation_finished': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout_batch.cancellation_finished
     * @description Its last item ended after cancellation was requested.
     */
    post: operations['payoutBatchCancellationFinished'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout_batch.updated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payout_batch.updated
     * @description An item of a finished batch changed: its payout was returned, or the returned money was settled. The status stays.
     */
    post: operations['payoutBatchUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'refund.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * refund.created
     * @description The refund was requested, and its money is reserved.
     */
    post: operations['refundCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'refund.approved': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * refund.approved
     * @description The refund was held for review, and the platform approved it.
     */
    post: operations['refundApproved'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'refund.processing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * refund.processing
     * @description The refund is in flight.
     */
    post: operations['refundProcessing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'refund.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * refund.completed
     * @description The payer has received it.
     */
    post: operations['refundCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'refund.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * refund.failed
     * @description The refund was not paid; the reserved money is available again. See failure_code.
     */
    post: operations['refundFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'settlement.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * settlement.created
     * @description A cut-off or the platform created the settlement; its money is committed.
     */
    post: operations['settlementCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'settlement.processing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * settlement.processing
     * @description The settlement is in flight.
     */
    post: operations['settlementProcessing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'settlement.on_hold': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * settlement.on_hold
     * @description The platform or its risk rules hold the settlement; nothing is sent until it is released.
     */
    post: operations['settlementOnHold'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'settlement.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * settlement.completed
     * @description The destination has received it.
     */
    post: operations['settlementCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'settlement.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * settlement.failed
     * @description The settlement was not paid; its money is available again. See failure_code.
     */
    post: operations['settlementFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'settlement_schedule.activated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * settlement_schedule.activated
     * @description The schedule was put in force.
     */
    post: operations['settlementScheduleActivated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'settlement_schedule.blocked': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * settlement_schedule.blocked
     * @description The schedule has no usable destination and settles nothing. Published once.
     */
    post: operations['settlementScheduleBlocked'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * withdrawal.created
     * @description The withdrawal was accepted, and its money is held.
     */
    post: operations['withdrawalCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.pending_approval': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * withdrawal.pending_approval
     * @description The withdrawal is above the threshold and waits for the platform.
     */
    post: operations['withdrawalPendingApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.approved': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * withdrawal.approved
     * @description The platform approved the withdrawal.
     */
    post: operations['withdrawalApproved'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.submitted': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * withdrawal.submitted
     * @description The bank has accepted it.
     */
    post: operations['withdrawalSubmitted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * withdrawal.completed
     * @description It was paid.
     */
    post: operations['withdrawalCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * withdrawal.failed
     * @description The withdrawal was not paid; held money is available again. See failure_code.
     */
    post: operations['withdrawalFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.cancelled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * withdrawal.cancelled
     * @description The platform declined it; the held money is available again.
     */
    post: operations['withdrawalCancelled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'approval.requested': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * approval.requested
     * @description Members have to approve something.
     */
    post: operations['approvalRequested'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'approval.decided': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * approval.decided
     * @description It was approved, declined, or expired; see status.
     */
    post: operations['approvalDecided'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'customer.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * customer.created
     * @description A customer was registered.
     */
    post: operations['customerCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'customer.updated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * customer.updated
     * @description The customer's metadata or compliance status changed.
     */
    post: operations['customerUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'customer.status_changed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * customer.status_changed
     * @description The customer was closed, blocked or unblocked.
     */
    post: operations['customerStatusChanged'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'beneficiary.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * beneficiary.created
     * @description A beneficiary was registered.
     */
    post: operations['beneficiaryCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'beneficiary.verified': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * beneficiary.verified
     * @description The platform verified the beneficiary.
     */
    post: operations['beneficiaryVerified'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'risk.review_required': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * risk.review_required
     * @description A payout, refund, withdrawal or settlement waits for the platform's decision; data.resource names it.
     */
    post: operations['riskReviewRequired'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'reconciliation.exception_created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * reconciliation.exception_created
     * @description A mismatch with the provider was found and is being examined.
     */
    post: operations['reconciliationExceptionCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'reconciliation.exception_resolved': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * reconciliation.exception_resolved
     * @description The exception was resolved.
     */
    post: operations['reconciliationExceptionResolved'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'hosted_session.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * hosted_session.created
     * @description A session on the hosted page was started.
     */
    post: operations['hostedSessionCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'hosted_session.payment_reported': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * hosted_session.payment_reported
     * @description The customer said that they have paid. Only the pay-in confirms it.
     */
    post: operations['hostedSessionPaymentReported'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook.ping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * webhook.ping
     * @description A webhook endpoint was pinged, or tested while failing. Only this endpoint receives the event.
     */
    post: operations['webhookPing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    Account: {
      id: string;
      /** @description Name of the account. */
      name: string;
      /** @description Status of the account. Only an active account can call the API, so `/v1` always shows active. active: it can use the API. suspended: its keys are refused for now; operations in flight continue. closed: its keys are refused until it is active again; operations in flight continue. */
      status: ('active' | 'suspended' | 'closed') | (string & {});
      /** @description sandbox or live. */
      environment: ('sandbox' | 'live') | (string & {});
      /** @description Asset that balances are held in and payouts are paid from. */
      primary_treasury_asset: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /** @description The API key or member that makes the request. */
      credential: {
        /** @description An API key of the account, or a person who is signed in. */
        type: ('api_key' | 'member') | (string & {});
        /** @description Id of the key or member. */
        id: string;
        /** @description Public prefix of the key; for a member, the member's id. */
        prefix: string;
        /** @description Name given when the key was issued. */
        label?: string;
        /** @description read permits every GET, write all other methods. */
        scopes: (('read' | 'write') | (string & {}))[];
        /**
         * Format: date-time
         * @description Time when the key was issued, or the session began.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time when the key or session expires. Absent: never.
         */
        expires_at?: string;
        /**
         * Format: date-time
         * @description API keys only: time of the last use, to the minute.
         */
        last_used_at?: string;
        /** @description Networks (CIDR) from which the key may be used. Absent: any network. */
        networks?: string[];
        /** @description Permissions of the key, such as payouts:write. Absent: everything its scopes allow. agent_writes is no limit: it lets agents make changes with the key. */
        permissions?: string[];
      };
    };
    Approval: {
      id: string;
      /** @description Status of an approval. pending: members have to decide. approved: enough members approved it, or the bank already has it. declined: a member declined it, or it ended without a decision. expired: no member decided in time. */
      status: ('pending' | 'approved' | 'declined' | 'expired') | (string & {});
      /** @description Kind of resource to approve. payout: a payout. payout_batch: a payout batch, with its payouts. account: a change that loosens the account's approval policy. member: a change of who is an owner of the account. */
      resource_type: ('payout' | 'payout_batch' | 'account' | 'member') | (string & {});
      /** @description Id of the resource to approve. */
      resource_id: string;
      /** @description How many members have to approve. */
      required: number;
      /** @description Who approved, when, and with what note. */
      given: {
        member_id: string;
        /** Format: date-time */
        at: string;
        note?: string;
      }[];
      /** @description The API key, member or operator that asked, who cannot approve. */
      requested_by: string;
      /** @description The member who declined it, or gave the last approval. */
      decided_by?: string;
      /** @description Why it was declined. */
      note?: string;
      /** @description What a change of a member sets once it is approved. */
      change?: {
        role?: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
        status?: ('invited' | 'active' | 'disabled') | (string & {});
      };
      /**
       * Format: date-time
       * @description When it expires unless it is decided.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When it was requested.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description When it was decided.
       */
      decided_at?: string;
    };
    ApprovalApprove: {
      /** @description Reason. All members of the account can read it. */
      note?: string;
    };
    ApprovalDecline: {
      /** @description Reason. All members of the account can read it. */
      note?: string;
    };
    ApprovalEvent: {
      id: string;
      /** @enum {string} */
      type: 'approval.requested' | 'approval.decided';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: components['schemas']['Approval'];
    };
    ApprovalList: {
      data: components['schemas']['Approval'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    ApprovalPolicy: {
      /** @description Absent: single payouts need no approval. */
      payouts?: {
        /** @description Payouts with a principal of more than any of these amounts need approval. Other currencies are converted at the present rate. */
        above: {
          /** @description ISO 4217 code, USDT or USDC. */
          currency: string;
          amount: string;
        }[];
        /** @description Payouts to a beneficiary younger than this many days need approval, regardless of the amount. */
        new_beneficiary_days?: number;
      };
      /** @description Absent: batches need no approval. */
      batches?: {
        /** @description Batches whose items add up to more than any of these amounts need approval. Other currencies are converted at the present rate. */
        above: {
          /** @description ISO 4217 code, USDT or USDC. */
          currency: string;
          amount: string;
        }[];
      };
      /** @description How many members have to approve. */
      approvals: 1 | 2;
      /** @description Seconds after which an undecided approval expires. */
      expires_in: number;
      /** @description Whether payouts need a payee check. */
      payee_check: ('off' | 'warn' | 'require') | (string & {});
      /** @description The approval by another owner that a looser policy waits for. */
      pending_change?: components['schemas']['Approval'];
    };
    ApprovalPolicyUpdate: {
      /** @description Absent: single payouts need no approval. */
      payouts?: {
        /** @description Payouts with a principal of more than any of these amounts need approval. Other currencies are converted at the present rate. */
        above: {
          /** @description ISO 4217 code, USDT or USDC. */
          currency: string;
          amount: string;
        }[];
        /** @description Payouts to a beneficiary younger than this many days need approval, regardless of the amount. */
        new_beneficiary_days?: number;
      };
      /** @description Absent: batches need no approval. */
      batches?: {
        /** @description Batches whose items add up to more than any of these amounts need approval. Other currencies are converted at the present rate. */
        above: {
          /** @description ISO 4217 code, USDT or USDC. */
          currency: string;
          amount: string;
        }[];
      };
      /** @description How many members have to approve; 1 unless given. */
      approvals?: 1 | 2;
      /** @description Seconds after which an undecided approval expires; 604800 (7 days) unless given. */
      expires_in?: number;
      /**
       * @description require refuses payouts to a beneficiary whose payee check found another holder, is missing or is older than 30 days; warn lets previews say so in `warnings`; off unless given.
       * @enum {string}
       */
      payee_check?: 'off' | 'warn' | 'require';
    };
    Balance: {
      currency: string;
      /** @description Whether it is the balance in the primary treasury asset. */
      primary: boolean;
      /** @description Money that can be spent now. */
      available: string;
      /** @description Recognised, but cannot be spent yet. */
      pending: string;
      /** @description Held for operations in flight. */
      reserved: string;
      /** @description Committed to a settlement in flight. */
      in_settlement: string;
      /** @description The account's own markup; not part of total. */
      earnings: string;
      /** @description available + pending + reserved + in_settlement */
      total: string;
      /**
       * Format: date-time
       * @description Time of its last movement.
       */
      as_of?: string;
    };
    BalanceEntry: {
      /** @description Pass it as after to continue from here. */
      id: string;
      /** @description Entries with the same journal_id are the sides of one operation. */
      journal_id: string;
      /** @description Open set, such as funding_deposit or payout_reserve. */
      purpose: string;
      /** @description Part of the balance that moved. */
      account: ('available' | 'pending' | 'reserved' | 'in_settlement' | 'earnings') | (string & {});
      /** @description credit raises the balance, debit lowers it. */
      direction: ('credit' | 'debit') | (string & {});
      /** @description Always above zero. */
      amount: string;
      currency: string;
      /** @description Operation that moved it. */
      origin: {
        /** @description Open set, such as payin or payout. */
        type: string;
        id: string;
      };
      /**
       * Format: date-time
       * @description Time when the journal was posted.
       */
      occurred_at: string;
      /** @description That part of the balance after the entry. */
      resulting_balance: string;
    };
    BalanceEntryList: {
      data: components['schemas']['BalanceEntry'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
      /**
       * Format: date-time
       * @description Entries before this time are archived and not in the list.
       */
      archived_before?: string;
    };
    Balances: {
      data: components['schemas']['Balance'][];
    };
    Beneficiary: {
      id: string;
      /** @description The method. */
      method: string;
      /** @description Currency that it receives. */
      currency: string;
      /** @description Country of the method, if it has one. */
      country?: string;
      /** @description Customer on whose behalf it is paid. */
      customer_id?: string;
      /** @description Name of the account holder, as given by the account. */
      holder?: string;
      /** @description The account's own label for it. Its customer sees it on hosted pages. */
      label?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata: {
        [key: string]: string;
      };
      /** @description Whether a beneficiary can be paid. active: it can. archived: it can no longer be paid. */
      status: ('active' | 'archived') | (string & {});
      /** @description Result of the platform's verification. unverified: not verified yet. verified: verified; final. failed: failed. */
      verification_status: ('unverified' | 'verified' | 'failed') | (string & {});
      /**
       * Format: date-time
       * @description Time of verification.
       */
      verified_at?: string;
      /** @description Last payee check, if any. */
      payee_check?: components['schemas']['PayeeCheck'];
      /**
       * Format: date-time
       * @description Time of registration.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
    };
    BeneficiaryCreate: {
      /** @description A payout method from capabilities. */
      method: string;
      /** @description Currency that it receives. */
      currency: string;
      /** @description Set by the method, if the method has a country. */
      country?: string;
      /** @description Required if the country needs a sender. */
      customer_id?: string;
      /** @description The beneficiary_fields of the capability; a dotted name is a nested object. Never returned. */
      details: {
        [key: string]: unknown;
      };
      /** @description Not part of the account's identity. */
      holder?: string;
      label?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata?: {
        [key: string]: string;
      };
    };
    BeneficiaryEvent: {
      id: string;
      /** @enum {string} */
      type: 'beneficiary.created' | 'beneficiary.verified';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description The method. */
        method: string;
        /** @description Currency that it receives. */
        currency: string;
        /** @description Country of the method, if it has one. */
        country?: string;
        /** @description Customer on whose behalf it is paid. */
        customer_id?: string;
        /** @description The account's own label for it. Its customer sees it on hosted pages. */
        label?: string;
        /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
        metadata: {
          [key: string]: string;
        };
        /** @description Whether a beneficiary can be paid. active: it can. archived: it can no longer be paid. */
        status: ('active' | 'archived') | (string & {});
        /** @description Result of the platform's verification. unverified: not verified yet. verified: verified; final. failed: failed. */
        verification_status: ('unverified' | 'verified' | 'failed') | (string & {});
        /**
         * Format: date-time
         * @description Time of verification.
         */
        verified_at?: string;
        /**
         * Format: date-time
         * @description Time of registration.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
      };
    };
    BeneficiaryList: {
      data: components['schemas']['Beneficiary'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    Capability: {
      product: ('payin' | 'payout' | 'remittance') | (string & {});
      /** @description Absent for a remittance. */
      operation?: ('payout' | 'payin') | (string & {});
      /** @description Payment method code, such as pix; for a remittance, the payout's. */
      method: string;
      /** @description Currency that the beneficiary receives; for a pay-in, what the payer sends. */
      currency: string;
      /** @description If the method has one; for a remittance, the destination country. */
      country?: string;
      /** @description false: it cannot be used now; see reason. */
      available: boolean;
      /** @description Why it is unavailable. Using it gives: suspended 503 operation_suspended, not_enabled 422 unsupported_method, no_provider a failed operation. */
      reason?: ('suspended' | 'not_enabled' | 'no_provider') | (string & {});
      /** @description account: any deposit, created without amount. payment: one payment of the stated amount. */
      collection?: (('account' | 'payment') | (string & {}))[];
      /** @description Pay-in and remittance: currency that the payer pays. */
      payment_currency?: string;
      /** @description Pay-in and remittance: currency credited by default. */
      settlement_asset?: string;
      /** @description Currencies in which a pay-in can be credited. */
      settlement_currencies?: string[];
      /** @description Remittance only. */
      source_country?: string;
      /** @description Remittance only. */
      source_currency?: string;
      /** @description Remittance only. */
      source_method?: string;
      /** @description Whether its pay-ins can be refunded, and in part. */
      features?: (('refund' | 'partial_refund') | (string & {}))[];
      limits: {
        currency: string;
        /** @description Most that one operation may move. */
        per_operation: string;
        /** @description Most that all operations of 24 hours may move. */
        daily: string;
      }[];
      /** @description Payout and remittance: usual longest time until the beneficiary has the money, once it is sent. It is not a promise. */
      arrives_within_seconds?: number;
      beneficiary_fields?: components['schemas']['FieldSpec'][];
      customer_fields?: components['schemas']['FieldSpec'][];
      payment_method_fields?: components['schemas']['FieldSpec'][];
    };
    CapabilityList: {
      data: components['schemas']['Capability'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    Confirmation: {
      /**
       * Format: date-time
       * @description Until then the session may do dangerous operations. Real time.
       */
      confirmed_until: string;
    };
    /** @description A code is on its way, unless too many were asked for; earlier codes stay valid. */
    ConfirmationCode: Record<string, never>;
    ConfirmationCreate: {
      /** @description The six digits from the mail. */
      code: string;
    };
    Customer: {
      id: string;
      /** @description The account's own id for the customer. */
      external_id: string;
      /** @description Type of a customer. individual: a person. business: a company. */
      type: ('individual' | 'business') | (string & {});
      /** @description Status of a customer. active: payouts for the customer are possible. blocked: blocked by the platform, which alone can unblock it. No payouts are made for it. closed: closed by the account; final. No payouts are made for it. */
      status: ('active' | 'blocked' | 'closed') | (string & {});
      /** @description ISO 3166-1 alpha-2 code. */
      country: string;
      /** @description Name to show. Empty if the service cannot decrypt it. */
      display_name: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata: {
        [key: string]: string;
      };
      /** @description Result of the platform's checks. unverified: not checked yet. pending: being checked. verified: passed. rejected: failed. No payouts are made for this customer. review: needs a manual review. */
      compliance_status: ('unverified' | 'pending' | 'verified' | 'rejected' | 'review') | (string & {});
      /**
       * Format: date-time
       * @description Time of registration.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
      /** @description Personal data, as given by the account. Only on retrieve. */
      profile?: components['schemas']['CustomerProfile'];
    };
    CustomerCreate: {
      /** @description The account's own id, unique in the account. */
      external_id: string;
      /** @enum {string} */
      type: 'individual' | 'business';
      /** @description ISO 3166-1 alpha-2 code. */
      country: string;
      /** @description Kept encrypted. */
      display_name: string;
      /** @description Fields required by the country: see customer_fields in capabilities. Checked when a payout is sent. */
      profile?: components['schemas']['CustomerProfile'];
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata?: {
        [key: string]: string;
      };
    };
    CustomerEvent: {
      id: string;
      /** @enum {string} */
      type: 'customer.created' | 'customer.updated' | 'customer.status_changed';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description The account's own id for the customer. */
        external_id: string;
        /** @description Type of a customer. individual: a person. business: a company. */
        type: ('individual' | 'business') | (string & {});
        /** @description Status of a customer. active: payouts for the customer are possible. blocked: blocked by the platform, which alone can unblock it. No payouts are made for it. closed: closed by the account; final. No payouts are made for it. */
        status: ('active' | 'blocked' | 'closed') | (string & {});
        /** @description ISO 3166-1 alpha-2 code. */
        country: string;
        /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
        metadata: {
          [key: string]: string;
        };
        /** @description Result of the platform's checks. unverified: not checked yet. pending: being checked. verified: passed. rejected: failed. No payouts are made for this customer. review: needs a manual review. */
        compliance_status: ('unverified' | 'pending' | 'verified' | 'rejected' | 'review') | (string & {});
        /**
         * Format: date-time
         * @description Time of registration.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
      };
    };
    CustomerList: {
      data: components['schemas']['Customer'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    CustomerProfile: {
      /** @description Individuals only; send it together with last_name. */
      first_name?: string;
      last_name?: string;
      /**
       * Format: date
       * @description Individuals only; a day in the past.
       */
      date_of_birth?: string;
      /**
       * @description Send it together with identity_document.
       * @enum {string}
       */
      identity_document_type?:
        | 'DNI'
        | 'RUC'
        | 'CE'
        | 'PAS'
        | 'PTP'
        | 'PASSPORT'
        | 'NATIONAL_ID'
        | 'RESIDENCE_PERMIT'
        | 'TAX_ID'
        | 'DRIVER_LICENSE';
      /** @description In the format of identity_document_country, or else of the customer's country. Peru: DNI has 8 digits, RUC 11 with check digit, CE and PAS 6 to 12 letters and digits, PTP 6 to 15. PASSPORT has 5 to 15. */
      identity_document?: string;
      /** @description Only with identity_document. */
      identity_document_country?: string;
      /** Format: email */
      email?: string;
      phone?: string;
      tax_id?: string;
      /** @description Businesses. */
      registration_number?: string;
      address?: {
        line1?: string;
        line2?: string;
        city?: string;
        state?: string;
        postal_code?: string;
        /** @description ISO 3166-1 alpha-2 code. */
        country?: string;
      };
    };
    CustomerUpdate: {
      /** @description Replaces the whole object. */
      metadata?: {
        [key: string]: string;
      };
      /**
       * @description closed is final.
       * @enum {string}
       */
      status?: 'active' | 'closed';
    };
    Deposit:
      | components['schemas']['Payin']
      | {
          funding_account_id: string;
          reconciliation_exception_id: string;
        };
    DepositCreate: {
      funding_account_id: string;
      /** @description Default: the amount requested. */
      amount?: string;
      /** @description The bank's own reference, without leading or trailing spaces. The same reference and amount twice is one pay-in. Another amount is a provider_mismatch exception; another outcome than the pay-in's is a late_payment_evidence exception; reversed takes the payment back. */
      reference?: string;
      /**
       * @description Default: completed.
       * @enum {string}
       */
      outcome?: 'completed' | 'failed' | 'reversed';
      /** @description Delay until the bank decides. Default: 0. */
      delay_ms?: number;
    };
    Error: {
      error: {
        /**
         * @description Branch on it; the list is closed.
         * @enum {string}
         */
        type:
          | 'invalid_request'
          | 'authentication_error'
          | 'permission_error'
          | 'not_found'
          | 'conflict'
          | 'rate_limited'
          | 'internal_error'
          | 'unavailable';
        /** @description Stable; new codes may appear. */
        code: string;
        /** @description For people; may change. */
        message: string;
        /** @description Field, parameter or header at fault. */
        param?: string;
        reasons?: string[];
        /**
         * Format: date-time
         * @description With code archived: since when it is archived.
         */
        archived_at?: string;
        /** @description Equals X-Request-Id. */
        request_id?: string;
      };
    };
    /** @description One schema per type; treat unknown types as OtherEvent. */
    Event:
      | components['schemas']['FundingAccountEvent']
      | components['schemas']['PayinEvent']
      | components['schemas']['PayoutEvent']
      | components['schemas']['RemittanceEvent']
      | components['schemas']['PayoutBatchEvent']
      | components['schemas']['RefundEvent']
      | components['schemas']['SettlementEvent']
      | components['schemas']['SettlementScheduleEvent']
      | components['schemas']['WithdrawalEvent']
      | components['schemas']['ApprovalEvent']
      | components['schemas']['CustomerEvent']
      | components['schemas']['BeneficiaryEvent']
      | components['schemas']['RiskReviewEvent']
      | components['schemas']['ReconciliationExceptionEvent']
      | components['schemas']['HostedSessionEvent']
      | components['schemas']['WebhookEndpointEvent']
      | components['schemas']['OtherEvent'];
    EventList: {
      data: components['schemas']['Event'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
      /**
       * Format: date-time
       * @description Events before this time are archived and not in the list.
       */
      archived_before?: string;
    };
    EventRedeliver: {
      endpoint_id?: string;
    };
    EvidenceCreate: {
      /**
       * @description The bank's result: paid, never paid, or reversed.
       * @enum {string}
       */
      outcome: 'paid' | 'not_executed' | 'returned';
      /** @description The failure_code for not_executed, shown in lower case. */
      code?: string;
    };
    EvidencedOperation:
      | components['schemas']['Payout']
      | components['schemas']['Refund']
      | components['schemas']['Settlement']
      | components['schemas']['Withdrawal'];
    FieldSpec: {
      /** @description Nested fields are written with a dot. */
      name: string;
      type: ('string' | 'number' | 'iban' | 'phone' | 'email' | 'date' | 'enum') | (string & {});
      required: boolean;
      description: string;
      /** @description Regular expression for the whole value. */
      pattern?: string;
      enum?: string[];
      note?: string;
    };
    FundingAccount: {
      id: string;
      /** @description Status of a funding account. pending: being opened at the provider. active: it can. failed: it could not be opened. closed: it accepts no more payments: paid, failed or expired. */
      status: ('pending' | 'active' | 'failed' | 'closed') | (string & {});
      /** @description The method. */
      method: string;
      /** @description Currency that payers send. */
      currency: string;
      /** @description Balance that is credited. */
      settlement_currency: string;
      /** @description Exact amount of its one payment. Absent: it accepts any deposit. */
      amount?: string;
      /** @description How to pay. Present once active. amount, currency: what to pay, always the order amount; copy_paste_code: paste it in the banking app; qr_code_image_base64: a PNG; bank_account: transfer to it; reference: put it in the transfer; bank_name: bank of that account; account_holder: its holder; payment_url: link to pay; expires_at: deadline. New keys may be added: show or ignore them. */
      instructions?: {
        [key: string]: string;
      };
      /** @description Why it could not be opened: provider_rejected, provider_unavailable, provider_amount_mismatch, no_route; open set. */
      failure_code?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
    };
    FundingAccountCreate: {
      /** @description A pay-in method from capabilities. */
      method: string;
      /** @description Currency that the payer sends. */
      currency: string;
      /** @description For one payment of exactly this amount. */
      amount?: string;
      /** @description Only with amount: the capability's payment_method_fields, by full dotted name. */
      payer?: {
        [key: string]: string;
      };
      /** @description Default: the method's first settlement currency. */
      settlement_currency?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata?: {
        [key: string]: string;
      };
    };
    FundingAccountEvent: {
      id: string;
      /** @enum {string} */
      type: 'funding_account.active' | 'funding_account.failed';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: components['schemas']['FundingAccount'];
    };
    FundingAccountList: {
      data: components['schemas']['FundingAccount'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    HostedDomain: {
      id: string;
      /** @description DNS name in lower case. */
      hostname: string;
      /** @description Status of a hosted domain. pending: the TXT record is being looked up. verified: the record was found; the page is served under this name. failed: the record was not found within 72 hours, or the platform released the name. */
      verification_status: ('pending' | 'verified' | 'failed') | (string & {});
      /** @description Publish it as a TXT record at _psp-verification.<hostname>. It is not a secret. */
      verification_token: string;
      /** @description Status of the certificate. none: no certificate until the domain is verified. pending: it will be obtained at the first visit. active: the domain has a valid certificate. failed: the domain has no valid certificate. */
      certificate_status: ('none' | 'pending' | 'active' | 'failed') | (string & {});
      /**
       * Format: date-time
       * @description Time when the record was first found.
       */
      verified_at?: string;
      /**
       * Format: date-time
       * @description Time of the claim.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change of status.
       */
      updated_at: string;
    };
    HostedDomainCreate: {
      /** @description A DNS name that you own, without scheme, port or path. IP addresses, public suffixes and names of the service are refused. */
      hostname: string;
    };
    HostedDomainList: {
      data: components['schemas']['HostedDomain'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    HostedPage: {
      /** @description Absent until the first configuration. */
      id?: string;
      /** @description Whether sessions can be started. */
      enabled: boolean;
      /** @description Brand shown on the page. platform: the platform's brand. co_branded: the account's brand, with the platform's name. white_label: the account's brand only; needs white_label_entitled. */
      branding_mode: ('platform' | 'co_branded' | 'white_label') | (string & {});
      /** @description Name that customers know. Required unless branding_mode is platform. */
      brand_name: string;
      /** @description Colours of the page. text on surface needs a contrast of at least 4.5:1. */
      colors: {
        background: string;
        border: string;
        primary: string;
        secondary: string;
        surface: string;
        text: string;
      };
      /** @description Roundness of the corners. none: square. sm: slightly rounded. md: rounded. lg: well rounded. full: as round as possible. */
      radius: ('none' | 'sm' | 'md' | 'lg' | 'full') | (string & {});
      /** @description Font of the page. system: the device's font. inter: the font Inter. roboto: the font Roboto. open_sans: the font Open Sans. lato: the font Lato. montserrat: the font Montserrat. poppins: the font Poppins. nunito: the font Nunito. dm_sans: the font DM Sans. source_serif: the font Source Serif. */
      font:
        | (
            | 'system'
            | 'inter'
            | 'roboto'
            | 'open_sans'
            | 'lato'
            | 'montserrat'
            | 'poppins'
            | 'nunito'
            | 'dm_sans'
            | 'source_serif'
          )
        | (string & {});
      /** @description PNG, JPEG, GIF, WebP, ICO or SVG, at most 512 KiB. It is downloaded once, without redirects, and served from the page's host. Until then the name is shown. */
      logo_url?: string;
      /** @description Likewise. */
      favicon_url?: string;
      /** @description Contacts for customers who need help. */
      support: {
        email?: string;
        phone?: string;
        url?: string;
      };
      /** @description Company that customers pay, and its documents: shown on every page, and the name also next to the payment details. */
      legal: {
        name?: string;
        terms_url?: string;
        privacy_url?: string;
      };
      /** @description Whether visitors may start a remittance without a session created by the account. */
      public_start: boolean;
      /**
       * Format: date-time
       * @description Time of the first configuration.
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description Time of the last configuration.
       */
      updated_at?: string;
      /** @description Whether branding_mode may be white_label; granted by the platform. */
      white_label_entitled: boolean;
      /** @description Why the image at logo_url cannot be shown. Absent while it is being downloaded, and once it is shown. */
      logo_error?: string;
      /** @description Why the image at favicon_url cannot be shown. Absent while it is being downloaded, and once it is shown. */
      favicon_error?: string;
    };
    HostedPageUpdate: {
      /** @description Whether sessions can be started. Default: false. */
      enabled?: boolean;
      /**
       * @description Brand shown on the page. platform: the platform's brand. co_branded: the account's brand, with the platform's name. white_label: the account's brand only; needs white_label_entitled. Default: platform.
       * @enum {string}
       */
      branding_mode?: 'platform' | 'co_branded' | 'white_label';
      /** @description Name that customers know. Required unless branding_mode is platform. */
      brand_name?: string;
      /** @description Colours of the page. text on surface needs a contrast of at least 4.5:1. */
      colors?: {
        background?: string;
        border?: string;
        primary?: string;
        secondary?: string;
        surface?: string;
        text?: string;
      };
      /**
       * @description Roundness of the corners. Default: md.
       * @enum {string}
       */
      radius?: 'none' | 'sm' | 'md' | 'lg' | 'full';
      /**
       * @description Font of the page. Default: system.
       * @enum {string}
       */
      font?:
        | 'system'
        | 'inter'
        | 'roboto'
        | 'open_sans'
        | 'lato'
        | 'montserrat'
        | 'poppins'
        | 'nunito'
        | 'dm_sans'
        | 'source_serif';
      /**
       * Format: uri
       * @description PNG, JPEG, GIF, WebP, ICO or SVG, at most 512 KiB. It is downloaded once, without redirects, and served from the page's host. Until then the name is shown.
       */
      logo_url?: string;
      /**
       * Format: uri
       * @description Likewise.
       */
      favicon_url?: string;
      /** @description Contacts for customers who need help. */
      support?: {
        /** Format: email */
        email?: string;
        phone?: string;
        /** Format: uri */
        url?: string;
      };
      /** @description Company that customers pay, and its documents: shown on every page, and the name also next to the payment details. */
      legal?: {
        name?: string;
        /** Format: uri */
        terms_url?: string;
        /** Format: uri */
        privacy_url?: string;
      };
      /** @description Whether visitors may start a remittance without a session created by the account. Default: false. */
      public_start?: boolean;
    };
    HostedSession: {
      id: string;
      /** @description Status at present: open, submitted or expired. */
      status: ('open' | 'submitted' | 'expired') | (string & {});
      /** @description Who started the session. tenant: the account created it. public: a visitor started it; needs public_start. */
      origin: ('tenant' | 'public') | (string & {});
      /** @description Hosted page of the session. */
      page_id: string;
      /** @description Sending customer. */
      customer_id?: string;
      /** @description Beneficiary of its remittance. */
      beneficiary_id?: string;
      /** @description Quote that is in force. */
      quote_id?: string;
      /** @description Funding account that its customer pays into. */
      funding_account_id?: string;
      /** @description Its remittance. */
      remittance_id?: string;
      /**
       * Format: date-time
       * @description Time when the customer said that they have paid. It is not a confirmation.
       */
      payment_reported_at?: string;
      /** @description Suggested values, which the customer may change. */
      prefill?: {
        /** @description Send it together with amount_side. Answers use the decimals of its currency, if that is known. */
        amount?: string;
        /** @description With amount. */
        amount_side?: ('source' | 'destination') | (string & {});
        /** @description ISO 3166-1 alpha-2 code. */
        destination_country?: string;
        /** @description ISO 4217 code, USDT or USDC. */
        destination_currency?: string;
        /** @description Method of the payout. */
        method?: string;
        /** @description ISO 4217 code, USDT or USDC. */
        source_currency?: string;
      };
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description Time when it expires, unless its remittance exists by then.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
      /** @description Secret token of the page's URL; only in the answer that creates the session. */
      token?: string;
      /** @description /s/<token> on the page's host; only in the answer that creates the session. */
      path?: string;
    };
    HostedSessionCreate: {
      /** @description Sending customer, who cannot be changed in the session. */
      customer_id?: string;
      /** @description Lifetime in seconds. Default: 86400. */
      expires_in?: number;
      /** @description Suggested values, which the customer may change. */
      prefill?: {
        /** @description Send it together with amount_side. Answers use the decimals of its currency, if that is known. */
        amount?: string;
        /**
         * @description With amount.
         * @enum {string}
         */
        amount_side?: 'source' | 'destination';
        /** @description ISO 3166-1 alpha-2 code. */
        destination_country?: string;
        /** @description ISO 4217 code, USDT or USDC. */
        destination_currency?: string;
        /** @description Method of the payout. */
        method?: string;
        /** @description ISO 4217 code, USDT or USDC. */
        source_currency?: string;
      };
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata?: {
        [key: string]: string;
      };
    };
    HostedSessionEvent: {
      id: string;
      /** @enum {string} */
      type: 'hosted_session.created' | 'hosted_session.payment_reported';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Status at present: open, submitted or expired. */
        status: ('open' | 'submitted' | 'expired') | (string & {});
        /** @description Who started the session. tenant: the account created it. public: a visitor started it; needs public_start. */
        origin: ('tenant' | 'public') | (string & {});
        /** @description Hosted page of the session. */
        page_id: string;
        /** @description Sending customer. */
        customer_id?: string;
        /** @description Beneficiary of its remittance. */
        beneficiary_id?: string;
        /** @description Quote that is in force. */
        quote_id?: string;
        /** @description Funding account that its customer pays into. */
        funding_account_id?: string;
        /** @description Its remittance. */
        remittance_id?: string;
        /**
         * Format: date-time
         * @description Time when the customer said that they have paid. It is not a confirmation.
         */
        payment_reported_at?: string;
        /** @description Suggested values, which the customer may change. */
        prefill?: {
          /** @description Send it together with amount_side. Answers use the decimals of its currency, if that is known. */
          amount?: string;
          /** @description With amount. */
          amount_side?: ('source' | 'destination') | (string & {});
          /** @description ISO 3166-1 alpha-2 code. */
          destination_country?: string;
          /** @description ISO 4217 code, USDT or USDC. */
          destination_currency?: string;
          /** @description Method of the payout. */
          method?: string;
          /** @description ISO 4217 code, USDT or USDC. */
          source_currency?: string;
        };
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
        metadata: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description Time when it expires, unless its remittance exists by then.
         */
        expires_at: string;
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
      };
    };
    HostedSessionList: {
      data: components['schemas']['HostedSession'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    IdempotencyKey: {
      /** @description What was made, such as payout; open set. */
      resource_type: string;
      resource_id: string;
      /** @description Path that retrieves the resource, if there is one. */
      path?: string;
      /**
       * Format: date-time
       * @description When the key was used first.
       */
      created_at: string;
    };
    LedgerSeal: {
      id: string;
      /** @description Account whose journals are sealed. */
      account_id: string;
      /** @description UTC day that is sealed. */
      day: string;
      /** @description Number of the seal: the first seal of an account is 1. */
      number: number;
      /** @description Number of journals of the day. */
      journals: number;
      /** @description Root of the Merkle tree of the journals, in hex. */
      root: string;
      /** @description `hash` of the seal before, in hex; zeros for the first seal. */
      previous: string;
      /** @description Balances at the end of the day. */
      balances: {
        currency: string;
        /** @description Number of the last entry of the balance. */
        number: string;
        /** @description Decimal string in units of the currency. */
        available: string;
        /** @description Decimal string in units of the currency. */
        pending: string;
        /** @description Decimal string in units of the currency. */
        reserved: string;
        /** @description Decimal string in units of the currency. */
        in_settlement: string;
        /** @description Decimal string in units of the currency. */
        earnings: string;
      }[];
      /** @description Id of the key that signed it. */
      key_id: string;
      /** @description Ed25519 signature of the canonical seal, in base64. */
      signature: string;
      /** @description SHA-256 of the canonical seal, in hex; the next seal names it. */
      hash: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
    };
    LedgerSealKeys: {
      data: {
        /** @description The key_id of the seals that it signed. */
        id: string;
        /** @constant */
        algorithm: 'Ed25519';
        /** @description The 32 bytes of the public key, in base64. */
        public_key: string;
        /**
         * Format: date-time
         * @description Time when the service first used the key.
         */
        created_at: string;
      }[];
    };
    LedgerSealList: {
      data: components['schemas']['LedgerSeal'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    Me: {
      /** @description An API key of the account, or a person who is signed in. */
      kind: ('api_key' | 'member') | (string & {});
      environment: ('sandbox' | 'live') | (string & {});
      account: {
        id: string;
        name: string;
        status: ('active' | 'suspended' | 'closed') | (string & {});
      };
      api_key?: {
        id: string;
        /** @description Public prefix of the key. */
        prefix: string;
        label?: string;
      };
      /** @description The signed-in person, as a member of the account. */
      member?: {
        id: string;
        email: string;
        role: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
        status: ('invited' | 'active' | 'disabled') | (string & {});
        /** @description Language of mails to the member. */
        language?: ('en' | 'es' | 'pt') | (string & {});
        /** Format: date-time */
        last_signed_in_at?: string;
      };
      /** @description Every account that the person may select with Platform-Account. Default: the first. */
      accounts?: {
        id: string;
        name: string;
        status: ('active' | 'suspended' | 'closed') | (string & {});
        role: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
      }[];
    };
    Member: {
      id: string;
      /** @description E-mail address, in lower case, with the domain in A-labels. Empty if the service cannot decrypt it. */
      email: string;
      /** @description Role of a member. owner: reads and writes, and manages all members. admin: reads and writes, and manages members except owners. developer: reads and writes. viewer: reads. */
      role: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
      /** @description Status of a member. invited: invited, and has not signed in yet. active: may act for the account. disabled: may not act; every request is refused. */
      status: ('invited' | 'active' | 'disabled') | (string & {});
      /** @description Language of mails to the member. Absent: not known yet; mails are then in the language of the request, or English. en: english. es: spanish. pt: portuguese. */
      language?: ('en' | 'es' | 'pt') | (string & {});
      /**
       * Format: date-time
       * @description Time of the last invitation.
       */
      invited_at: string;
      /**
       * Format: date-time
       * @description Time when the invitation expires. Absent once the person has signed in.
       */
      invitation_expires_at?: string;
      /**
       * Format: date-time
       * @description Time of the last sign-in.
       */
      last_signed_in_at?: string;
      /**
       * Format: date-time
       * @description Since when the mail server refuses mails to the address. Absent: the last mail was accepted, or none was sent.
       */
      mail_refused_at?: string;
      /**
       * Format: date-time
       * @description Time of the first invitation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
    };
    MemberCreate: {
      /** @description An address with an ASCII local part; compared in lower case, its domain in A-labels. */
      email: string;
      /**
       * @description Only an owner can invite an owner.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'developer' | 'viewer';
      /**
       * @description Language of mails to the member, until their first sign-in sets their own. Default: that of Accept-Language.
       * @enum {string}
       */
      language?: 'en' | 'es' | 'pt';
    };
    MemberList: {
      data: components['schemas']['Member'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    MemberUpdate: {
      /** @enum {string} */
      role?: 'owner' | 'admin' | 'developer' | 'viewer';
      /**
       * @description disabled takes effect with the next request; active is only for a member who has signed in before.
       * @enum {string}
       */
      status?: 'active' | 'disabled';
    };
    MemberUpdated: {
      id: string;
      /** @description E-mail address, in lower case, with the domain in A-labels. Empty if the service cannot decrypt it. */
      email: string;
      /** @description Role of a member. owner: reads and writes, and manages all members. admin: reads and writes, and manages members except owners. developer: reads and writes. viewer: reads. */
      role: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
      /** @description Status of a member. invited: invited, and has not signed in yet. active: may act for the account. disabled: may not act; every request is refused. */
      status: ('invited' | 'active' | 'disabled') | (string & {});
      /** @description Language of mails to the member. Absent: not known yet; mails are then in the language of the request, or English. en: english. es: spanish. pt: portuguese. */
      language?: ('en' | 'es' | 'pt') | (string & {});
      /**
       * Format: date-time
       * @description Time of the last invitation.
       */
      invited_at: string;
      /**
       * Format: date-time
       * @description Time when the invitation expires. Absent once the person has signed in.
       */
      invitation_expires_at?: string;
      /**
       * Format: date-time
       * @description Time of the last sign-in.
       */
      last_signed_in_at?: string;
      /**
       * Format: date-time
       * @description Since when the mail server refuses mails to the address. Absent: the last mail was accepted, or none was sent.
       */
      mail_refused_at?: string;
      /**
       * Format: date-time
       * @description Time of the first invitation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
      /** @description The approval by another owner that the change waits for. The member is unchanged until then. */
      pending_change?: components['schemas']['Approval'];
    };
    MetadataUpdate: {
      /** @description Replaces the whole object. */
      metadata: {
        [key: string]: string;
      };
    };
    OpenSession: {
      id: string;
      /** @description Browser, as it names itself; absent if unknown. */
      browser?: string;
      /** @description Operating system or device, as the browser names it; absent if unknown. */
      system?: string;
      /** @description Whether it is the session that asks. */
      is_current: boolean;
      /**
       * Format: date-time
       * @description Time of the sign-in.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last request, to the minute.
       */
      last_used_at?: string;
      /**
       * Format: date-time
       * @description Time when it expires.
       */
      expires_at: string;
    };
    OpenSessionList: {
      /** @description The newest first. */
      data: components['schemas']['OpenSession'][];
      /** @description Always false. */
      has_more: boolean;
    };
    OtherEvent: {
      id: string;
      type: LaterEventType;
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      /** @description The resource at the time of the event. */
      data: {
        id: string;
      } & {
        [key: string]: unknown;
      };
    };
    Passkey: {
      id: string;
      /** @description Name that the member gave it. */
      name: string;
      /** @description false: it was made under an earlier name of the service. */
      is_usable: boolean;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last sign-in with it.
       */
      last_used_at?: string;
    };
    PasskeyChallenge: {
      /** @description Sent with the answer: only the browser that asked can answer. */
      token: string;
      /** @description Options for `navigator.credentials`, in the JSON form of WebAuthn level 3. */
      options: {
        [key: string]: unknown;
      };
    };
    PasskeyConfirmationChallenge: {
      /** @description Options for `navigator.credentials`, in the JSON form of WebAuthn level 3. */
      options: {
        [key: string]: unknown;
      };
    };
    PasskeyConfirmationCreate: {
      /** @description The result of `navigator.credentials.get`, serialized by its `toJSON()`. */
      credential: {
        /** @description `id` of the credential. */
        id: string;
        /** @description `response.clientDataJSON`. */
        client_data: string;
        /** @description `response.authenticatorData`. */
        authenticator_data: string;
        /** @description `response.signature`. */
        signature: string;
        /** @description `response.userHandle`, if there is one. */
        user_handle?: string;
      };
    };
    PasskeyCreate: {
      /** @description Name that distinguishes it from others, such as the name of the device. */
      name: string;
      /** @description The result of `navigator.credentials.create`, serialized by its `toJSON()`. */
      credential: {
        /** @description `id` of the credential. */
        id: string;
        /** @description `response.clientDataJSON`. */
        client_data: string;
        /** @description `response.attestationObject`. */
        attestation_object: string;
        /** @description `response.getTransports()`, those that are listed here. */
        transports?: ('ble' | 'hybrid' | 'internal' | 'nfc' | 'usb')[];
      };
    };
    PasskeyCreation: {
      /** @description Options for `navigator.credentials`, in the JSON form of WebAuthn level 3. */
      options: {
        [key: string]: unknown;
      };
    };
    PasskeyList: {
      /** @description The oldest first. */
      data: components['schemas']['Passkey'][];
      /** @description Always false. */
      has_more: boolean;
    };
    PasskeySignIn: {
      /** @description The token that came with the challenge. */
      token: string;
      /** @description The result of `navigator.credentials.get`, serialized by its `toJSON()`. */
      credential: {
        /** @description `id` of the credential. */
        id: string;
        /** @description `response.clientDataJSON`. */
        client_data: string;
        /** @description `response.authenticatorData`. */
        authenticator_data: string;
        /** @description `response.signature`. */
        signature: string;
        /** @description `response.userHandle`, if there is one. */
        user_handle?: string;
      };
      /** @description Random text that the browser keeps, to be known again. A sign-in from a new device is mailed to the person. Without it the device goes by User-Agent. */
      device?: string;
    };
    PayeeCheck: {
      /** @description The bank's answer to the last payee check. match: the name is the account holder's. close_match: the name is close to the account holder's. Compare it with the hint. no_match: the name is not the account holder's. not_possible: the bank cannot compare names for this account. */
      result: ('match' | 'close_match' | 'no_match' | 'not_possible') | (string & {});
      /** @description The account holder's name, as much of it as the bank shows. */
      holder_hint?: string;
      /**
       * Format: date-time
       * @description When the bank was asked.
       */
      checked_at: string;
    };
    Payin: {
      id: string;
      /** @description Status of the pay-in. processing: the bank has not confirmed it yet. completed: credited. failed: not credited. */
      status: ('processing' | 'completed' | 'failed') | (string & {});
      /** @description Funding account that was paid into. */
      funding_account_id: string;
      /** @description Amount credited, in the settlement currency. */
      amount: string;
      /** @description Settlement currency. */
      currency: string;
      /** @description Amount that the payer paid, in their own currency. */
      paid?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Why it failed: expired, not_confirmed, or the provider's own code; open set. */
      failure_code?: string;
      /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
      bank_reference?: {
        kind:
          ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other') | (string & {});
        value: string;
      };
      /**
       * Format: date-time
       * @description Time when the payment was reported.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time when it was credited.
       */
      completed_at?: string;
      /** @description Amount refunded. Only on retrieve. */
      refunded?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Amount that can still be refunded, without refunds in progress. Only on retrieve. */
      refundable?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
    };
    PayinEvent: {
      id: string;
      /** @enum {string} */
      type: 'payin.completed' | 'payin.failed';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Status of the pay-in. processing: the bank has not confirmed it yet. completed: credited. failed: not credited. */
        status: ('processing' | 'completed' | 'failed') | (string & {});
        /** @description Funding account that was paid into. */
        funding_account_id: string;
        /** @description Amount credited, in the settlement currency. */
        amount: string;
        /** @description Settlement currency. */
        currency: string;
        /** @description Amount that the payer paid, in their own currency. */
        paid?: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Why it failed: expired, not_confirmed, or the provider's own code; open set. */
        failure_code?: string;
        /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
        bank_reference?: {
          kind:
            | ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other')
            | (string & {});
          value: string;
        };
        /**
         * Format: date-time
         * @description Time when the payment was reported.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time when it was credited.
         */
        completed_at?: string;
      };
    };
    PayinList: {
      data: components['schemas']['Payin'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    Payout: {
      id: string;
      /** @description Status of the payout. failed, returned and cancelled are final. processing: in flight, or held by risk rules. verification_pending: the outcome at the bank is unknown. completed: paid. failed: not paid; the money is available again. returned: paid, then sent back. cancelled: cancelled before it was sent. */
      status:
        | ('processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled')
        | (string & {});
      /** @description Method of the beneficiary. */
      method: string;
      /** @description The beneficiary that receives the money. */
      beneficiary_id: string;
      source: components['schemas']['Source'];
      /** @description What arrives. */
      destination: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Destination units for one source unit. */
      rate: string;
      /** @description Quote that set its price. */
      quote_id?: string;
      /** @description Remittance that it belongs to. */
      remittance_id?: string;
      /** @description Batch that it belongs to. */
      batch_id?: string;
      /** @description Why it failed or was cancelled: insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own code. An unknown code means not paid. */
      failure_code?: string;
      /** @description Result of the risk rules. allowed: not held. in_review: held for review. approved: held, then approved. rejected: held, then rejected. */
      risk_status?: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      /** @description Review that held it. */
      risk_decision_id?: string;
      /** @description The approval that it needs, if any. Lists and events show its id and status alone. */
      approval?: {
        id: string;
        /** @description Status of an approval. pending: members have to decide. approved: enough members approved it, or the bank already has it. declined: a member declined it, or it ended without a decision. expired: no member decided in time. */
        status: ('pending' | 'approved' | 'declined' | 'expired') | (string & {});
        /** @description Kind of resource to approve. payout: a payout. payout_batch: a payout batch, with its payouts. account: a change that loosens the account's approval policy. member: a change of who is an owner of the account. */
        resource_type?: ('payout' | 'payout_batch' | 'account' | 'member') | (string & {});
        /** @description Id of the resource to approve. */
        resource_id?: string;
        /** @description How many members have to approve. */
        required?: number;
        /** @description Who approved, when, and with what note. */
        given?: {
          member_id: string;
          /** Format: date-time */
          at: string;
          note?: string;
        }[];
        /** @description The API key, member or operator that asked, who cannot approve. */
        requested_by?: string;
        /** @description The member who declined it, or gave the last approval. */
        decided_by?: string;
        /** @description Why it was declined. */
        note?: string;
        /** @description What a change of a member sets once it is approved. */
        change?: {
          role?: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
          status?: ('invited' | 'active' | 'disabled') | (string & {});
        };
        /**
         * Format: date-time
         * @description When it expires unless it is decided.
         */
        expires_at?: string;
        /**
         * Format: date-time
         * @description When it was requested.
         */
        created_at?: string;
        /**
         * Format: date-time
         * @description When it last changed.
         */
        updated_at?: string;
        /**
         * Format: date-time
         * @description When it was decided.
         */
        decided_at?: string;
      };
      /** @description Amount returned: the principal. */
      refund?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
        /** @description settled: the money is available again. */
        status: ('pending' | 'settled') | (string & {});
      };
      /** @description Only on retrieve and in the answer to a cancel. */
      cancellation?: {
        status: ('requested' | 'refused') | (string & {});
        /** Format: date-time */
        requested_at: string;
        requested_via: string;
        /** Format: date-time */
        decided_at?: string;
        not_cancelled_reason?: string;
      };
      /** @description On retrieve and in lists. */
      beneficiary?: {
        id: string;
        method: string;
        country?: string;
        display_name?: string;
        /** @description Last digits of the account number. */
        account_hint: string;
      };
      /** @description Description by the account; in sandbox it may contain a sim: tag. Only on retrieve. */
      description?: string;
      /** @description Country of the method, if it has one. */
      country?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata: {
        [key: string]: string;
      };
      /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
      bank_reference?: {
        kind:
          ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other') | (string & {});
        value: string;
      };
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change, except changes of metadata and bank_reference.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time when it was paid.
       */
      completed_at?: string;
      /**
       * Format: date-time
       * @description Time when it failed.
       */
      failed_at?: string;
      /**
       * Format: date-time
       * @description Time when it came back.
       */
      returned_at?: string;
      /**
       * Format: date-time
       * @description Time when it was cancelled.
       */
      cancelled_at?: string;
    };
    PayoutBatch: {
      id: string;
      /** @description Status of the batch. The final status is decided with the last item; a later return does not change it. processing: an item is not decided yet, or its payout is in flight. completed: every item was paid. completed_with_failures: every item is decided, and some were not paid. cancelled: every item was cancelled. partially_cancelled: some items were cancelled; the others were paid, failed or were refused. */
      status:
        | ('processing' | 'completed' | 'completed_with_failures' | 'cancelled' | 'partially_cancelled')
        | (string & {});
      /** @description Description by the account. Do not store personal data. */
      description?: string;
      /** @description Number of items by status; they always add up to total. */
      summary: {
        total: number;
        pending: number;
        processing: number;
        completed: number;
        failed: number;
        refused: number;
        returned: number;
        cancelled: number;
        verification_pending: number;
      };
      /** @description Requested and paid amounts, by currency. */
      totals: {
        currency: string;
        /** @description Decimal string in units of the currency. */
        requested: string;
        /** @description Decimal string in units of the currency. */
        completed: string;
      }[];
      /** @description Message id (`MsgId`) of the ISO 20022 file that created it. */
      message_id?: string;
      /** @description The approval that it needs, if any. Lists and events show its id and status alone. */
      approval?: {
        id: string;
        /** @description Status of an approval. pending: members have to decide. approved: enough members approved it, or the bank already has it. declined: a member declined it, or it ended without a decision. expired: no member decided in time. */
        status: ('pending' | 'approved' | 'declined' | 'expired') | (string & {});
        /** @description Kind of resource to approve. payout: a payout. payout_batch: a payout batch, with its payouts. account: a change that loosens the account's approval policy. member: a change of who is an owner of the account. */
        resource_type?: ('payout' | 'payout_batch' | 'account' | 'member') | (string & {});
        /** @description Id of the resource to approve. */
        resource_id?: string;
        /** @description How many members have to approve. */
        required?: number;
        /** @description Who approved, when, and with what note. */
        given?: {
          member_id: string;
          /** Format: date-time */
          at: string;
          note?: string;
        }[];
        /** @description The API key, member or operator that asked, who cannot approve. */
        requested_by?: string;
        /** @description The member who declined it, or gave the last approval. */
        decided_by?: string;
        /** @description Why it was declined. */
        note?: string;
        /** @description What a change of a member sets once it is approved. */
        change?: {
          role?: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
          status?: ('invited' | 'active' | 'disabled') | (string & {});
        };
        /**
         * Format: date-time
         * @description When it expires unless it is decided.
         */
        expires_at?: string;
        /**
         * Format: date-time
         * @description When it was requested.
         */
        created_at?: string;
        /**
         * Format: date-time
         * @description When it last changed.
         */
        updated_at?: string;
        /**
         * Format: date-time
         * @description When it was decided.
         */
        decided_at?: string;
      };
      /** @description Whether cancellation was requested. */
      cancellation?: {
        /** Format: date-time */
        requested_at: string;
        requested_via: string;
        /** @description in_progress until every item has ended. */
        status: ('in_progress' | 'finished') | (string & {});
      };
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time when its last item ended.
       */
      finished_at?: string;
    };
    PayoutBatchCreate: {
      /** @description Each item becomes at most one payout, in this order. */
      items: components['schemas']['PayoutBatchItemCreate'][];
      /** @description Stored unencrypted; do not send personal data. Items have their own descriptions. */
      description?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata?: {
        [key: string]: string;
      };
    };
    PayoutBatchEvent: {
      id: string;
      /** @enum {string} */
      type:
        | 'payout_batch.created'
        | 'payout_batch.completed'
        | 'payout_batch.cancellation_requested'
        | 'payout_batch.cancellation_finished'
        | 'payout_batch.updated';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Status of the batch. The final status is decided with the last item; a later return does not change it. processing: an item is not decided yet, or its payout is in flight. completed: every item was paid. completed_with_failures: every item is decided, and some were not paid. cancelled: every item was cancelled. partially_cancelled: some items were cancelled; the others were paid, failed or were refused. */
        status:
          | ('processing' | 'completed' | 'completed_with_failures' | 'cancelled' | 'partially_cancelled')
          | (string & {});
        /** @description Number of items by status; they always add up to total. */
        summary: {
          total: number;
          pending: number;
          processing: number;
          completed: number;
          failed: number;
          refused: number;
          returned: number;
          cancelled: number;
          verification_pending: number;
        };
        /** @description Requested and paid amounts, by currency. */
        totals: {
          currency: string;
          /** @description Decimal string in units of the currency. */
          requested: string;
          /** @description Decimal string in units of the currency. */
          completed: string;
        }[];
        /** @description The approval that it needs, if any. Lists and events show its id and status alone. */
        approval?: {
          id: string;
          /** @description Status of an approval. pending: members have to decide. approved: enough members approved it, or the bank already has it. declined: a member declined it, or it ended without a decision. expired: no member decided in time. */
          status: ('pending' | 'approved' | 'declined' | 'expired') | (string & {});
          /** @description Kind of resource to approve. payout: a payout. payout_batch: a payout batch, with its payouts. account: a change that loosens the account's approval policy. member: a change of who is an owner of the account. */
          resource_type?: ('payout' | 'payout_batch' | 'account' | 'member') | (string & {});
          /** @description Id of the resource to approve. */
          resource_id?: string;
          /** @description How many members have to approve. */
          required?: number;
          /** @description Who approved, when, and with what note. */
          given?: {
            member_id: string;
            /** Format: date-time */
            at: string;
            note?: string;
          }[];
          /** @description The API key, member or operator that asked, who cannot approve. */
          requested_by?: string;
          /** @description The member who declined it, or gave the last approval. */
          decided_by?: string;
          /** @description Why it was declined. */
          note?: string;
          /** @description What a change of a member sets once it is approved. */
          change?: {
            role?: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
            status?: ('invited' | 'active' | 'disabled') | (string & {});
          };
          /**
           * Format: date-time
           * @description When it expires unless it is decided.
           */
          expires_at?: string;
          /**
           * Format: date-time
           * @description When it was requested.
           */
          created_at?: string;
          /**
           * Format: date-time
           * @description When it last changed.
           */
          updated_at?: string;
          /**
           * Format: date-time
           * @description When it was decided.
           */
          decided_at?: string;
        };
        /** @description Whether cancellation was requested. */
        cancellation?: {
          /** Format: date-time */
          requested_at: string;
          requested_via: string;
          /** @description in_progress until every item has ended. */
          status: ('in_progress' | 'finished') | (string & {});
        };
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
        metadata: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description Time when its last item ended.
         */
        finished_at?: string;
      };
    };
    PayoutBatchItem: {
      id: string;
      /** @description Position in the batch, from 0. */
      index: number;
      /** @description Your own reference, copied to its payout. It need not be unique. */
      reference?: string;
      /** @description Metadata of the item, copied to its payout. */
      metadata: {
        [key: string]: string;
      };
      /** @description Status of the item; the payout's status once it has one. */
      status:
        | (
            | 'pending'
            | 'processing'
            | 'completed'
            | 'failed'
            | 'refused'
            | 'returned'
            | 'cancelled'
            | 'verification_pending'
          )
        | (string & {});
      /** @description Payout that it became. */
      payout_id?: string;
      /** @description Why its payout failed: the payout's own failure_code. */
      failure_code?: string;
      /** @description Why it was refused: an error code. */
      error_code?: string;
      /** @description Field at fault. */
      error_param?: string;
      /** @description Why the batch's cancellation did not stop it. */
      not_cancelled_reason?: string;
      /**
       * Format: date-time
       * @description Time of the request.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change of the item or its payout.
       */
      updated_at: string;
    };
    PayoutBatchItemCreate:
      | {
          beneficiary_id: string;
          /** @description Balance that the payout is paid from. */
          source_currency: string;
          /** @description In the currency of amount_side. */
          amount: string;
          /**
           * @description Side on which the amount is exact: source (the principal) or destination (what arrives).
           * @enum {string}
           */
          amount_side: 'source' | 'destination';
          /** @description Stored unencrypted; do not send personal data. In sandbox it may contain a sim: tag. */
          description?: string;
          /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
          reference?: string;
          /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
          metadata?: {
            [key: string]: string;
          };
          quote_id?: never;
        }
      | {
          beneficiary_id: string;
          /** @description Replaces source_currency, amount and amount_side. */
          quote_id: string;
          /** @description Stored unencrypted; do not send personal data. In sandbox it may contain a sim: tag. */
          description?: string;
          /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
          reference?: string;
          /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
          metadata?: {
            [key: string]: string;
          };
          source_currency?: never;
          amount?: never;
          amount_side?: never;
        };
    PayoutBatchItemList: {
      data: components['schemas']['PayoutBatchItem'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    PayoutBatchItemPreview: {
      index: number;
      reference?: string;
      /** @description created: created and sent. in_review: held by risk rules with its money reserved. failed: created as failed, because the balance is too low. refused: see refusal. */
      outcome: ('created' | 'in_review' | 'failed' | 'refused') | (string & {});
      refusal?: components['schemas']['PreviewRefusal'];
      /** @description Why risk rules would hold it. */
      reasons?: string[];
      /** @description approval_required: members have to approve it. beneficiary_not_verified: the payee check is missing, older than 30 days, or found another holder. Ignore values that you do not know. */
      warnings?: string[];
      /** @description Amount missing from the balance. */
      short?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Journals that would be posted at once. */
      entries: components['schemas']['PreviewEntry'][];
      /** @description The payout as it would be created. Absent if it would be refused. */
      payout?: {
        /** @description Status of the payout. failed, returned and cancelled are final. processing: in flight, or held by risk rules. verification_pending: the outcome at the bank is unknown. completed: paid. failed: not paid; the money is available again. returned: paid, then sent back. cancelled: cancelled before it was sent. */
        status:
          | ('processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled')
          | (string & {});
        /** @description Method of the beneficiary. */
        method: string;
        /** @description The beneficiary that receives the money. */
        beneficiary_id: string;
        source: components['schemas']['Source'];
        /** @description What arrives. */
        destination: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Destination units for one source unit. */
        rate: string;
        /** @description Quote that set its price. */
        quote_id?: string;
        /** @description Why it failed or was cancelled: insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own code. An unknown code means not paid. */
        failure_code?: string;
        /** @description Result of the risk rules. allowed: not held. in_review: held for review. approved: held, then approved. rejected: held, then rejected. */
        risk_status?: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      };
    };
    PayoutBatchList: {
      data: components['schemas']['PayoutBatch'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    PayoutBatchPreview: {
      /** @description Whether the batch would be accepted. */
      outcome: ('created' | 'refused') | (string & {});
      refusal?: components['schemas']['PreviewRefusal'];
      /** @description Number of items by result. */
      summary?: {
        total: number;
        created: number;
        in_review: number;
        failed: number;
        refused: number;
      };
      /** @description Same as in the batch. */
      totals?: {
        currency: string;
        /** @description Decimal string in units of the currency. */
        requested: string;
      }[];
      /** @description Money needed so that no item fails; empty if the balance suffices. */
      short?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      }[];
      /** @description approval_required: members have to approve the batch. Ignore values that you do not know. */
      warnings?: string[];
      /** @description All items, in order. */
      items?: components['schemas']['PayoutBatchItemPreview'][];
    };
    PayoutCreate:
      | {
          beneficiary_id: string;
          /** @description Balance that the payout is paid from. */
          source_currency: string;
          /** @description In the currency of amount_side. */
          amount: string;
          /**
           * @description Side on which the amount is exact: source (the principal) or destination (what arrives).
           * @enum {string}
           */
          amount_side: 'source' | 'destination';
          /** @description Stored unencrypted; do not send personal data. In sandbox it may contain a sim: tag. */
          description?: string;
          /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
          reference?: string;
          /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
          metadata?: {
            [key: string]: string;
          };
          quote_id?: never;
        }
      | {
          beneficiary_id: string;
          /** @description Replaces source_currency, amount and amount_side. */
          quote_id: string;
          /** @description Stored unencrypted; do not send personal data. In sandbox it may contain a sim: tag. */
          description?: string;
          /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
          reference?: string;
          /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
          metadata?: {
            [key: string]: string;
          };
          source_currency?: never;
          amount?: never;
          amount_side?: never;
        };
    PayoutEvent: {
      id: string;
      /** @enum {string} */
      type:
        | 'payout.created'
        | 'payout.completed'
        | 'payout.failed'
        | 'payout.cancelled'
        | 'payout.returned'
        | 'payout.return_settled';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Status of the payout. failed, returned and cancelled are final. processing: in flight, or held by risk rules. verification_pending: the outcome at the bank is unknown. completed: paid. failed: not paid; the money is available again. returned: paid, then sent back. cancelled: cancelled before it was sent. */
        status:
          | ('processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled')
          | (string & {});
        /** @description Method of the beneficiary. */
        method: string;
        /** @description The beneficiary that receives the money. */
        beneficiary_id: string;
        source: components['schemas']['Source'];
        /** @description What arrives. */
        destination: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Destination units for one source unit. */
        rate: string;
        /** @description Quote that set its price. */
        quote_id?: string;
        /** @description Remittance that it belongs to. */
        remittance_id?: string;
        /** @description Batch that it belongs to. */
        batch_id?: string;
        /** @description Why it failed or was cancelled: insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own code. An unknown code means not paid. */
        failure_code?: string;
        /** @description Result of the risk rules. allowed: not held. in_review: held for review. approved: held, then approved. rejected: held, then rejected. */
        risk_status?: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
        /** @description Review that held it. */
        risk_decision_id?: string;
        /** @description The approval that it needs, if any. Lists and events show its id and status alone. */
        approval?: {
          id: string;
          /** @description Status of an approval. pending: members have to decide. approved: enough members approved it, or the bank already has it. declined: a member declined it, or it ended without a decision. expired: no member decided in time. */
          status: ('pending' | 'approved' | 'declined' | 'expired') | (string & {});
          /** @description Kind of resource to approve. payout: a payout. payout_batch: a payout batch, with its payouts. account: a change that loosens the account's approval policy. member: a change of who is an owner of the account. */
          resource_type?: ('payout' | 'payout_batch' | 'account' | 'member') | (string & {});
          /** @description Id of the resource to approve. */
          resource_id?: string;
          /** @description How many members have to approve. */
          required?: number;
          /** @description Who approved, when, and with what note. */
          given?: {
            member_id: string;
            /** Format: date-time */
            at: string;
            note?: string;
          }[];
          /** @description The API key, member or operator that asked, who cannot approve. */
          requested_by?: string;
          /** @description The member who declined it, or gave the last approval. */
          decided_by?: string;
          /** @description Why it was declined. */
          note?: string;
          /** @description What a change of a member sets once it is approved. */
          change?: {
            role?: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
            status?: ('invited' | 'active' | 'disabled') | (string & {});
          };
          /**
           * Format: date-time
           * @description When it expires unless it is decided.
           */
          expires_at?: string;
          /**
           * Format: date-time
           * @description When it was requested.
           */
          created_at?: string;
          /**
           * Format: date-time
           * @description When it last changed.
           */
          updated_at?: string;
          /**
           * Format: date-time
           * @description When it was decided.
           */
          decided_at?: string;
        };
        /** @description Amount returned: the principal. */
        refund?: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
          /** @description settled: the money is available again. */
          status: ('pending' | 'settled') | (string & {});
        };
        /** @description Country of the method, if it has one. */
        country?: string;
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
        metadata: {
          [key: string]: string;
        };
        /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
        bank_reference?: {
          kind:
            | ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other')
            | (string & {});
          value: string;
        };
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change, except changes of metadata and bank_reference.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description Time when it was paid.
         */
        completed_at?: string;
        /**
         * Format: date-time
         * @description Time when it failed.
         */
        failed_at?: string;
        /**
         * Format: date-time
         * @description Time when it came back.
         */
        returned_at?: string;
        /**
         * Format: date-time
         * @description Time when it was cancelled.
         */
        cancelled_at?: string;
      };
    };
    PayoutList: {
      data: components['schemas']['Payout'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    PayoutPreview: {
      /** @description created: created and sent. in_review: held by risk rules with its money reserved. failed: created as failed, because the balance is too low. refused: see refusal. */
      outcome: ('created' | 'in_review' | 'failed' | 'refused') | (string & {});
      refusal?: components['schemas']['PreviewRefusal'];
      /** @description Why risk rules would hold it. */
      reasons?: string[];
      /** @description approval_required: members have to approve it. beneficiary_not_verified: the payee check is missing, older than 30 days, or found another holder. Ignore values that you do not know. */
      warnings?: string[];
      /** @description Amount missing from the balance. */
      short?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Journals that would be posted at once. */
      entries: components['schemas']['PreviewEntry'][];
      /** @description The payout as it would be created. Absent if it would be refused. */
      payout?: {
        /** @description Status of the payout. failed, returned and cancelled are final. processing: in flight, or held by risk rules. verification_pending: the outcome at the bank is unknown. completed: paid. failed: not paid; the money is available again. returned: paid, then sent back. cancelled: cancelled before it was sent. */
        status:
          | ('processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled')
          | (string & {});
        /** @description Method of the beneficiary. */
        method: string;
        /** @description The beneficiary that receives the money. */
        beneficiary_id: string;
        source: components['schemas']['Source'];
        /** @description What arrives. */
        destination: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Destination units for one source unit. */
        rate: string;
        /** @description Quote that set its price. */
        quote_id?: string;
        /** @description Why it failed or was cancelled: insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own code. An unknown code means not paid. */
        failure_code?: string;
        /** @description Result of the risk rules. allowed: not held. in_review: held for review. approved: held, then approved. rejected: held, then rejected. */
        risk_status?: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      };
    };
    Preferences: {
      /** @description Language of the mails to you. */
      language: ('en' | 'es' | 'pt') | (string & {});
    };
    PreferencesUpdate: {
      /**
       * @description Language of the mails to you.
       * @enum {string}
       */
      language: 'en' | 'es' | 'pt';
    };
    PreviewEntry: {
      /** @description Part of the balance that would move. */
      account: ('available' | 'pending' | 'reserved' | 'in_settlement' | 'earnings') | (string & {});
      direction: ('credit' | 'debit') | (string & {});
      /** @description Open set, as for balance entries. */
      purpose: string;
      /** @description Decimal string in units of the currency. */
      amount: string;
      currency: string;
    };
    PreviewRefusal: {
      /** @description Status that the answer would have. */
      status: number;
      /** @description Its error.code. */
      code: string;
      message: string;
      param?: string;
      reasons?: string[];
    };
    Quote: {
      id: string;
      /** @description Status of the quote. Only an open one can be used, and only once. */
      status: ('open' | 'used' | 'expired') | (string & {});
      /** @description What a quote is for. payout: a payout from a balance. remittance: a remittance, funded by its own pay-in. */
      product: ('payout' | 'remittance') | (string & {});
      /** @description The method. */
      method: string;
      /** @description Country of the method, if it has one. */
      country?: string;
      /** @description Beneficiary that it is for, if any. */
      beneficiary_id?: string;
      source: components['schemas']['Source'];
      /** @description What arrives. */
      destination: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Destination units for one source unit. */
      rate: string;
      /** @description Remittance only: the payer's method. */
      source_method?: string;
      /** @description Remittance only: amount that the pay-in must credit in the settlement asset, and the most that its payout draws. */
      funding?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /**
       * Format: date-time
       * @description Time when it expires.
       */
      expires_at: string;
      /** @description Payout or remittance that used it. */
      used_by?: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
    };
    QuoteCreate:
      | {
          method: string;
          /** @description ISO 4217 code, USDT or USDC. */
          currency: string;
          /** @description ISO 3166-1 alpha-2 code. */
          country?: string;
          /** @description Balance to pay from; for a remittance, the currency that the payer pays. */
          source_currency: string;
          /** @description In the currency of amount_side. */
          amount: string;
          /**
           * @description Side on which the amount is exact.
           * @enum {string}
           */
          amount_side: 'source' | 'destination';
          /**
           * @description What the quote is for. Default: payout.
           * @enum {string}
           */
          product?: 'payout' | 'remittance';
          /** @description Remittance only: the payer's method, if there are several. */
          source_method?: string;
          /** @description Remittance only: the payer's country. */
          source_country?: string;
          beneficiary_id?: never;
        }
      | {
          /** @description Replaces method, currency and country. */
          beneficiary_id: string;
          /** @description Balance to pay from; for a remittance, the currency that the payer pays. */
          source_currency: string;
          /** @description In the currency of amount_side. */
          amount: string;
          /**
           * @description Side on which the amount is exact.
           * @enum {string}
           */
          amount_side: 'source' | 'destination';
          /**
           * @description What the quote is for. Default: payout.
           * @enum {string}
           */
          product?: 'payout' | 'remittance';
          /** @description Remittance only: the payer's method, if there are several. */
          source_method?: string;
          /** @description Remittance only: the payer's country. */
          source_country?: string;
          method?: never;
          currency?: never;
          country?: never;
        };
    ReconciliationException: {
      id: string;
      /** @description Kind of mismatch. amount_mismatch: the payment had another amount or currency than requested. payin_reversed: the bank took a payment back, credited or not. unmatched_deposit: money arrived on a funding account that was never open, had expired, or whose only payment failed. duplicate_deposit: a second payment arrived on a one-payment funding account whose first is credited or being confirmed. late_payment_evidence: the provider contradicts the result of an operation or pay-in. provider_mismatch: the provider's record differs from the books: another amount, an unknown operation, another statement total, or a known bank reference with another amount. */
      type:
        | (
            | 'amount_mismatch'
            | 'payin_reversed'
            | 'unmatched_deposit'
            | 'duplicate_deposit'
            | 'late_payment_evidence'
            | 'provider_mismatch'
          )
        | (string & {});
      /** @description Whether the exception is resolved. open: the platform has not resolved it. resolved: resolved; final. */
      status: ('open' | 'resolved') | (string & {});
      /** @description Kind of mismatch. */
      resource?: {
        type:
          | ('payin' | 'payout' | 'refund' | 'settlement' | 'withdrawal' | 'funding_account' | 'account')
          | (string & {});
        id: string;
      };
      /** @description What the books say. */
      expected?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description What the provider says. */
      actual?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description The platform's finding. Present once resolved. */
      note?: string;
      /**
       * Format: date-time
       * @description Time when it was found.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time when it was resolved.
       */
      resolved_at?: string;
    };
    ReconciliationExceptionEvent: {
      id: string;
      /** @enum {string} */
      type: 'reconciliation.exception_created' | 'reconciliation.exception_resolved';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: components['schemas']['ReconciliationException'];
    };
    ReconciliationExceptionList: {
      data: components['schemas']['ReconciliationException'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    Refund: {
      id: string;
      /** @description Status of a refund. pending_review: held by risk rules: the money is reserved, and nothing is sent until a decision. processing: in flight; also while the outcome is unknown. completed: the payer has received it. failed: not paid; the reserved money is available again. */
      status: ('pending_review' | 'processing' | 'completed' | 'failed') | (string & {});
      /** @description Pay-in that is refunded. */
      payin_id: string;
      /** @description Amount that leaves the balance, in the currency in which the pay-in was credited. */
      amount: string;
      /** @description Currency of the amount. */
      currency: string;
      /** @description Amount that the payer receives, in the currency they paid: at the pay-in's rate, rounded down. The last refund of a pay-in returns the rest. */
      payer: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Reason given by the account. */
      reason?: string;
      /** @description Why it failed: risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own code; open set. */
      failure_code?: string;
      /** @description Result of the risk rules and the platform's decision. allowed: not held. in_review: held for a decision. approved: released. rejected: refused. */
      risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      /** @description Review that held it. */
      risk_decision_id?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata: {
        [key: string]: string;
      };
      /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
      bank_reference?: {
        kind:
          ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other') | (string & {});
        value: string;
      };
      /**
       * Format: date-time
       * @description Time of the request.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time when it was paid.
       */
      completed_at?: string;
      /**
       * Format: date-time
       * @description Time when it failed.
       */
      failed_at?: string;
    };
    RefundCreate: {
      /** @description A completed pay-in whose method has the feature refund. */
      payin_id: string;
      /** @description In the currency in which the pay-in was credited. Default: everything left of it. */
      amount?: string;
      /** @description Stored unencrypted; do not send personal data. In sandbox it may contain a sim: tag. */
      reason?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata?: {
        [key: string]: string;
      };
    };
    RefundEvent: {
      id: string;
      /** @enum {string} */
      type: 'refund.created' | 'refund.approved' | 'refund.processing' | 'refund.completed' | 'refund.failed';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Status of a refund. pending_review: held by risk rules: the money is reserved, and nothing is sent until a decision. processing: in flight; also while the outcome is unknown. completed: the payer has received it. failed: not paid; the reserved money is available again. */
        status: ('pending_review' | 'processing' | 'completed' | 'failed') | (string & {});
        /** @description Pay-in that is refunded. */
        payin_id: string;
        /** @description Amount that leaves the balance, in the currency in which the pay-in was credited. */
        amount: string;
        /** @description Currency of the amount. */
        currency: string;
        /** @description Amount that the payer receives, in the currency they paid: at the pay-in's rate, rounded down. The last refund of a pay-in returns the rest. */
        payer: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Why it failed: risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own code; open set. */
        failure_code?: string;
        /** @description Result of the risk rules and the platform's decision. allowed: not held. in_review: held for a decision. approved: released. rejected: refused. */
        risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
        /** @description Review that held it. */
        risk_decision_id?: string;
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
        metadata: {
          [key: string]: string;
        };
        /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
        bank_reference?: {
          kind:
            | ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other')
            | (string & {});
          value: string;
        };
        /**
         * Format: date-time
         * @description Time of the request.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description Time when it was paid.
         */
        completed_at?: string;
        /**
         * Format: date-time
         * @description Time when it failed.
         */
        failed_at?: string;
      };
    };
    RefundList: {
      data: components['schemas']['Refund'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    RefundPreview: {
      /** @description created: created and sent. in_review: held by risk rules with its money reserved. failed: created as failed, because the balance is too low. refused: see refusal. */
      outcome: ('created' | 'in_review' | 'failed' | 'refused') | (string & {});
      refusal?: components['schemas']['PreviewRefusal'];
      /** @description Why risk rules would hold it. */
      reasons?: string[];
      /** @description approval_required: members have to approve it. beneficiary_not_verified: the payee check is missing, older than 30 days, or found another holder. Ignore values that you do not know. */
      warnings?: string[];
      /** @description Amount missing from the balance. */
      short?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Journals that would be posted at once. */
      entries: components['schemas']['PreviewEntry'][];
      /** @description The refund as it would be created. Absent if it would be refused. */
      refund?: {
        /** @description Status of a refund. pending_review: held by risk rules: the money is reserved, and nothing is sent until a decision. processing: in flight; also while the outcome is unknown. completed: the payer has received it. failed: not paid; the reserved money is available again. */
        status: ('pending_review' | 'processing' | 'completed' | 'failed') | (string & {});
        /** @description Pay-in that is refunded. */
        payin_id: string;
        /** @description Amount that leaves the balance, in the currency in which the pay-in was credited. */
        amount: string;
        /** @description Currency of the amount. */
        currency: string;
        /** @description Amount that the payer receives, in the currency they paid: at the pay-in's rate, rounded down. The last refund of a pay-in returns the rest. */
        payer: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Reason given by the account. */
        reason?: string;
        /** @description Result of the risk rules and the platform's decision. allowed: not held. in_review: held for a decision. approved: released. rejected: refused. */
        risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      };
    };
    Remittance: {
      id: string;
      /** @description Status of a remittance. awaiting_funds: waiting for its deposit to be credited. processing: funded; its payout is in flight. review: its payout is held by risk rules, with its money reserved. completed: the beneficiary was paid. failed: nothing was paid out; the credited money is available. See failure_code. returned: the beneficiary's bank sent it back; the money is available in the settlement asset. */
      status:
        ('awaiting_funds' | 'processing' | 'review' | 'completed' | 'failed' | 'returned') | (string & {});
      /** @description Quote that set its price. */
      quote_id: string;
      /** @description Beneficiary that is paid. */
      beneficiary_id: string;
      /** @description Customer on whose behalf it is paid. */
      customer_id?: string;
      /** @description Amount that the payer pays: the quote's total. */
      source: {
        type: ('funding_account' | 'payin') | (string & {});
        funding_account_id?: string;
        payin_id?: string;
        /** @description Currency that the payer pays. */
        currency: string;
        /** @description Amount that the payer pays: the quote's total. */
        amount: string;
      };
      /** @description Amount that the beneficiary receives. */
      destination: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Destination units for one unit of the principal that the payer pays. */
      rate: string;
      /** @description Pay-in that funded it. */
      payin_id?: string;
      /** @description Its payout. Present once funded. */
      payout_id?: string;
      /** @description Why it failed: funding_insufficient, quote_expired, customer_blocked, or its payout's code; open set. An unknown code means not paid. */
      failure_code?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time when its payout was completed.
       */
      completed_at?: string;
      /** @description Description by the account, copied to its payout. Only on retrieve. */
      description?: string;
    };
    RemittanceCreate: {
      /** @description A quote of product remittance. */
      quote_id: string;
      beneficiary_id: string;
      /** @description Source of the money: one of two fields. */
      source:
        | {
            /** @description The next deposit into this funding account pays. It must be credited before the quote expires. */
            funding_account_id: string;
            payin_id?: never;
          }
        | {
            /** @description A completed pay-in that funds nothing else; pays at once. */
            payin_id: string;
            funding_account_id?: never;
          };
      /** @description Stored unencrypted and copied to its payout; do not send personal data. In sandbox it may contain a sim: tag. */
      description?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata?: {
        [key: string]: string;
      };
    };
    RemittanceEvent: {
      id: string;
      /** @enum {string} */
      type:
        | 'remittance.created'
        | 'remittance.processing'
        | 'remittance.review'
        | 'remittance.completed'
        | 'remittance.failed'
        | 'remittance.returned';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Status of a remittance. awaiting_funds: waiting for its deposit to be credited. processing: funded; its payout is in flight. review: its payout is held by risk rules, with its money reserved. completed: the beneficiary was paid. failed: nothing was paid out; the credited money is available. See failure_code. returned: the beneficiary's bank sent it back; the money is available in the settlement asset. */
        status:
          ('awaiting_funds' | 'processing' | 'review' | 'completed' | 'failed' | 'returned') | (string & {});
        /** @description Quote that set its price. */
        quote_id: string;
        /** @description Beneficiary that is paid. */
        beneficiary_id: string;
        /** @description Customer on whose behalf it is paid. */
        customer_id?: string;
        /** @description Amount that the payer pays: the quote's total. */
        source: {
          type: ('funding_account' | 'payin') | (string & {});
          funding_account_id?: string;
          payin_id?: string;
          /** @description Currency that the payer pays. */
          currency: string;
          /** @description Amount that the payer pays: the quote's total. */
          amount: string;
        };
        /** @description Amount that the beneficiary receives. */
        destination: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Destination units for one unit of the principal that the payer pays. */
        rate: string;
        /** @description Pay-in that funded it. */
        payin_id?: string;
        /** @description Its payout. Present once funded. */
        payout_id?: string;
        /** @description Why it failed: funding_insufficient, quote_expired, customer_blocked, or its payout's code; open set. An unknown code means not paid. */
        failure_code?: string;
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
        metadata: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description Time when its payout was completed.
         */
        completed_at?: string;
      };
    };
    RemittanceList: {
      data: components['schemas']['Remittance'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    Report: {
      name:
        | (
            | 'transactions'
            | 'payins'
            | 'payouts'
            | 'remittances'
            | 'refunds'
            | 'withdrawals'
            | 'settlements'
            | 'fees'
            | 'fx'
            | 'balances'
          )
        | (string & {});
      /**
       * Format: date-time
       * @description Start of the period, inclusive.
       */
      from: string;
      /**
       * Format: date-time
       * @description End of the period, exclusive.
       */
      to: string;
      /** @description Source of the rows. */
      source: ('ledger' | 'operations') | (string & {});
      /**
       * Format: date-time
       * @description Time of this answer. Rows of a ledger report before it never change; operations are shown as they were then.
       */
      as_of: string;
      /** @description Columns in order; new ones are added at the end. */
      columns: string[];
      /** @description Rows by column; every value is a string or null. */
      data: {
        [key: string]: string | null;
      }[];
      has_more: boolean;
      /** @description Pass it as after to get the next page. */
      next_cursor?: string;
    };
    Request: {
      id: string;
      /** @description Its method. GET: it reads. HEAD: reads, and returns no body. POST: creates or acts. PUT: replaces. PATCH: changes parts. DELETE: deletes. */
      method: ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') | (string & {});
      /** @description Path of the request, without values that are not ids. */
      path: string;
      /** @description Path as in the API description. */
      route: string;
      /** @description Known query parameters. */
      query?: {
        [key: string]: string;
      };
      /** @description Status of the answer; 499 if the caller disconnected first. */
      status: number;
      /** @description Outcome of the request. succeeded: the status is below 400. refused: the status is 4xx. failed: the status is 5xx. unheard: the caller disconnected before the answer was sent (status 499). */
      outcome: ('succeeded' | 'refused' | 'failed' | 'unheard') | (string & {});
      /** @description Error code, if it failed. */
      error_code?: string;
      /** @description Milliseconds from the first byte of the request to the end of the answer. */
      duration_ms: number;
      /** @description Public prefix of the API key. */
      api_key_prefix?: string;
      /** @description Member who made it, if it was made without an API key. */
      member_id?: string;
      /** @description Its Idempotency-Key. */
      idempotency_key?: string;
      /** @description Whether the answer is a replay of an earlier request with the same key. */
      replayed: boolean;
      /** @description The caller's own id, from X-Correlation-Id. */
      correlation_id?: string;
      /** @description Resource that it created or changed; empty for a GET. */
      resource_id?: string;
      /** @description Programs named in User-Agent, without comments. */
      user_agent?: string;
      /** @description Request body. Personal fields and secrets are `[redacted]`, unknown fields are removed, lists keep ten elements. Absent if there was none or it was too large. */
      request_body?: {
        [key: string]: unknown;
      };
      /** @description Body of the answer, with the same redaction. */
      response_body?: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description Time of the request.
       */
      created_at: string;
    };
    RequestList: {
      data: components['schemas']['Request'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    RiskReview: {
      id: string;
      status: string;
      /** @description Why risk rules hold it; open set. */
      reasons: string[];
      /** @description Resource that waits for the decision. */
      resource: {
        type: string;
        id: string;
      };
      /** Format: date-time */
      created_at: string;
    };
    RiskReviewEvent: {
      id: string;
      /** @enum {string} */
      type: 'risk.review_required';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: components['schemas']['RiskReview'];
    };
    SessionCreate: {
      /** @description An address with an ASCII local part; compared in lower case, its domain in A-labels. */
      email: string;
      /** @description The six digits from the mail. */
      code: string;
      /** @description Random text that the browser keeps, to be known again. A sign-in from a new device is mailed to the person. Without it the device goes by User-Agent. */
      device?: string;
      /** @description Whether dangerous operations of the session need a passkey or a mailed code at most five minutes old. The dashboard asks for it. Sessions of members with a passkey always need it. */
      step_up?: boolean;
    };
    Settlement: {
      id: string;
      /** @description Status of a settlement. processing: in flight; also while the outcome is unknown. on_hold: held by the platform or its risk rules: nothing is sent until it is released. completed: the destination has received it. failed: not paid; its money is available again. */
      status: ('processing' | 'on_hold' | 'completed' | 'failed') | (string & {});
      /** @description Schedule that created it. */
      schedule_id: string;
      /** @description Destination of the money. */
      destination_id: string;
      /** @description Balance that is settled. */
      currency: string;
      /** @description Period of the settlement: the statement entries after from, up to and including to. */
      period: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
      };
      /** @description Amount available at the beginning of the period. */
      opening: string;
      /** @description Amount that became available in the period. */
      credits: string;
      /** @description Amount that left available in the period. */
      debits: string;
      /** @description Amount that the destination receives. */
      amount: string;
      /** @description The platform's fee. */
      fee: string;
      /** @description Amount that leaves the balance: amount and fee. */
      total: string;
      /** @description Part of opening + credits − debits that was not settled. */
      left?: string;
      /** @description Why it failed: destination_disabled, no_route, risk_rejected, not_submitted, resolved_not_executed, or the provider's own code; open set. */
      failure_code?: string;
      /** @description Journals that changed the available balance in the period, in statement order. */
      items?: {
        journal_id: string;
        /** @description Open set, such as funding_deposit or payout_reserve. */
        purpose: string;
        /** @description credit raises the available balance, debit lowers it. */
        direction: ('credit' | 'debit') | (string & {});
        /** @description Decimal string in units of the currency. */
        amount: string;
        /** @description Operation that moved it. */
        origin: {
          /** @description Open set, such as payin or payout. */
          type: string;
          id: string;
        };
        /** Format: date-time */
        occurred_at: string;
      }[];
      /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
      bank_reference?: {
        kind:
          ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other') | (string & {});
        value: string;
      };
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time when it was paid.
       */
      completed_at?: string;
      /**
       * Format: date-time
       * @description Time when it failed.
       */
      failed_at?: string;
    };
    SettlementConfiguration: {
      /** @description unexecutable if any currency is; otherwise active if any is. */
      state: ('unconfigured' | 'active' | 'unexecutable') | (string & {});
      currencies: {
        currency: string;
        /** @description unconfigured: no schedule is in force. active: settles. unexecutable: cannot settle; see reason. */
        state: ('unconfigured' | 'active' | 'unexecutable') | (string & {});
        /** @description Active schedules only: whether it settles automatically. */
        automatic?: boolean;
        /** @description Open set, such as no_destination. */
        reason?: string;
        schedule_id?: string;
        destination_id?: string;
      }[];
    };
    SettlementDestination: {
      id: string;
      /** @description The method. */
      method: string;
      /** @description Currency that it receives, and balance that pays. */
      currency: string;
      /** @description Country of the method, if it has one. */
      country?: string;
      /** @description The account's own label for it. */
      label?: string;
      /** @description Whether money can be sent to a destination. active: it can. disabled: permanently disabled by the platform; nothing is sent to it. */
      status: ('active' | 'disabled') | (string & {});
      /** @description Last characters of the external account. */
      account_hint: string;
      /**
       * Format: date-time
       * @description Time of registration.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
    };
    SettlementDestinationCreate: {
      /** @description A payout method from capabilities. */
      method: string;
      /** @description Currency that it receives. */
      currency: string;
      /** @description Set by the method, if the method has a country. */
      country?: string;
      /** @description The beneficiary_fields of the payout capability; a dotted name is a nested object. Never returned. */
      details: {
        [key: string]: unknown;
      };
      label?: string;
    };
    SettlementDestinationList: {
      data: components['schemas']['SettlementDestination'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    SettlementEvent: {
      id: string;
      /** @enum {string} */
      type:
        | 'settlement.created'
        | 'settlement.processing'
        | 'settlement.on_hold'
        | 'settlement.completed'
        | 'settlement.failed';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Status of a settlement. processing: in flight; also while the outcome is unknown. on_hold: held by the platform or its risk rules: nothing is sent until it is released. completed: the destination has received it. failed: not paid; its money is available again. */
        status: ('processing' | 'on_hold' | 'completed' | 'failed') | (string & {});
        /** @description Schedule that created it. */
        schedule_id: string;
        /** @description Destination of the money. */
        destination_id: string;
        /** @description Balance that is settled. */
        currency: string;
        /** @description Period of the settlement: the statement entries after from, up to and including to. */
        period: {
          /** Format: date-time */
          from: string;
          /** Format: date-time */
          to: string;
        };
        /** @description Amount available at the beginning of the period. */
        opening: string;
        /** @description Amount that became available in the period. */
        credits: string;
        /** @description Amount that left available in the period. */
        debits: string;
        /** @description Amount that the destination receives. */
        amount: string;
        /** @description The platform's fee. */
        fee: string;
        /** @description Amount that leaves the balance: amount and fee. */
        total: string;
        /** @description Part of opening + credits − debits that was not settled. */
        left?: string;
        /** @description Why it failed: destination_disabled, no_route, risk_rejected, not_submitted, resolved_not_executed, or the provider's own code; open set. */
        failure_code?: string;
        /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
        bank_reference?: {
          kind:
            | ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other')
            | (string & {});
          value: string;
        };
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description Time when it was paid.
         */
        completed_at?: string;
        /**
         * Format: date-time
         * @description Time when it failed.
         */
        failed_at?: string;
      };
    };
    SettlementList: {
      data: components['schemas']['Settlement'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    SettlementSchedule: {
      id: string;
      /** @description Currency to settle; each currency has at most one schedule in force. */
      currency: string;
      /** @description Destination of the money. Without it, nothing is settled. */
      destination_id?: string;
      /** @description How often it settles. daily: every day. weekly: every week, on its weekday. monthly: every month, on its day. manual: only when the platform runs it. */
      interval: ('daily' | 'weekly' | 'monthly' | 'manual') | (string & {});
      /** @description Day of a weekly schedule: 1 is Monday, 7 is Sunday. */
      weekday?: number;
      /** @description Day of a monthly schedule: 1 to 31, or the last day of a shorter month. */
      day?: number;
      /** @description Time of its cut-offs: HH:MM, UTC. */
      cutoff_time: string;
      /** @description Smallest settlement; below it, a cut-off creates none. */
      minimum_amount: string;
      /** @description Whether cut-offs run automatically; never for a manual schedule. */
      automatic: boolean;
      /** @description Whether a schedule is in force. active: in force. closed: replaced by another schedule, or closed by the platform. */
      status: ('active' | 'closed') | (string & {});
      /**
       * Format: date-time
       * @description Time of the next automatic settlement.
       */
      next_cutoff_at?: string;
      /**
       * Format: date-time
       * @description Time when it was put in force.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time when it ended.
       */
      closed_at?: string;
    };
    SettlementScheduleEvent: {
      id: string;
      /** @enum {string} */
      type: 'settlement_schedule.activated' | 'settlement_schedule.blocked';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: components['schemas']['SettlementSchedule'];
    };
    SettlementScheduleList: {
      data: components['schemas']['SettlementSchedule'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    SignIn: {
      /** @description An address with an ASCII local part; compared in lower case, its domain in A-labels. */
      email: string;
    };
    /** @description Reveals nothing about the address. */
    SignInAccepted: Record<string, never>;
    SignInPolicy: {
      /** @description required: a member who has a passkey must sign in with it; a mailed code alone opens the account only for members without one. */
      passkeys: ('optional' | 'required') | (string & {});
    };
    SignInPolicyUpdate: {
      /**
       * @description required: a member who has a passkey must sign in with it; a mailed code alone opens the account only for members without one.
       * @enum {string}
       */
      passkeys: 'optional' | 'required';
    };
    SignedIn: {
      /** @description Bearer token of the session; shown only once. */
      token: string;
      /**
       * Format: date-time
       * @description Time when the session expires, 12 hours after sign-in.
       */
      expires_at: string;
    };
    Source: {
      /** @description Balance that pays. */
      currency: string;
      /** @description Amount that is converted. */
      principal: string;
      /** @description The platform's fee. */
      platform_fee: string;
      /** @description The account's own markup, added to earnings. */
      tenant_markup: string;
      /** @description principal + platform_fee + tenant_markup */
      total: string;
    };
    Timeline: {
      data: components['schemas']['TimelineEntry'][];
    };
    TimelineEntry: {
      /**
       * Format: date-time
       * @description When.
       */
      at: string;
      /** @description request: a /v1 call that created or changed the resource, while it is in the request log. state: the resource reached a status. review: risk rules held the resource. entries: money moved in the books. event: an event was published. delivery: a webhook was delivered or attempted. exception: it disagrees with the provider's record. */
      kind: ('request' | 'state' | 'review' | 'entries' | 'event' | 'delivery' | 'exception') | (string & {});
      /** @description What happened, such as completed, payout.completed or payout_capture; open set. */
      says: string;
      /** @description Request, event, journal, delivery, review or exception that recorded it. */
      source_id?: string;
      /** @description Other details; for an event, the resource at that time. */
      detail?: {
        /** @description Entries only: what moved on the balances. */
        entries?: {
          /** @description Part of the balance that moved. */
          account: ('available' | 'pending' | 'reserved' | 'in_settlement' | 'earnings') | (string & {});
          direction: ('credit' | 'debit') | (string & {});
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        }[];
      } & {
        [key: string]: unknown;
      };
    };
    WebhookDelivery: {
      id: string;
      /** @description Endpoint that receives it. */
      endpoint_id: string;
      /** @description Event that is delivered. */
      event_id: string;
      /** @description Its type. */
      event_type: string;
      /** @description Status of a delivery. pending: waiting for its first or next attempt. delivered: answered 2xx. failed: ten attempts over about 23 hours got no 2xx; a ping or test has only one attempt. cancelled: the endpoint was deleted first. */
      status: ('pending' | 'delivered' | 'failed' | 'cancelled') | (string & {});
      /** @description Attempts so far. */
      attempts: number;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the 2xx answer.
       */
      delivered_at?: string;
      /**
       * Format: date-time
       * @description Time of the next attempt.
       */
      next_attempt_at?: string;
      /** @description Delivery that this one repeats. */
      redelivery_of?: string;
      /** @description Its attempts, oldest first. */
      history: {
        number: number;
        /** Format: date-time */
        occurred_at: string;
        http_status?: number;
        duration_ms: number;
        /** @description Why there was no answer; with rough deliveries in sandbox, what the receiver did wrong. */
        error?: string;
      }[];
    };
    WebhookDeliveryList: {
      data: components['schemas']['WebhookDelivery'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    WebhookEndpoint: {
      id: string;
      /** @description URL of the endpoint. Empty if the service cannot decrypt it. */
      url: string;
      /** @description Description by the account. */
      description?: string;
      /** @description The exact event types it receives; empty: all. */
      event_types: string[];
      /** @description false: paused. New events create no delivery; pending ones wait. */
      active: boolean;
      /** @description active or failing. An endpoint is failing after 10 failed attempts in a row: deliveries wait and a test delivery is sent every 15 minutes. Once one is answered 2xx, the deliveries go out in order. */
      status: ('active' | 'failing') | (string & {});
      /** @description Signs the deliveries: whsec_ and 44 characters of base64, as the libraries of Standard Webhooks take it. Only in the answer to its creation or rotation. */
      secret?: string;
      /**
       * Format: date-time
       * @description After a rotation, deliveries are signed with the previous secret too, until this time.
       */
      previous_secret_expires_at?: string;
      /**
       * Format: date-time
       * @description Since when it is failing.
       */
      failing_since?: string;
      /**
       * Format: date-time
       * @description Time of registration.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
    };
    WebhookEndpointCreate: {
      /** @description A public https URL on port 443, without credentials or fragment. */
      url: string;
      description?: string;
      /** @description Exact event types. Empty or absent: all. */
      event_types?: (
        | 'funding_account.active'
        | 'funding_account.failed'
        | 'payin.completed'
        | 'payin.failed'
        | 'payout.created'
        | 'payout.completed'
        | 'payout.failed'
        | 'payout.cancelled'
        | 'payout.returned'
        | 'payout.return_settled'
        | 'remittance.created'
        | 'remittance.processing'
        | 'remittance.review'
        | 'remittance.completed'
        | 'remittance.failed'
        | 'remittance.returned'
        | 'payout_batch.created'
        | 'payout_batch.completed'
        | 'payout_batch.cancellation_requested'
        | 'payout_batch.cancellation_finished'
        | 'payout_batch.updated'
        | 'refund.created'
        | 'refund.approved'
        | 'refund.processing'
        | 'refund.completed'
        | 'refund.failed'
        | 'settlement.created'
        | 'settlement.processing'
        | 'settlement.on_hold'
        | 'settlement.completed'
        | 'settlement.failed'
        | 'settlement_schedule.activated'
        | 'settlement_schedule.blocked'
        | 'withdrawal.created'
        | 'withdrawal.pending_approval'
        | 'withdrawal.approved'
        | 'withdrawal.submitted'
        | 'withdrawal.completed'
        | 'withdrawal.failed'
        | 'withdrawal.cancelled'
        | 'approval.requested'
        | 'approval.decided'
        | 'customer.created'
        | 'customer.updated'
        | 'customer.status_changed'
        | 'beneficiary.created'
        | 'beneficiary.verified'
        | 'risk.review_required'
        | 'reconciliation.exception_created'
        | 'reconciliation.exception_resolved'
        | 'hosted_session.created'
        | 'hosted_session.payment_reported'
        | 'webhook.ping'
      )[];
    };
    WebhookEndpointEvent: {
      id: string;
      /** @enum {string} */
      type: 'webhook.ping';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description URL of the endpoint. Empty if the service cannot decrypt it. */
        url: string;
        /** @description The exact event types it receives; empty: all. */
        event_types: string[];
        /** @description false: paused. New events create no delivery; pending ones wait. */
        active: boolean;
        /** @description active or failing. An endpoint is failing after 10 failed attempts in a row: deliveries wait and a test delivery is sent every 15 minutes. Once one is answered 2xx, the deliveries go out in order. */
        status: ('active' | 'failing') | (string & {});
        /**
         * Format: date-time
         * @description After a rotation, deliveries are signed with the previous secret too, until this time.
         */
        previous_secret_expires_at?: string;
        /**
         * Format: date-time
         * @description Since when it is failing.
         */
        failing_since?: string;
        /**
         * Format: date-time
         * @description Time of registration.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
      };
    };
    WebhookEndpointList: {
      data: components['schemas']['WebhookEndpoint'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    WebhookEndpointUpdate: {
      /** @description Used from the next attempt on. */
      url?: string;
      /** @description An empty string removes it. */
      description?: string;
      /** @description Exact event types. Empty or absent: all. */
      event_types?: (
        | 'funding_account.active'
        | 'funding_account.failed'
        | 'payin.completed'
        | 'payin.failed'
        | 'payout.created'
        | 'payout.completed'
        | 'payout.failed'
        | 'payout.cancelled'
        | 'payout.returned'
        | 'payout.return_settled'
        | 'remittance.created'
        | 'remittance.processing'
        | 'remittance.review'
        | 'remittance.completed'
        | 'remittance.failed'
        | 'remittance.returned'
        | 'payout_batch.created'
        | 'payout_batch.completed'
        | 'payout_batch.cancellation_requested'
        | 'payout_batch.cancellation_finished'
        | 'payout_batch.updated'
        | 'refund.created'
        | 'refund.approved'
        | 'refund.processing'
        | 'refund.completed'
        | 'refund.failed'
        | 'settlement.created'
        | 'settlement.processing'
        | 'settlement.on_hold'
        | 'settlement.completed'
        | 'settlement.failed'
        | 'settlement_schedule.activated'
        | 'settlement_schedule.blocked'
        | 'withdrawal.created'
        | 'withdrawal.pending_approval'
        | 'withdrawal.approved'
        | 'withdrawal.submitted'
        | 'withdrawal.completed'
        | 'withdrawal.failed'
        | 'withdrawal.cancelled'
        | 'approval.requested'
        | 'approval.decided'
        | 'customer.created'
        | 'customer.updated'
        | 'customer.status_changed'
        | 'beneficiary.created'
        | 'beneficiary.verified'
        | 'risk.review_required'
        | 'reconciliation.exception_created'
        | 'reconciliation.exception_resolved'
        | 'hosted_session.created'
        | 'hosted_session.payment_reported'
        | 'webhook.ping'
      )[];
      /** @description false pauses; true resumes with the events from then on. */
      active?: boolean;
    };
    Withdrawal: {
      id: string;
      /** @description Status of a withdrawal. pending_approval: above the threshold: its money is held, and nothing is sent until the platform decides. processing: its money is held; it is about to be sent. submitted: the bank has accepted it. verification_pending: the outcome is unknown; its money stays held. completed: it was paid. failed: not paid; the held money is available again. cancelled: the platform declined it; the held money is available again. */
      status:
        | (
            | 'pending_approval'
            | 'processing'
            | 'submitted'
            | 'verification_pending'
            | 'completed'
            | 'failed'
            | 'cancelled'
          )
        | (string & {});
      /** @description Settlement destination that receives it. */
      destination_id: string;
      /** @description Amount that the destination receives. */
      amount: string;
      /** @description The platform's fee, as agreed at the time of the request. */
      fee: string;
      /** @description Amount that leaves the balance: the amount and the fee. */
      total: string;
      /** @description Currency of the destination and of the balance that pays. */
      currency: string;
      /** @description Description by the account. */
      description?: string;
      /** @description Why it failed: insufficient_funds, destination_disabled, risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own code; open set. */
      failure_code?: string;
      /** @description Result of the risk rules and the platform's decision. allowed: not held. in_review: held for a decision. approved: released. rejected: refused. */
      risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      /** @description Review that held it. */
      risk_decision_id?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata: {
        [key: string]: string;
      };
      /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
      bank_reference?: {
        kind:
          ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other') | (string & {});
        value: string;
      };
      /**
       * Format: date-time
       * @description Time of the request.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time when the bank accepted it.
       */
      submitted_at?: string;
      /**
       * Format: date-time
       * @description Time when it was paid.
       */
      completed_at?: string;
      /**
       * Format: date-time
       * @description Time when it failed.
       */
      failed_at?: string;
      /**
       * Format: date-time
       * @description Time when the platform declined it.
       */
      cancelled_at?: string;
    };
    WithdrawalCreate: {
      /** @description An active settlement destination. */
      destination_id: string;
      /** @description Amount that the destination receives, in its currency; the fee is added. */
      amount: string;
      /** @description Stored unencrypted; do not send personal data. In sandbox it may contain a sim: tag. */
      description?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
      metadata?: {
        [key: string]: string;
      };
    };
    WithdrawalEvent: {
      id: string;
      /** @enum {string} */
      type:
        | 'withdrawal.created'
        | 'withdrawal.pending_approval'
        | 'withdrawal.approved'
        | 'withdrawal.submitted'
        | 'withdrawal.completed'
        | 'withdrawal.failed'
        | 'withdrawal.cancelled';
      /** @description Version of the schema of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Status of a withdrawal. pending_approval: above the threshold: its money is held, and nothing is sent until the platform decides. processing: its money is held; it is about to be sent. submitted: the bank has accepted it. verification_pending: the outcome is unknown; its money stays held. completed: it was paid. failed: not paid; the held money is available again. cancelled: the platform declined it; the held money is available again. */
        status:
          | (
              | 'pending_approval'
              | 'processing'
              | 'submitted'
              | 'verification_pending'
              | 'completed'
              | 'failed'
              | 'cancelled'
            )
          | (string & {});
        /** @description Settlement destination that receives it. */
        destination_id: string;
        /** @description Amount that the destination receives. */
        amount: string;
        /** @description The platform's fee, as agreed at the time of the request. */
        fee: string;
        /** @description Amount that leaves the balance: the amount and the fee. */
        total: string;
        /** @description Currency of the destination and of the balance that pays. */
        currency: string;
        /** @description Why it failed: insufficient_funds, destination_disabled, risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own code; open set. */
        failure_code?: string;
        /** @description Result of the risk rules and the platform's decision. allowed: not held. in_review: held for a decision. approved: released. rejected: refused. */
        risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
        /** @description Review that held it. */
        risk_decision_id?: string;
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key. */
        metadata: {
          [key: string]: string;
        };
        /** @description Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept. */
        bank_reference?: {
          kind:
            | ('end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other')
            | (string & {});
          value: string;
        };
        /**
         * Format: date-time
         * @description Time of the request.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description Time when the bank accepted it.
         */
        submitted_at?: string;
        /**
         * Format: date-time
         * @description Time when it was paid.
         */
        completed_at?: string;
        /**
         * Format: date-time
         * @description Time when it failed.
         */
        failed_at?: string;
        /**
         * Format: date-time
         * @description Time when the platform declined it.
         */
        cancelled_at?: string;
      };
    };
    WithdrawalList: {
      data: components['schemas']['Withdrawal'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getDescription: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OpenAPI 3.1, with an ETag: 304 without a body if If-None-Match matches. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  getAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Me'];
        };
      };
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only with this status. */
        status?: 'invited' | 'active' | 'disabled';
        /** @description Only with this role. */
        role?: 'owner' | 'admin' | 'developer' | 'viewer';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberList'];
        };
      };
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MemberCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Member'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Member'];
        };
      };
    };
  };
  updateMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MemberUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberUpdated'];
        };
      };
    };
  };
  getSignInPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInPolicy'];
        };
      };
    };
  };
  replaceSignInPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignInPolicyUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInPolicy'];
        };
      };
    };
  };
  deleteMemberPasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listBalances: {
    parameters: {
      query?: {
        /** @description Returns the balances at this time (RFC 3339), including its movements. Default: now. */
        at?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Balances'];
        };
      };
    };
  };
  listBalanceEntries: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page, or the id of the last element. */
        after?: string;
      };
      header?: never;
      path: {
        currency: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BalanceEntryList'];
        };
      };
    };
  };
  getBalanceStatement: {
    parameters: {
      query: {
        /** @description Start of the period, inclusive (RFC 3339). */
        from: string;
        /** @description End of the period, exclusive (RFC 3339). */
        to: string;
        /** @description Part of the balance. Default: available. */
        account?: 'available' | 'pending' | 'reserved' | 'in_settlement' | 'earnings';
        /** @description Default: csv. */
        format?: 'csv' | 'camt.053';
        /** @description true returns the journals with their proofs. Default: false. */
        proof?: 'true' | 'false';
      };
      header?: never;
      path: {
        currency: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
          'application/xml': string;
          'application/vnd.psp.statement+json': string;
        };
      };
    };
  };
  listLedgerSeals: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only of this UTC day, such as 2026-11-20. */
        day?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerSealList'];
        };
      };
    };
  };
  getLedgerSeal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerSeal'];
        };
      };
    };
  };
  getLedgerSealTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listLedgerSealKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerSealKeys'];
        };
      };
    };
  };
  listCapabilities: {
    parameters: {
      query?: {
        /** @description The product. */
        product?: 'payin' | 'payout' | 'remittance';
        /** @description ISO 3166-1 alpha-2 code. */
        country?: string;
        /** @description ISO 4217 code, USDT or USDC. */
        currency?: string;
        /** @description A method from capabilities. */
        method?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CapabilityList'];
        };
      };
    };
  };
  listCustomers: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only with this status. */
        status?: 'active' | 'blocked' | 'closed';
        /** @description Only with this external_id. */
        external_id?: string;
        /** @description Only of this type. */
        type?: 'individual' | 'business';
        /** @description Only of this country. */
        country?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerList'];
        };
      };
    };
  };
  createCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
    };
  };
  getCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
    };
  };
  updateCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
    };
  };
  getCustomerTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listBeneficiaries: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only with this status. */
        status?: 'active' | 'archived';
        /** @description Only of this customer. */
        customer_id?: string;
        /** @description Only of this method. */
        method?: string;
        /** @description Only in this currency. */
        currency?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BeneficiaryList'];
        };
      };
    };
  };
  createBeneficiary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BeneficiaryCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Beneficiary'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Beneficiary'];
        };
      };
    };
  };
  getBeneficiary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Beneficiary'];
        };
      };
    };
  };
  getBeneficiaryTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  archiveBeneficiary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK, or replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Beneficiary'];
        };
      };
    };
  };
  checkPayee: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK, or replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayeeCheck'];
        };
      };
    };
  };
  createQuote: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QuoteCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  getQuote: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  listFundingAccounts: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only with this status. */
        status?: 'pending' | 'active' | 'failed' | 'closed';
        /** @description With exactly this reference. */
        reference?: string;
        /** @description With each of these pairs of metadata, 5 at most: `metadata[order]=1042`. */
        metadata?: {
          [key: string]: string;
        };
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FundingAccountList'];
        };
      };
    };
  };
  createFundingAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FundingAccountCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FundingAccount'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FundingAccount'];
        };
      };
    };
  };
  getFundingAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FundingAccount'];
        };
      };
    };
  };
  updateFundingAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MetadataUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FundingAccount'];
        };
      };
    };
  };
  getFundingAccountTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listPayins: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Currency of amount_gte and amount_lte. */
        currency?: string;
        /** @description Only with at least this amount. Needs currency. Amounts are those credited. */
        amount_gte?: string;
        /** @description Only with at most this amount. Needs currency. Amounts are those credited. */
        amount_lte?: string;
        /** @description The status. */
        status?: 'processing' | 'completed' | 'failed';
        /** @description Only of this funding account. */
        funding_account_id?: string;
        /** @description With exactly this bank reference. */
        bank_reference?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayinList'];
        };
      };
    };
  };
  getPayin: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payin'];
        };
      };
    };
  };
  getPayinTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listRefunds: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Currency of amount_gte and amount_lte. */
        currency?: string;
        /** @description Only with at least this amount. Needs currency. */
        amount_gte?: string;
        /** @description Only with at most this amount. Needs currency. */
        amount_lte?: string;
        /** @description Only with this status. */
        status?: 'pending_review' | 'processing' | 'completed' | 'failed';
        /** @description Only of this pay-in. */
        payin_id?: string;
        /** @description With exactly this reference. */
        reference?: string;
        /** @description With each of these pairs of metadata, 5 at most: `metadata[order]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description With exactly this bank reference. */
        bank_reference?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RefundList'];
        };
      };
    };
  };
  createRefund: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefundCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Refund'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Refund'];
        };
      };
    };
  };
  getRefund: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Refund'];
        };
      };
    };
  };
  updateRefund: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MetadataUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Refund'];
        };
      };
    };
  };
  getRefundTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listPayouts: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Currency of amount_gte and amount_lte. */
        currency?: string;
        /** @description Only with at least this amount. Needs currency. Amounts are those that arrive. */
        amount_gte?: string;
        /** @description Only with at most this amount. Needs currency. Amounts are those that arrive. */
        amount_lte?: string;
        /** @description The status. */
        status?: 'processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled';
        /** @description Only to this beneficiary. */
        beneficiary_id?: string;
        /** @description Risk status. */
        risk_status?: 'allowed' | 'in_review' | 'approved' | 'rejected';
        /** @description With exactly this reference. */
        reference?: string;
        /** @description With each of these pairs of metadata, 5 at most: `metadata[order]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description With exactly this bank reference. */
        bank_reference?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutList'];
        };
      };
    };
  };
  createPayout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payout'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payout'];
        };
      };
    };
  };
  getPayout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payout'];
        };
      };
    };
  };
  updatePayout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MetadataUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payout'];
        };
      };
    };
  };
  getPayoutTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  cancelPayout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payout'];
        };
      };
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payout'];
        };
      };
    };
  };
  listRemittances: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Currency of amount_gte and amount_lte. */
        currency?: string;
        /** @description Only with at least this amount. Needs currency. Amounts are those that arrive. */
        amount_gte?: string;
        /** @description Only with at most this amount. Needs currency. Amounts are those that arrive. */
        amount_lte?: string;
        /** @description Only with this status. */
        status?: 'awaiting_funds' | 'processing' | 'review' | 'completed' | 'failed' | 'returned';
        /** @description Only funded by this pay-in. */
        payin_id?: string;
        /** @description Only with this payout. */
        payout_id?: string;
        /** @description Only of this customer. */
        customer_id?: string;
        /** @description Only to this beneficiary. */
        beneficiary_id?: string;
        /** @description With exactly this reference. */
        reference?: string;
        /** @description With each of these pairs of metadata, 5 at most: `metadata[order]=1042`. */
        metadata?: {
          [key: string]: string;
        };
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RemittanceList'];
        };
      };
    };
  };
  createRemittance: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RemittanceCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Remittance'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Remittance'];
        };
      };
    };
  };
  getRemittance: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Remittance'];
        };
      };
    };
  };
  updateRemittance: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MetadataUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Remittance'];
        };
      };
    };
  };
  getRemittanceTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listPayoutBatches: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only with this status. */
        status?: 'processing' | 'completed' | 'completed_with_failures' | 'cancelled' | 'partially_cancelled';
        /** @description Only batches from the file with this message id. */
        message_id?: string;
        /** @description With exactly this reference. */
        reference?: string;
        /** @description With each of these pairs of metadata, 5 at most: `metadata[order]=1042`. */
        metadata?: {
          [key: string]: string;
        };
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutBatchList'];
        };
      };
    };
  };
  createPayoutBatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutBatchCreate'];
        'text/csv': string;
        'application/xml': string;
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutBatch'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutBatch'];
        };
      };
    };
  };
  getPayoutBatchTemplate: {
    parameters: {
      query: {
        /** @description Payout method from capabilities. */
        method: string;
        /** @description ISO 4217 code, USDT or USDC. */
        currency: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
    };
  };
  getPayoutBatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutBatch'];
        };
      };
    };
  };
  updatePayoutBatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MetadataUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutBatch'];
        };
      };
    };
  };
  getPayoutBatchTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listPayoutBatchItems: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutBatchItemList'];
        };
      };
    };
  };
  getPayoutBatchStatusReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/xml': string;
        };
      };
    };
  };
  cancelPayoutBatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutBatch'];
        };
      };
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutBatch'];
        };
      };
    };
  };
  previewPayout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutCreate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutPreview'];
        };
      };
    };
  };
  previewPayoutBatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutBatchCreate'];
        'text/csv': string;
        'application/xml': string;
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutBatchPreview'];
        };
      };
    };
  };
  previewRefund: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefundCreate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RefundPreview'];
        };
      };
    };
  };
  listSettlementDestinations: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only with this status. */
        status?: 'active' | 'disabled';
        /** @description Only in this currency. */
        currency?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettlementDestinationList'];
        };
      };
    };
  };
  createSettlementDestination: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementDestinationCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettlementDestination'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettlementDestination'];
        };
      };
    };
  };
  getSettlementDestination: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettlementDestination'];
        };
      };
    };
  };
  getSettlementDestinationTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listSettlementSchedules: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettlementScheduleList'];
        };
      };
    };
  };
  listSettlements: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only in this currency. */
        currency?: string;
        /** @description Only with at least this amount. Needs currency. */
        amount_gte?: string;
        /** @description Only with at most this amount. Needs currency. */
        amount_lte?: string;
        /** @description Only with this status. */
        status?: 'processing' | 'on_hold' | 'completed' | 'failed';
        /** @description With exactly this bank reference. */
        bank_reference?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettlementList'];
        };
      };
    };
  };
  getSettlement: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Settlement'];
        };
      };
    };
  };
  getSettlementTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  getSettlementConfiguration: {
    parameters: {
      query?: {
        /** @description Only this currency. */
        currency?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettlementConfiguration'];
        };
      };
    };
  };
  listWithdrawals: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Currency of amount_gte and amount_lte. */
        currency?: string;
        /** @description Only with at least this amount. Needs currency. */
        amount_gte?: string;
        /** @description Only with at most this amount. Needs currency. */
        amount_lte?: string;
        /** @description Only with this status. */
        status?:
          | 'pending_approval'
          | 'processing'
          | 'submitted'
          | 'verification_pending'
          | 'completed'
          | 'failed'
          | 'cancelled';
        /** @description Only to this destination. */
        destination_id?: string;
        /** @description With exactly this reference. */
        reference?: string;
        /** @description With each of these pairs of metadata, 5 at most: `metadata[order]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description With exactly this bank reference. */
        bank_reference?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WithdrawalList'];
        };
      };
    };
  };
  createWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WithdrawalCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Withdrawal'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Withdrawal'];
        };
      };
    };
  };
  getWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Withdrawal'];
        };
      };
    };
  };
  updateWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MetadataUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Withdrawal'];
        };
      };
    };
  };
  getWithdrawalTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  getApprovalPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApprovalPolicy'];
        };
      };
    };
  };
  replaceApprovalPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ApprovalPolicyUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApprovalPolicy'];
        };
      };
    };
  };
  listApprovals: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'pending' | 'approved' | 'declined' | 'expired';
        /** @description Of this resource. */
        resource_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApprovalList'];
        };
      };
    };
  };
  getApproval: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
    };
  };
  getApprovalTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  approveApproval: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ApprovalApprove'];
      };
    };
    responses: {
      /** @description OK, or replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
    };
  };
  declineApproval: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ApprovalDecline'];
      };
    };
    responses: {
      /** @description OK, or replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page, or the id of the last element. */
        after?: string;
        /** @description An exact type, or a family ending with a dot such as `payout.`. */
        type?: string;
        /** @description Only events of this resource. */
        resource_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
    };
  };
  getEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Event'];
        };
      };
    };
  };
  listWebhookEndpoints: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointList'];
        };
      };
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookEndpointCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description The status. */
        status?: 'pending' | 'delivered' | 'failed' | 'cancelled';
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK, or replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  pingWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  redeliverEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EventRedeliver'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
    };
  };
  getWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  deleteWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookEndpointUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  getWebhookEndpointTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  getHostedPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedPage'];
        };
      };
    };
  };
  replaceHostedPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HostedPageUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedPage'];
        };
      };
    };
  };
  listHostedDomains: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedDomainList'];
        };
      };
    };
  };
  claimHostedDomain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HostedDomainCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedDomain'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedDomain'];
        };
      };
    };
  };
  getHostedDomain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedDomain'];
        };
      };
    };
  };
  removeHostedDomain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getHostedDomainTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listHostedSessions: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With exactly this reference. */
        reference?: string;
        /** @description With each of these pairs of metadata, 5 at most: `metadata[order]=1042`. */
        metadata?: {
          [key: string]: string;
        };
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedSessionList'];
        };
      };
    };
  };
  createHostedSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HostedSessionCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedSession'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedSession'];
        };
      };
    };
  };
  getHostedSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedSession'];
        };
      };
    };
  };
  updateHostedSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MetadataUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostedSession'];
        };
      };
    };
  };
  getHostedSessionTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  listReconciliationExceptions: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only with this status. */
        status?: 'open' | 'resolved';
        /** @description Only of this type. */
        type?:
          | 'amount_mismatch'
          | 'payin_reversed'
          | 'unmatched_deposit'
          | 'duplicate_deposit'
          | 'late_payment_evidence'
          | 'provider_mismatch';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReconciliationExceptionList'];
        };
      };
    };
  };
  runReport: {
    parameters: {
      query: {
        /** @description Start of the period, inclusive (RFC 3339). */
        from: string;
        /** @description End of the period, exclusive (RFC 3339). */
        to: string;
        /** @description ISO 4217 code, USDT or USDC. */
        currency?: string;
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page; for transactions also the id of the last entry. */
        after?: string;
        /** @description csv streams the whole period and ignores limit. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path: {
        name:
          | 'transactions'
          | 'payins'
          | 'payouts'
          | 'remittances'
          | 'refunds'
          | 'withdrawals'
          | 'settlements'
          | 'fees'
          | 'fx'
          | 'balances';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Report'];
          'text/csv': string;
        };
      };
    };
  };
  listRequests: {
    parameters: {
      query?: {
        /** @description Maximum number of elements in the page. */
        limit?: number;
        /** @description The next_cursor of the previous page. */
        starting_after?: string;
        /** @description Created at or after this time (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description Only with this outcome. */
        outcome?: 'succeeded' | 'refused' | 'failed' | 'unheard';
        /** @description Only with this status. */
        status?: number;
        /** @description Only with this method. */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /** @description Only with this path, without query. */
        path?: string;
        /** @description Only with this Idempotency-Key. */
        idempotency_key?: string;
        /** @description Only made with the API key of this prefix. */
        api_key_prefix?: string;
        /** @description Only requests that created or changed this resource. */
        resource_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RequestList'];
        };
      };
    };
  };
  getRequest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Request'];
        };
      };
    };
  };
  createSandboxDeposit: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DepositCreate'];
      };
    };
    responses: {
      /** @description OK: it already exists, or the request was replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deposit'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deposit'];
        };
      };
    };
  };
  createSandboxEvidence: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EvidenceCreate'];
      };
    };
    responses: {
      /** @description OK, or replayed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EvidencedOperation'];
        };
      };
    };
  };
  getIdempotencyKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdempotencyKey'];
        };
      };
    };
  };
  signIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignIn'];
      };
    };
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInAccepted'];
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenSessionList'];
        };
      };
    };
  };
  createSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SessionCreate'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedIn'];
        };
      };
    };
  };
  deleteOtherSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteSessionById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updatePreferences: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreferencesUpdate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Preferences'];
        };
      };
    };
  };
  startPasskeySignIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyChallenge'];
        };
      };
    };
  };
  createPasskeySession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeySignIn'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedIn'];
        };
      };
    };
  };
  listPasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyList'];
        };
      };
    };
  };
  createPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyCreate'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Passkey'];
        };
      };
    };
  };
  startPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyCreation'];
        };
      };
    };
  };
  deletePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  sendConfirmationCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfirmationCode'];
        };
      };
    };
  };
  createConfirmation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmationCreate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Confirmation'];
        };
      };
    };
  };
  startPasskeyConfirmation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyConfirmationChallenge'];
        };
      };
    };
  };
  createPasskeyConfirmation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyConfirmationCreate'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Confirmation'];
        };
      };
    };
  };
  fundingAccountActive: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FundingAccountEvent'] & {
          /** @constant */
          type?: 'funding_account.active';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  fundingAccountFailed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FundingAccountEvent'] & {
          /** @constant */
          type?: 'funding_account.failed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payinCompleted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayinEvent'] & {
          /** @constant */
          type?: 'payin.completed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payinFailed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayinEvent'] & {
          /** @constant */
          type?: 'payin.failed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutEvent'] & {
          /** @constant */
          type?: 'payout.created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutCompleted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutEvent'] & {
          /** @constant */
          type?: 'payout.completed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutFailed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutEvent'] & {
          /** @constant */
          type?: 'payout.failed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutCancelled: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutEvent'] & {
          /** @constant */
          type?: 'payout.cancelled';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutReturned: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutEvent'] & {
          /** @constant */
          type?: 'payout.returned';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutReturnSettled: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutEvent'] & {
          /** @constant */
          type?: 'payout.return_settled';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  remittanceCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RemittanceEvent'] & {
          /** @constant */
          type?: 'remittance.created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  remittanceProcessing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RemittanceEvent'] & {
          /** @constant */
          type?: 'remittance.processing';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  remittanceReview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RemittanceEvent'] & {
          /** @constant */
          type?: 'remittance.review';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  remittanceCompleted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RemittanceEvent'] & {
          /** @constant */
          type?: 'remittance.completed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  remittanceFailed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RemittanceEvent'] & {
          /** @constant */
          type?: 'remittance.failed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  remittanceReturned: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RemittanceEvent'] & {
          /** @constant */
          type?: 'remittance.returned';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutBatchCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutBatchEvent'] & {
          /** @constant */
          type?: 'payout_batch.created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutBatchCompleted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutBatchEvent'] & {
          /** @constant */
          type?: 'payout_batch.completed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutBatchCancellationRequested: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutBatchEvent'] & {
          /** @constant */
          type?: 'payout_batch.cancellation_requested';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutBatchCancellationFinished: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutBatchEvent'] & {
          /** @constant */
          type?: 'payout_batch.cancellation_finished';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  payoutBatchUpdated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PayoutBatchEvent'] & {
          /** @constant */
          type?: 'payout_batch.updated';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  refundCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefundEvent'] & {
          /** @constant */
          type?: 'refund.created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  refundApproved: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefundEvent'] & {
          /** @constant */
          type?: 'refund.approved';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  refundProcessing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefundEvent'] & {
          /** @constant */
          type?: 'refund.processing';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  refundCompleted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefundEvent'] & {
          /** @constant */
          type?: 'refund.completed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  refundFailed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefundEvent'] & {
          /** @constant */
          type?: 'refund.failed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  settlementCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementEvent'] & {
          /** @constant */
          type?: 'settlement.created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  settlementProcessing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementEvent'] & {
          /** @constant */
          type?: 'settlement.processing';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  settlementOnHold: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementEvent'] & {
          /** @constant */
          type?: 'settlement.on_hold';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  settlementCompleted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementEvent'] & {
          /** @constant */
          type?: 'settlement.completed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  settlementFailed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementEvent'] & {
          /** @constant */
          type?: 'settlement.failed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  settlementScheduleActivated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementScheduleEvent'] & {
          /** @constant */
          type?: 'settlement_schedule.activated';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  settlementScheduleBlocked: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementScheduleEvent'] & {
          /** @constant */
          type?: 'settlement_schedule.blocked';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  withdrawalCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WithdrawalEvent'] & {
          /** @constant */
          type?: 'withdrawal.created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  withdrawalPendingApproval: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WithdrawalEvent'] & {
          /** @constant */
          type?: 'withdrawal.pending_approval';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  withdrawalApproved: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WithdrawalEvent'] & {
          /** @constant */
          type?: 'withdrawal.approved';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  withdrawalSubmitted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WithdrawalEvent'] & {
          /** @constant */
          type?: 'withdrawal.submitted';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  withdrawalCompleted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WithdrawalEvent'] & {
          /** @constant */
          type?: 'withdrawal.completed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  withdrawalFailed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WithdrawalEvent'] & {
          /** @constant */
          type?: 'withdrawal.failed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  withdrawalCancelled: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WithdrawalEvent'] & {
          /** @constant */
          type?: 'withdrawal.cancelled';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  approvalRequested: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ApprovalEvent'] & {
          /** @constant */
          type?: 'approval.requested';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  approvalDecided: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ApprovalEvent'] & {
          /** @constant */
          type?: 'approval.decided';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  customerCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerEvent'] & {
          /** @constant */
          type?: 'customer.created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  customerUpdated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerEvent'] & {
          /** @constant */
          type?: 'customer.updated';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  customerStatusChanged: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerEvent'] & {
          /** @constant */
          type?: 'customer.status_changed';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  beneficiaryCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BeneficiaryEvent'] & {
          /** @constant */
          type?: 'beneficiary.created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  beneficiaryVerified: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BeneficiaryEvent'] & {
          /** @constant */
          type?: 'beneficiary.verified';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  riskReviewRequired: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RiskReviewEvent'] & {
          /** @constant */
          type?: 'risk.review_required';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  reconciliationExceptionCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReconciliationExceptionEvent'] & {
          /** @constant */
          type?: 'reconciliation.exception_created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  reconciliationExceptionResolved: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReconciliationExceptionEvent'] & {
          /** @constant */
          type?: 'reconciliation.exception_resolved';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  hostedSessionCreated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HostedSessionEvent'] & {
          /** @constant */
          type?: 'hosted_session.created';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  hostedSessionPaymentReported: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HostedSessionEvent'] & {
          /** @constant */
          type?: 'hosted_session.payment_reported';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhookPing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookEndpointEvent'] & {
          /** @constant */
          type?: 'webhook.ping';
        };
      };
    };
    responses: {
      /** @description Delivered. Any other status is retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
