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
     * @description OpenAPI 3.1, the same for all who ask; needs no key.
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
     * @description With the credential in use. Scope: read.
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
     * @description Who is asking, and for which accounts. Scope: read.
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
     * @description With the open invitations; one that has ended is not open. A key may read them too. Scope: read.
     */
    get: operations['listMembers'];
    put?: never;
    /**
     * Invite a member
     * @description For signed-in owners and admins; an API key gets 403. The invitation is mailed in the language of Accept-Language and ends after 7 days. An address that never signed in is invited anew with 200. At most 50 invitations are open, and 20 are sent a day (1000 of each in sandbox). Scope: write.
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
     * @description Changes the role, disables or enables again. For signed-in owners and admins, never their own membership; an API key gets 403. Scope: write.
     */
    patch: operations['updateMember'];
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
     * @description One balance a currency; a currency never held does not appear. Scope: read.
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
     * @description The statement of a currency never held is an empty list. Scope: read.
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
     * @description The opening balance, each entry with the balance after it, and the closing balance, as one stream: CSV, or camt.053.001.02 of ISO 20022. Headers, trailers and the answer when no stream is free are those of reports. A currency never held has a statement of nothing.
     *
     *     A camt.053 file has one account (`Acct/Id`, 34 characters) for each currency and part of the balance: the id of your account without `acct_`, the currency, and AVL, PND, RSV, STL or EAR. Until the period is over its last balance is ITBD, dated as_of; then it is CLBD. The standard takes currencies of ISO 4217 alone: USDT and USDC are 400 `invalid_parameter`, param `format`. Scope: read.
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
  '/v1/capabilities': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List capabilities
     * @description The list is whole: has_more is always false. Scope: read.
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
     * @description Answers 200 with the existing customer when external_id repeats with the same type, country, display_name and profile. Scope: write.
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
     * @description Replaces its metadata, or closes it. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description Answers 200 with the existing beneficiary when the same account is registered for the same customer. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description Nothing is paid to it any more. Archiving again changes nothing. Scope: write.
     */
    post: operations['archiveBeneficiary'];
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
     * @description A price that is kept for a short time (of a remittance for 30 minutes), for a beneficiary or for a method and currency. It pays for one operation at most. Scope: write.
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
     * @description With an amount it takes one payment of exactly that; without, any deposit. Scope: write.
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
     * @description In whatever state it is. Nothing else of it can be changed, and no event is published. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description Sends a credited pay-in back, or part of it, out of the available balance. pending_review where risk rules hold it: it counts against what is left all the same. Scope: write.
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
     * @description In whatever state it is. Nothing else of it can be changed, and no event is published. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description At the price of a quote, or at the present one. A payout that the balance cannot fund is created failed. Scope: write.
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
     * @description In whatever state it is. Nothing else of it can be changed, and no event is published. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description Asks for it not to be sent: 202 while the cancellation is being carried out, 200 when the payout is cancelled already. Scope: write.
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
     * @description At the price of a quote, paid by the next deposit into a funding account or by a credited pay-in. One payout is made, never a second. A payment that comes too late or is too little fails it, and stays available. Scope: write.
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
     * @description In whatever state it is. Nothing else of it can be changed, and no event is published. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description Up to 1000 payouts at once, in a body of up to 1 MiB. One malformed item refuses all of them; `message`
     *     names every such item, up to ten. Otherwise the batch is accepted, and each item becomes at most one payout, in the order
     *     of `items`: one that cannot be paid is refused by itself, with the `error_code` that a payout by itself would have had. Scope: write.
     */
    post: operations['createPayoutBatch'];
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
     * @description A payout whose outcome is not known keeps its batch processing. Scope: read.
     */
    get: operations['getPayoutBatch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the metadata of a payout batch
     * @description In whatever state it is. Nothing else of it can be changed, and no event is published. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description Recorded at once (202) and carried out item by item: pending items are cancelled, and payouts that were
     *     never sent; the others bear a `not_cancelled_reason`. Asking again answers 200 and changes nothing. Scope: write.
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
     * @description The answer to POST /v1/payouts with this body, were it sent now. Decided by the same rules on the same state, and nothing is kept: no key, no quote, no limit, no event. A request that would be refused is answered 200 with its `refusal`; a malformed body is refused as it is there. Scope: write.
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
     * @description What POST /v1/payout-batches with this body would come to, item by item in their order, were it sent now and nothing else moved meanwhile. Decided by the same rules on the same state, and nothing is kept: no key, no quote, no limit, no event. A request that would be refused is answered 200 with its `refusal`; a malformed body is refused as it is there. Scope: write.
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
     * @description The answer to POST /v1/refunds with this body, were it sent now. Decided by the same rules on the same state, and nothing is kept: no key, no quote, no limit, no event. A request that would be refused is answered 200 with its `refusal`; a malformed body is refused as it is there. Scope: write.
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
     * @description Answers 200 with the existing destination when the same account elsewhere is registered again. While that destination is disabled by the platform, answers 409 destination_disabled. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description The platform puts them in force and closes them. Scope: read.
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
     * @description With the journals that its figures come from, the first 10000 of them; the statement has all. Scope: read.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description How each currency that the account holds, or has a schedule for, settles; state is of the whole account. Scope: read.
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
     * @description Sends money of the balance in the currency of a destination to it, and holds amount and fee together. Above the threshold that the platform has set it is pending_approval; one that the balance cannot fund is created failed, with insufficient_funds, and uses its key up. Scope: write.
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
     * @description In whatever state it is. Nothing else of it can be changed, and no event is published. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events, oldest first
     * @description next_cursor is always present, on an empty page too: keep it and pass it as after. No event is skipped. Scope: read.
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
     * @description Scope: read.
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
     * @description It gets the events that come from now on. The answer alone bears the secret: a replay does not. Scope: write.
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
     * @description For 24 hours both secrets sign, the new one first. The answer alone bears the new secret: a replay does not. Scope: write.
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
     * @description One attempt, ahead of what waits, whatever the event_types; a paused endpoint may be pinged too. The event is in the log, its data is the endpoint without description and secret. Up to 5 a minute. Scope: write.
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
     * @description To endpoint_id, or to every endpoint that takes its type, even where it was delivered before; a paused endpoint gets it once it is resumed. Scope: write.
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
     * @description Its pending deliveries are cancelled. Scope: write.
     */
    delete: operations['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Update a webhook endpoint
     * @description Changes, pauses or resumes it. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description As it usually is, and without id, where it was never configured. Scope: read.
     */
    get: operations['getHostedPage'];
    /**
     * Configure the hosted page
     * @description Replaces all of it: a field that is left out is as it usually is. Scope: write.
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
     * @description Publish verification_token as a TXT record at _psp-verification.<hostname>: it is looked for during 72 hours. Ten claims may be pending at once. Scope: write.
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
     * @description The page is no longer served under it at once; anybody may claim it. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description Send the customer to path on the host of the page. The answer alone bears token and path: a replay does not. Scope: write.
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
     * @description In whatever state it is. Nothing else of it can be changed, and no event is published. Scope: write.
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
     * @description Its requests, states, entries, reviews, events, deliveries and exceptions in one list, oldest first. Of its events the first 100. Scope: read.
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
     * @description A difference with a provider moves no money by itself: the platform looks into it, and where it sets a balance right, the statement has an entry whose origin is an adjustment. Scope: read.
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
     * @description What happened from `from` to before `to`, at most 366 days: operations by created_at, entries of the ledger by occurred_at. A period may end in the future. JSON comes in pages; `format=csv` is one stream of the whole period (RFC 4180, CRLF, UTF-8 without a byte order mark, null is empty and empty text `""`), whose heading bears the columns. It bears the headers Report-Source and Report-As-Of and ends with the trailers Report-Rows and Repr-Digest (sha-256); one that breaks off is aborted and never ends. A transactions stream goes on behind an entry where `after` is its id. Where no place for a stream is free, it is 503 with Retry-After.
     *     - `transactions` (ledger, oldest first): Every entry on the balances of the account. Columns: entry_id, journal_id, occurred_at, purpose, account, direction, amount, currency, origin_type, origin_id.
     *     - `payins` (operations, oldest first): Pay-ins; refunded is what has gone back of each. Columns: id, created_at, completed_at, status, funding_account_id, method, paid_amount, paid_currency, amount, currency, refunded, failure_code.
     *     - `payouts` (operations, oldest first): Payouts; those in the source currency where one is named. Columns: id, created_at, completed_at, status, method, beneficiary_id, source_currency, principal, platform_fee, tenant_markup, total, destination_amount, destination_currency, rate, batch_id, remittance_id, failure_code, reference, metadata.
     *     - `remittances` (operations, oldest first): Remittances; those in the source currency where one is named. Columns: id, created_at, status, payin_id, payout_id, source_amount, source_currency, destination_amount, destination_currency, rate, failure_code, reference, metadata.
     *     - `refunds` (operations, oldest first): Refunds of pay-ins. Columns: id, created_at, completed_at, status, payin_id, amount, currency, failure_code, reference, metadata.
     *     - `withdrawals` (operations, oldest first): Withdrawals, by when they were made. Columns: id, created_at, completed_at, status, destination_id, amount, fee, total, currency, failure_code, reference, metadata.
     *     - `settlements` (operations, oldest first): Settlements, by when they were made. Columns: id, created_at, completed_at, status, currency, period_from, period_to, amount, fee, total, failure_code.
     *     - `fees` (ledger, oldest first): Fees as they were booked: platform_fee, and tenant_markup, which is earned by the account itself. Columns: occurred_at, journal_id, kind, origin_type, origin_id, amount, currency.
     *     - `fx` (ledger, oldest first): Conversions as they were booked; those with the currency on either side where one is named. The rate is that of the payout, else what was bought of one unit sold, to 12 digits. Columns: occurred_at, journal_id, origin_type, origin_id, sold_amount, sold_currency, bought_amount, bought_currency, rate.
     *     - `balances` (ledger, whole): Opening, credits, debits and closing of each part of each balance ever held, whole; opening + credits - debits = closing. Columns: currency, account, opening, credits, debits, closing. Scope: read.
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
     * @description Calls of /v1 in the name of the account, but for those of this log: of the last 30 days, and of an account the newest 100,000, with those of up to ten minutes beyond; of GETs of one operation that were answered 100 at once and one every ten seconds, and of all accounts together 500 at once and 100 a second. A line is there within a second of the answer; after a crash, or while the database is away for long, lines may be missing. Scope: read.
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
     * @description Simulates one into a funding account. Answers with the pay-in, or with the reconciliation exception where the deposit is not the one that was asked for. Scope: write. Sandbox only.
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
     * @description Decides how a payout, a refund, a withdrawal or a settlement in flight ended at the bank; returned may also be given for a completed payout. Answers with the operation as a retrieve shows it. Scope: write. Sandbox only.
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
     * @description Answers 202 whatever the address. A member gets a mail with a six-digit code, in the language of Accept-Language (en, es, pt). The code is valid for ten minutes; asking again leaves it valid. Limits count by client, an IPv4 address or an IPv6 /64. A client gets one code a minute, five an hour and twenty a day for one address, and thirty an hour for all addresses. An address gets thirty codes an hour in all; the last six are made only while it has no live code. In sandbox a client gets sixty codes a minute, and an address 360.
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
    get?: never;
    put?: never;
    /**
     * Sign in with a code
     * @description Five wrong guesses spend a code for the client that made them. Fifty wrong guesses of all clients end the code, except for clients that asked for a code themselves and have not guessed wrong. Signing in for the first time turns an open invitation into a membership.
     */
    post: operations['createSession'];
    delete?: never;
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
     * @description The token is refused from then on.
     */
    delete: operations['deleteSession'];
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
     * @description It has its instructions and can be paid into.
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
     * @description The provider did not open it; see failure_code.
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
     * @description The payment is credited to the balance.
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
     * @description Nothing is credited; see failure_code.
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
     * @description It was accepted.
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
     * @description The provider has paid it.
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
     * @description It was not paid; what it reserved is available again. See failure_code.
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
     * @description It was cancelled before it was sent.
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
     * @description The bank sends a completed payout back; refund.status is pending.
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
     * @description The money that was sent back is available again.
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
     * @description It was accepted.
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
     * @description It is funded, and its payout is on the way.
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
     * @description It is funded; risk rules hold its payout.
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
     * @description Nothing was paid out; what was credited is available. See failure_code.
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
     * @description Its payout was sent back; the money comes back in the settlement asset.
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
     * @description It was accepted; its items become payouts one after the other.
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
     * @description Its last item had ended, and no cancellation was asked for.
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
     * @description Its last item had ended after it was asked to be cancelled.
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
     * @description It was asked for, and the money is reserved.
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
     * @description It was held for review, and the platform lets it go.
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
     * @description It is on its way.
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
     * @description The payer has it.
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
     * @description It was not paid; what it reserved is available again. See failure_code.
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
     * @description A cut-off made it, or the platform; its money is committed.
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
     * @description It is on its way.
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
     * @description The platform or its risk rules hold it; nothing is sent until it is let go.
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
     * @description The destination has it.
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
     * @description It was not paid; its money is available again. See failure_code.
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
     * @description It was put in force.
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
     * @description It has no usable destination and settles nothing; told once.
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
     * @description It was accepted, and its money is held.
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
     * @description It is above the threshold, and waits for the platform.
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
     * @description The platform approves it.
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
     * @description The bank has it.
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
     * @description It was not paid; what it held, if anything, is available again. See failure_code.
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
     * @description The platform declined it; what it held is available again.
     */
    post: operations['withdrawalCancelled'];
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
     * @description Its metadata or compliance status changed.
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
     * @description It was closed, blocked or unblocked.
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
     * @description An account to pay was registered.
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
     * @description The platform has verified it.
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
     * @description A payout, a refund, a withdrawal or a settlement waits for a decision of the platform; data names it in resource.
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
     * @description Something does not agree with the provider and is looked into.
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
     * @description It has been looked into.
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
     * @description Its customer said that they have paid; the pay-in confirms it, not this.
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
     * @description A webhook endpoint is pinged or, where it is failing, tested; it alone gets the event.
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
      /** @description The name of the account. */
      name: string;
      /** @description Only an active account can call the API, so `/v1` always shows active. active: it may. suspended: its keys are refused for now; what is under way goes on. closed: its keys are refused, until it is made active again; what is under way goes on. */
      status: ('active' | 'suspended' | 'closed') | (string & {});
      /** @description sandbox or live. */
      environment: ('sandbox' | 'live') | (string & {});
      /** @description The asset that balances are held in and payouts fund from. */
      primary_treasury_asset: string;
      /**
       * Format: date-time
       * @description When it was opened.
       */
      created_at: string;
      /** @description The API key or member that makes the request. */
      credential: {
        /** @description A key of the account, or a person who is signed in. */
        type: ('api_key' | 'member') | (string & {});
        /** @description Of the key or the member. */
        id: string;
        /** @description Public start of the key; of a member the member's id. */
        prefix: string;
        /** @description The name that the key was issued with. */
        label?: string;
        /** @description read permits every GET, write the rest. */
        scopes: (('read' | 'write') | (string & {}))[];
        /**
         * Format: date-time
         * @description When the key was issued, or the session began.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When the key or the session ends; absent: does not.
         */
        expires_at?: string;
        /**
         * Format: date-time
         * @description When the key was last used, to the minute; of a key alone.
         */
        last_used_at?: string;
        /** @description The networks (CIDR) from which the key may be used; absent: from anywhere. */
        networks?: string[];
        /** @description What the key is limited to, such as payouts:write; absent: what its scopes allow. agent_writes limits nothing: it lets an agent act with the key. */
        permissions?: string[];
      };
    };
    Balance: {
      currency: string;
      /** @description Whether it is held in the primary treasury asset. */
      primary: boolean;
      /** @description Can be spent now. */
      available: string;
      /** @description Recognised but not yet spendable. */
      pending: string;
      /** @description Held for operations in flight. */
      reserved: string;
      /** @description Committed to a settlement on its way out. */
      in_settlement: string;
      /** @description The account's own markup; not part of total. */
      earnings: string;
      /** @description available + pending + reserved + in_settlement */
      total: string;
      /**
       * Format: date-time
       * @description When it last moved.
       */
      as_of?: string;
    };
    BalanceEntry: {
      /** @description Pass it as after to continue from here. */
      id: string;
      /** @description Entries sharing it are the sides of one operation. */
      journal_id: string;
      /** @description Open set, such as funding_deposit or payout_reserve. */
      purpose: string;
      /** @description The part of the balance that moved. */
      account: ('available' | 'pending' | 'reserved' | 'in_settlement' | 'earnings') | (string & {});
      /** @description credit raises the balance, debit lowers it. */
      direction: ('credit' | 'debit') | (string & {});
      /** @description Always above zero. */
      amount: string;
      currency: string;
      /** @description The operation that moved it. */
      origin: {
        /** @description Open set, such as payin or payout. */
        type: string;
        id: string;
      };
      /**
       * Format: date-time
       * @description When the journal was posted.
       */
      occurred_at: string;
      /** @description What was in that part of the balance after it. */
      resulting_balance: string;
    };
    BalanceEntryList: {
      data: components['schemas']['BalanceEntry'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    Balances: {
      data: components['schemas']['Balance'][];
    };
    Beneficiary: {
      id: string;
      /** @description The method. */
      method: string;
      /** @description What it receives. */
      currency: string;
      /** @description The country, where the method has one. */
      country?: string;
      /** @description The customer on whose behalf it is paid. */
      customer_id?: string;
      /** @description Who holds it, as the account gave it. */
      holder?: string;
      /** @description The account's own name for it. */
      label?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata: {
        [key: string]: string;
      };
      /** @description Whether it can be paid. active: it can. archived: nothing is paid to it any more. */
      status: ('active' | 'archived') | (string & {});
      /** @description The result of the platform's verification. unverified: not verified yet. verified: verified, which is final. failed: failed. */
      verification_status: ('unverified' | 'verified' | 'failed') | (string & {});
      /**
       * Format: date-time
       * @description When it was verified.
       */
      verified_at?: string;
      /**
       * Format: date-time
       * @description When it was registered.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
    };
    BeneficiaryCreate: {
      /** @description A payout method of capabilities. */
      method: string;
      /** @description What it receives. */
      currency: string;
      /** @description Fixed by the method where the method has one. */
      country?: string;
      /** @description Needed where the country asks for a sender. */
      customer_id?: string;
      /** @description The beneficiary_fields of the capability; a dotted name is a nested object. Never returned. */
      details: {
        [key: string]: unknown;
      };
      /** @description Not part of the identity of the account. */
      holder?: string;
      label?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata?: {
        [key: string]: string;
      };
    };
    BeneficiaryEvent: {
      id: string;
      /** @enum {string} */
      type: 'beneficiary.created' | 'beneficiary.verified';
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description The method. */
        method: string;
        /** @description What it receives. */
        currency: string;
        /** @description The country, where the method has one. */
        country?: string;
        /** @description The customer on whose behalf it is paid. */
        customer_id?: string;
        /** @description The account's own name for it. */
        label?: string;
        /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
        metadata: {
          [key: string]: string;
        };
        /** @description Whether it can be paid. active: it can. archived: nothing is paid to it any more. */
        status: ('active' | 'archived') | (string & {});
        /** @description The result of the platform's verification. unverified: not verified yet. verified: verified, which is final. failed: failed. */
        verification_status: ('unverified' | 'verified' | 'failed') | (string & {});
        /**
         * Format: date-time
         * @description When it was verified.
         */
        verified_at?: string;
        /**
         * Format: date-time
         * @description When it was registered.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed.
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
      /** @description Absent on a remittance. */
      operation?: ('payout' | 'payin') | (string & {});
      /** @description Rail code, such as pix; of a remittance, that of its payout. */
      method: string;
      /** @description What the beneficiary receives; of a pay-in, what the payer sends. */
      currency: string;
      /** @description Where the method has one; of a remittance, the destination. */
      country?: string;
      /** @description false: it exists but cannot be used now; see reason. */
      available: boolean;
      /** @description Use of it gives: suspended 503 operation_suspended, not_enabled 422 unsupported_method, no_provider a failed operation. */
      reason?: ('suspended' | 'not_enabled' | 'no_provider') | (string & {});
      /** @description account: any deposit, created without amount. payment: one, of the amount stated. */
      collection?: (('account' | 'payment') | (string & {}))[];
      /** @description Pay-in and remittance: what the payer pays in. */
      payment_currency?: string;
      /** @description Pay-in and remittance: what is credited by default. */
      settlement_asset?: string;
      /** @description What a pay-in may be credited in. */
      settlement_currencies?: string[];
      /** @description Remittance only. */
      source_country?: string;
      /** @description Remittance only. */
      source_currency?: string;
      /** @description Remittance only. */
      source_method?: string;
      /** @description What refunds of its pay-ins may do. */
      features?: (('refund' | 'partial_refund') | (string & {}))[];
      limits: {
        currency: string;
        /** @description The most that one operation may move. */
        per_operation: string;
        /** @description The most that the last 24 hours may total. */
        daily: string;
      }[];
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
    Customer: {
      id: string;
      /** @description The account's own id of it. */
      external_id: string;
      /** @description What a customer is. individual: a person. business: a company. */
      type: ('individual' | 'business') | (string & {});
      /** @description Whether business is done with it. active: business is done. blocked: stopped by the platform, which alone can lift it; nothing is paid for it. closed: ended by the account, for good; nothing is paid for it. */
      status: ('active' | 'blocked' | 'closed') | (string & {});
      /** @description ISO 3166-1 alpha-2 code. */
      country: string;
      /** @description The name to show. Empty if the service cannot decrypt it. */
      display_name: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata: {
        [key: string]: string;
      };
      /** @description The result of the platform's checks. unverified: not checked yet. pending: being checked. verified: passed. rejected: failed: nothing is paid for this customer. review: someone has to look at it. */
      compliance_status: ('unverified' | 'pending' | 'verified' | 'rejected' | 'review') | (string & {});
      /**
       * Format: date-time
       * @description When it was registered.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
      /** @description What is known of it, as the account gave it; only on retrieve. */
      profile?: components['schemas']['CustomerProfile'];
    };
    CustomerCreate: {
      /** @description The caller's own id; unique in the account. */
      external_id: string;
      /** @enum {string} */
      type: 'individual' | 'business';
      /** @description ISO 3166-1 alpha-2 code. */
      country: string;
      /** @description Kept encrypted. */
      display_name: string;
      /** @description The customer_fields of a capability tell what its country asks for; judged when a payout is sent. */
      profile?: components['schemas']['CustomerProfile'];
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata?: {
        [key: string]: string;
      };
    };
    CustomerEvent: {
      id: string;
      /** @enum {string} */
      type: 'customer.created' | 'customer.updated' | 'customer.status_changed';
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description The account's own id of it. */
        external_id: string;
        /** @description What a customer is. individual: a person. business: a company. */
        type: ('individual' | 'business') | (string & {});
        /** @description Whether business is done with it. active: business is done. blocked: stopped by the platform, which alone can lift it; nothing is paid for it. closed: ended by the account, for good; nothing is paid for it. */
        status: ('active' | 'blocked' | 'closed') | (string & {});
        /** @description ISO 3166-1 alpha-2 code. */
        country: string;
        /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
        metadata: {
          [key: string]: string;
        };
        /** @description The result of the platform's checks. unverified: not checked yet. pending: being checked. verified: passed. rejected: failed: nothing is paid for this customer. review: someone has to look at it. */
        compliance_status: ('unverified' | 'pending' | 'verified' | 'rejected' | 'review') | (string & {});
        /**
         * Format: date-time
         * @description When it was registered.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed.
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
      /** @description Individuals; sent together with last_name. */
      first_name?: string;
      last_name?: string;
      /**
       * Format: date
       * @description Individuals; a day in the past.
       */
      date_of_birth?: string;
      /**
       * @description Sent together with identity_document.
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
      /** @description Of identity_document_country, or else of the country of the customer. Of Peru: a DNI has 8 digits, a RUC 11 with its check digit, CE and PAS 6 to 12 letters and digits, PTP 6 to 15. A PASSPORT has 5 to 15. */
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
      /** @description Default: the amount asked for. */
      amount?: string;
      /** @description The bank's own, without white space at its ends. The same one and amount twice is one pay-in. Another amount is a provider_mismatch exception; another outcome than the pay-in's own is a late_payment_evidence exception; reversed takes the payment back. */
      reference?: string;
      /**
       * @description Default: completed.
       * @enum {string}
       */
      outcome?: 'completed' | 'failed' | 'reversed';
      /** @description Until the bank decides. Default: 0, at once. */
      delay_ms?: number;
    };
    Error: {
      error: {
        /**
         * @description Branch on it; no type is added.
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
        /** @description The field, parameter or header at fault. */
        param?: string;
        reasons?: string[];
        /** @description Equals X-Request-Id. */
        request_id?: string;
      };
    };
    /** @description By type; treat one that you do not know as OtherEvent. */
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
    };
    EventRedeliver: {
      endpoint_id?: string;
    };
    EvidenceCreate: {
      /**
       * @description What the bank says: it paid, it never will, or the money came back.
       * @enum {string}
       */
      outcome: 'paid' | 'not_executed' | 'returned';
      /** @description The failure_code of what was not executed; shown in lower case. */
      code?: string;
    };
    EvidencedOperation:
      | components['schemas']['Payout']
      | components['schemas']['Refund']
      | components['schemas']['Settlement']
      | components['schemas']['Withdrawal'];
    FieldSpec: {
      /** @description A nested field is written with a dot. */
      name: string;
      type: ('string' | 'number' | 'iban' | 'phone' | 'email' | 'date' | 'enum') | (string & {});
      required: boolean;
      description: string;
      /** @description Regular expression of the whole value. */
      pattern?: string;
      enum?: string[];
      note?: string;
    };
    FundingAccount: {
      id: string;
      /** @description Whether it can be paid into. pending: being opened at the provider. active: it can. failed: it could not be opened. closed: no more: paid, failed or expired. */
      status: ('pending' | 'active' | 'failed' | 'closed') | (string & {});
      /** @description The method. */
      method: string;
      /** @description What payers send. */
      currency: string;
      /** @description The balance that is credited. */
      settlement_currency: string;
      /** @description The one payment that it takes, exactly that; absent where it takes any. */
      amount?: string;
      /** @description How to pay; there once it is active. amount and currency: what is paid, always the order amount; copy_paste_code: to paste in the app of the bank; qr_code_image_base64: a PNG; bank_account: to transfer to; reference: the transfer must carry it; payment_url: a link to pay; expires_at: until when it can be paid. New keys may appear: show or ignore them. */
      instructions?: {
        [key: string]: string;
      };
      /** @description Why it could not be opened: provider_rejected, provider_unavailable, provider_amount_mismatch, no_route; open set. */
      failure_code?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      created_at: string;
    };
    FundingAccountCreate: {
      /** @description A pay-in method of capabilities. */
      method: string;
      /** @description What the payer sends. */
      currency: string;
      /** @description For one payment of exactly this amount. */
      amount?: string;
      /** @description With amount: the payment_method_fields of the capability by full dotted name. */
      payer?: {
        [key: string]: string;
      };
      /** @description Default: the first that the method offers. */
      settlement_currency?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata?: {
        [key: string]: string;
      };
    };
    FundingAccountEvent: {
      id: string;
      /** @enum {string} */
      type: 'funding_account.active' | 'funding_account.failed';
      /** @description The version of the shape of data for this type. */
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
      /** @description A DNS name in lower case. */
      hostname: string;
      /** @description Whether control of the name is established. pending: the record is looked for. verified: the record was found: the name serves the page. failed: the record was not found in 72 hours, or the platform released the name. */
      verification_status: ('pending' | 'verified' | 'failed') | (string & {});
      /** @description Publish it as a TXT record at _psp-verification.<hostname>; it is no secret. */
      verification_token: string;
      /** @description How its certificate stands. none: there is none before the name is verified. pending: it is obtained with the first visit. active: the name answers with a valid one. failed: the name answers without a valid one. */
      certificate_status: ('none' | 'pending' | 'active' | 'failed') | (string & {});
      /**
       * Format: date-time
       * @description When the record was first found.
       */
      verified_at?: string;
      /**
       * Format: date-time
       * @description When it was claimed.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When its status last changed.
       */
      updated_at: string;
    };
    HostedDomainCreate: {
      /** @description A DNS name of your own, without scheme, port or path; an address, a public suffix or a name of the service is none. */
      hostname: string;
    };
    HostedDomainList: {
      data: components['schemas']['HostedDomain'][];
      has_more: boolean;
      /** @description Pass it on to get the next page. */
      next_cursor?: string;
    };
    HostedPage: {
      /** @description Absent until it was configured once. */
      id?: string;
      /** @description Whether sessions can be started. */
      enabled: boolean;
      /** @description Whose brand the page shows. platform: the page is the platform's. co_branded: the account's brand, by the platform. white_label: the account's brand alone; needs white_label_entitled. */
      branding_mode: ('platform' | 'co_branded' | 'white_label') | (string & {});
      /** @description The name that customers know; required unless branding_mode is platform. */
      brand_name: string;
      /** @description Of the page; text on surface has a contrast of 4.5:1 at least. */
      colors: {
        background: string;
        border: string;
        primary: string;
        secondary: string;
        surface: string;
        text: string;
      };
      /** @description How round the corners are. none: square. sm: slightly rounded. md: rounded. lg: well rounded. full: as round as can be. */
      radius: ('none' | 'sm' | 'md' | 'lg' | 'full') | (string & {});
      /** @description The font, by its key. system: the font of the device. inter: inter. roboto: roboto. open_sans: open Sans. lato: lato. montserrat: montserrat. poppins: poppins. nunito: nunito. dm_sans: dM Sans. source_serif: source Serif. */
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
      /** @description Of PNG, JPEG, GIF, WebP, ICO or SVG, 512 KiB at most. It is fetched once, without following a redirect, and served from the host of the page; until then the name stands. */
      logo_url?: string;
      /** @description Likewise. */
      favicon_url?: string;
      /** @description Where customers find help. */
      support: {
        email?: string;
        phone?: string;
        url?: string;
      };
      /** @description Whether a visitor may start a remittance without a session that the account created. */
      public_start: boolean;
      /**
       * Format: date-time
       * @description When it was first configured.
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When it was last configured.
       */
      updated_at?: string;
      /** @description Whether branding_mode may be white_label; the platform grants it. */
      white_label_entitled: boolean;
      /** @description Why the image at logo_url is not shown; absent where it is, or has not been fetched yet. */
      logo_error?: string;
      /** @description Why the image at favicon_url is not shown; absent where it is, or has not been fetched yet. */
      favicon_error?: string;
    };
    HostedPageUpdate: {
      /** @description Whether sessions can be started. Usually false. */
      enabled?: boolean;
      /**
       * @description Whose brand the page shows. platform: the page is the platform's. co_branded: the account's brand, by the platform. white_label: the account's brand alone; needs white_label_entitled. Usually platform.
       * @enum {string}
       */
      branding_mode?: 'platform' | 'co_branded' | 'white_label';
      /** @description The name that customers know; required unless branding_mode is platform. */
      brand_name?: string;
      /** @description Of the page; text on surface has a contrast of 4.5:1 at least. */
      colors?: {
        background?: string;
        border?: string;
        primary?: string;
        secondary?: string;
        surface?: string;
        text?: string;
      };
      /**
       * @description How round the corners are. Usually md.
       * @enum {string}
       */
      radius?: 'none' | 'sm' | 'md' | 'lg' | 'full';
      /**
       * @description The font, by its key. Usually system.
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
       * @description Of PNG, JPEG, GIF, WebP, ICO or SVG, 512 KiB at most. It is fetched once, without following a redirect, and served from the host of the page; until then the name stands.
       */
      logo_url?: string;
      /**
       * Format: uri
       * @description Likewise.
       */
      favicon_url?: string;
      /** @description Where customers find help. */
      support?: {
        /** Format: email */
        email?: string;
        phone?: string;
        /** Format: uri */
        url?: string;
      };
      /** @description Whether a visitor may start a remittance without a session that the account created. Usually false. */
      public_start?: boolean;
    };
    HostedSession: {
      id: string;
      /** @description open, submitted or expired, as of now. */
      status: ('open' | 'submitted' | 'expired') | (string & {});
      /** @description Who started it. tenant: the account created it. public: a visitor started it, where public_start allows that. */
      origin: ('tenant' | 'public') | (string & {});
      /** @description The page that it is on. */
      page_id: string;
      /** @description The customer who sends. */
      customer_id?: string;
      /** @description Whom its remittance pays. */
      beneficiary_id?: string;
      /** @description The price that was last frozen. */
      quote_id?: string;
      /** @description The account that its customer pays into. */
      funding_account_id?: string;
      /** @description Its remittance. */
      remittance_id?: string;
      /**
       * Format: date-time
       * @description When its customer said that they have paid; not a confirmation.
       */
      payment_reported_at?: string;
      /** @description Hints, which the customer may change. */
      prefill?: {
        /** @description With amount_side. Answers show it in exactly the decimals of its currency, if that is stated. */
        amount?: string;
        /** @description With amount. */
        amount_side?: ('source' | 'destination') | (string & {});
        /** @description ISO 3166-1 alpha-2 code. */
        destination_country?: string;
        /** @description ISO 4217 code, USDT or USDC. */
        destination_currency?: string;
        /** @description Of the payout. */
        method?: string;
        /** @description ISO 4217 code, USDT or USDC. */
        source_currency?: string;
      };
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it ends, unless its remittance exists by then.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When it was started.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
      /** @description Leads to the page; a secret, and only in the answer that creates it. */
      token?: string;
      /** @description /s/<token> on the host of the page; only in the answer that creates it. */
      path?: string;
    };
    HostedSessionCreate: {
      /** @description The customer who sends, which the session then cannot change. */
      customer_id?: string;
      /** @description Seconds until it expires; 86400 unless stated. */
      expires_in?: number;
      /** @description Hints, which the customer may change. */
      prefill?: {
        /** @description With amount_side. Answers show it in exactly the decimals of its currency, if that is stated. */
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
        /** @description Of the payout. */
        method?: string;
        /** @description ISO 4217 code, USDT or USDC. */
        source_currency?: string;
      };
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata?: {
        [key: string]: string;
      };
    };
    HostedSessionEvent: {
      id: string;
      /** @enum {string} */
      type: 'hosted_session.created' | 'hosted_session.payment_reported';
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description open, submitted or expired, as of now. */
        status: ('open' | 'submitted' | 'expired') | (string & {});
        /** @description Who started it. tenant: the account created it. public: a visitor started it, where public_start allows that. */
        origin: ('tenant' | 'public') | (string & {});
        /** @description The page that it is on. */
        page_id: string;
        /** @description The customer who sends. */
        customer_id?: string;
        /** @description Whom its remittance pays. */
        beneficiary_id?: string;
        /** @description The price that was last frozen. */
        quote_id?: string;
        /** @description The account that its customer pays into. */
        funding_account_id?: string;
        /** @description Its remittance. */
        remittance_id?: string;
        /**
         * Format: date-time
         * @description When its customer said that they have paid; not a confirmation.
         */
        payment_reported_at?: string;
        /** @description Hints, which the customer may change. */
        prefill?: {
          /** @description With amount_side. Answers show it in exactly the decimals of its currency, if that is stated. */
          amount?: string;
          /** @description With amount. */
          amount_side?: ('source' | 'destination') | (string & {});
          /** @description ISO 3166-1 alpha-2 code. */
          destination_country?: string;
          /** @description ISO 4217 code, USDT or USDC. */
          destination_currency?: string;
          /** @description Of the payout. */
          method?: string;
          /** @description ISO 4217 code, USDT or USDC. */
          source_currency?: string;
        };
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
        metadata: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description When it ends, unless its remittance exists by then.
         */
        expires_at: string;
        /**
         * Format: date-time
         * @description When it was started.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed.
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
      /** @description Where it is retrieved, if it can be by itself. */
      path?: string;
      /**
       * Format: date-time
       * @description When the key was used first.
       */
      created_at: string;
    };
    Me: {
      /** @description A key of the account, or a person who is signed in. */
      kind: ('api_key' | 'member') | (string & {});
      environment: ('sandbox' | 'live') | (string & {});
      account: {
        id: string;
        name: string;
        status: ('active' | 'suspended' | 'closed') | (string & {});
      };
      api_key?: {
        id: string;
        /** @description Public start of the key. */
        prefix: string;
        label?: string;
      };
      /** @description The person who is signed in, as member of the account. */
      member?: {
        id: string;
        email: string;
        role: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
        status: ('invited' | 'active' | 'disabled') | (string & {});
        /** Format: date-time */
        last_signed_in_at?: string;
      };
      /** @description Every account that the person may act for, by Platform-Account; the first is taken without it. */
      accounts?: {
        id: string;
        name: string;
        status: ('active' | 'suspended' | 'closed') | (string & {});
        role: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
      }[];
    };
    Member: {
      id: string;
      /** @description The person's address, in lower case and its domain in A-labels. Empty if the service cannot decrypt it. */
      email: string;
      /** @description What the member may do. owner: reads and writes, and manages all members. admin: reads and writes, and manages the members that are no owners. developer: reads and writes. viewer: reads. */
      role: ('owner' | 'admin' | 'developer' | 'viewer') | (string & {});
      /** @description Whether the member may act. invited: invited, and has not signed in yet. active: may act for the account. disabled: may not; every request is refused. */
      status: ('invited' | 'active' | 'disabled') | (string & {});
      /**
       * Format: date-time
       * @description When the person was last invited.
       */
      invited_at: string;
      /**
       * Format: date-time
       * @description When the invitation ends; absent once the person has signed in.
       */
      invitation_expires_at?: string;
      /**
       * Format: date-time
       * @description When the person last signed in.
       */
      last_signed_in_at?: string;
      /**
       * Format: date-time
       * @description When the person was first invited.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
    };
    MemberCreate: {
      /** @description An address with an ASCII local part; compared in lower case, its domain in A-labels. */
      email: string;
      /**
       * @description Only an owner invites an owner.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'developer' | 'viewer';
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
       * @description disabled refuses the next request; active is for a member that signed in once.
       * @enum {string}
       */
      status?: 'active' | 'disabled';
    };
    MetadataUpdate: {
      /** @description Replaces the whole object. */
      metadata: {
        [key: string]: string;
      };
    };
    OtherEvent: {
      id: string;
      type: LaterEventType;
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      /** @description The resource as it was when the event happened. */
      data: {
        id: string;
      } & {
        [key: string]: unknown;
      };
    };
    Payin: {
      id: string;
      /** @description The status of the pay-in. processing: the bank has not decided. completed: credited. failed: not credited. */
      status: ('processing' | 'completed' | 'failed') | (string & {});
      /** @description The funding account that it came to. */
      funding_account_id: string;
      /** @description The amount credited, in the settlement currency. */
      amount: string;
      /** @description The settlement currency. */
      currency: string;
      /** @description What the payer paid, in their own currency. */
      paid?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Why it failed: expired, not_confirmed, or the provider's own code; open set. */
      failure_code?: string;
      /**
       * Format: date-time
       * @description When it was seen.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was credited.
       */
      completed_at?: string;
      /** @description How much of it was refunded; only on retrieve. */
      refunded?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description How much of it can still be refunded, less refunds in progress; only on retrieve. */
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
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description The status of the pay-in. processing: the bank has not decided. completed: credited. failed: not credited. */
        status: ('processing' | 'completed' | 'failed') | (string & {});
        /** @description The funding account that it came to. */
        funding_account_id: string;
        /** @description The amount credited, in the settlement currency. */
        amount: string;
        /** @description The settlement currency. */
        currency: string;
        /** @description What the payer paid, in their own currency. */
        paid?: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Why it failed: expired, not_confirmed, or the provider's own code; open set. */
        failure_code?: string;
        /**
         * Format: date-time
         * @description When it was seen.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it was credited.
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
      /** @description The status of the payout. failed, returned and cancelled are final. processing: on its way, or held by risk rules. verification_pending: the outcome at the bank is not known. completed: paid. failed: not paid; the money is available again. returned: paid and sent back. cancelled: stopped before it was sent. */
      status:
        | ('processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled')
        | (string & {});
      /** @description The beneficiary's method. */
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
      /** @description Destination units per source unit. */
      rate: string;
      /** @description The quote that set its price, if any. */
      quote_id?: string;
      /** @description The remittance that it belongs to, if any. */
      remittance_id?: string;
      /** @description The batch that it belongs to, if any. */
      batch_id?: string;
      /** @description Why it failed or was cancelled: insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own code. An unknown code means not paid. */
      failure_code?: string;
      /** @description What the risk rules said. allowed: nothing against it. in_review: held until somebody decides. approved: held, then let go. rejected: held, then refused. */
      risk_status?: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      /** @description The review that held it. */
      risk_decision_id?: string;
      /** @description What came back after a return: the principal. */
      refund?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
        /** @description settled: it is in available again. */
        status: ('pending' | 'settled') | (string & {});
      };
      /** @description Only on retrieve and on the answer to a cancel. */
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
        /** @description The last digits of the account. */
        account_hint: string;
      };
      /** @description The account's own text. In sandbox it may hold a sim: tag. Only on retrieve. */
      description?: string;
      /** @description The country, where the method has one. */
      country?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed, its metadata aside.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description When it was paid.
       */
      completed_at?: string;
      /**
       * Format: date-time
       * @description When it failed.
       */
      failed_at?: string;
      /**
       * Format: date-time
       * @description When it came back.
       */
      returned_at?: string;
      /**
       * Format: date-time
       * @description When it was cancelled.
       */
      cancelled_at?: string;
    };
    PayoutBatch: {
      id: string;
      /** @description Where it stands. The final status is decided once, with the last item; a paid item that is returned later does not change it. processing: some item is not decided yet, or its payout has not ended. completed: every item was paid. completed_with_failures: every item is decided, and some were not paid. cancelled: every item was cancelled. partially_cancelled: some items were cancelled; the others were paid, failed or were refused. */
      status:
        | ('processing' | 'completed' | 'completed_with_failures' | 'cancelled' | 'partially_cancelled')
        | (string & {});
      /** @description The account's own words; no place for personal data. */
      description?: string;
      /** @description How many items stand where; they add up to total at every moment. */
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
      /** @description What the items ask for, by the currency in which they say it, and what of it is paid. */
      totals: {
        currency: string;
        /** @description Decimal string in units of the currency. */
        requested: string;
        /** @description Decimal string in units of the currency. */
        completed: string;
      }[];
      /** @description That it was asked to be cancelled. */
      cancellation?: {
        /** Format: date-time */
        requested_at: string;
        requested_via: string;
        /** @description in_progress until every item has ended. */
        status: ('in_progress' | 'finished') | (string & {});
      };
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description When its last item had ended.
       */
      finished_at?: string;
    };
    PayoutBatchCreate: {
      /** @description Each becomes at most one payout, in this order. */
      items: components['schemas']['PayoutBatchItemCreate'][];
      /** @description Kept as it is, so no place for personal data. Items have descriptions of their own. */
      description?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
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
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Where it stands. The final status is decided once, with the last item; a paid item that is returned later does not change it. processing: some item is not decided yet, or its payout has not ended. completed: every item was paid. completed_with_failures: every item is decided, and some were not paid. cancelled: every item was cancelled. partially_cancelled: some items were cancelled; the others were paid, failed or were refused. */
        status:
          | ('processing' | 'completed' | 'completed_with_failures' | 'cancelled' | 'partially_cancelled')
          | (string & {});
        /** @description How many items stand where; they add up to total at every moment. */
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
        /** @description What the items ask for, by the currency in which they say it, and what of it is paid. */
        totals: {
          currency: string;
          /** @description Decimal string in units of the currency. */
          requested: string;
          /** @description Decimal string in units of the currency. */
          completed: string;
        }[];
        /** @description That it was asked to be cancelled. */
        cancellation?: {
          /** Format: date-time */
          requested_at: string;
          requested_via: string;
          /** @description in_progress until every item has ended. */
          status: ('in_progress' | 'finished') | (string & {});
        };
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
        metadata: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description When it was created.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description When its last item had ended.
         */
        finished_at?: string;
      };
    };
    PayoutBatchItem: {
      id: string;
      /** @description Its place in the batch, from 0. */
      index: number;
      /** @description Your own reference, which its payout has too. It need not be unique. */
      reference?: string;
      /** @description The pairs that it was given, which its payout has too. */
      metadata: {
        [key: string]: string;
      };
      /** @description Where it stands; its payout's status once it has one. */
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
      /** @description The payout that it became. */
      payout_id?: string;
      /** @description Why its payout failed: the payout's own failure_code. */
      failure_code?: string;
      /** @description Why it was refused; a code of part 7. */
      error_code?: string;
      /** @description The field that it was refused for. */
      error_param?: string;
      /** @description Why the cancellation of its batch did not stop it. */
      not_cancelled_reason?: string;
      /**
       * Format: date-time
       * @description When it was given.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it, or its payout, last changed.
       */
      updated_at: string;
    };
    PayoutBatchItemCreate:
      | {
          beneficiary_id: string;
          /** @description The balance that pays. */
          source_currency: string;
          /** @description In the currency of amount_side. */
          amount: string;
          /**
           * @description The side on which the amount is exact: the principal, or what arrives.
           * @enum {string}
           */
          amount_side: 'source' | 'destination';
          /** @description Kept as it is, so no place for personal data. In sandbox it may hold a sim: tag. */
          description?: string;
          /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
          reference?: string;
          /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
          metadata?: {
            [key: string]: string;
          };
          quote_id?: never;
        }
      | {
          beneficiary_id: string;
          /** @description Instead of source_currency, amount and amount_side. */
          quote_id: string;
          /** @description Kept as it is, so no place for personal data. In sandbox it may hold a sim: tag. */
          description?: string;
          /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
          reference?: string;
          /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
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
      /** @description created: it would be on its way. in_review: held by risk rules, its money reserved. failed: created failed for want of money. refused: see refusal. */
      outcome: ('created' | 'in_review' | 'failed' | 'refused') | (string & {});
      refusal?: components['schemas']['PreviewRefusal'];
      /** @description Why risk rules would hold it. */
      reasons?: string[];
      /** @description The money that the balance lacks for it. */
      short?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description What would be posted at once. */
      entries: components['schemas']['PreviewEntry'][];
      /** @description The payout as it would be created; absent where it would be refused. */
      payout?: {
        /** @description The status of the payout. failed, returned and cancelled are final. processing: on its way, or held by risk rules. verification_pending: the outcome at the bank is not known. completed: paid. failed: not paid; the money is available again. returned: paid and sent back. cancelled: stopped before it was sent. */
        status:
          | ('processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled')
          | (string & {});
        /** @description The beneficiary's method. */
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
        /** @description Destination units per source unit. */
        rate: string;
        /** @description The quote that set its price, if any. */
        quote_id?: string;
        /** @description Why it failed or was cancelled: insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own code. An unknown code means not paid. */
        failure_code?: string;
        /** @description What the risk rules said. allowed: nothing against it. in_review: held until somebody decides. approved: held, then let go. rejected: held, then refused. */
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
      /** @description How many of its items would come to what. */
      summary?: {
        total: number;
        created: number;
        in_review: number;
        failed: number;
        refused: number;
      };
      /** @description As of the batch. */
      totals?: {
        currency: string;
        /** @description Decimal string in units of the currency. */
        requested: string;
      }[];
      /** @description The money that would have to come in for no item to fail; empty where there is enough. */
      short?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      }[];
      /** @description All of them, in their order. */
      items?: components['schemas']['PayoutBatchItemPreview'][];
    };
    PayoutCreate:
      | {
          beneficiary_id: string;
          /** @description The balance that pays. */
          source_currency: string;
          /** @description In the currency of amount_side. */
          amount: string;
          /**
           * @description The side on which the amount is exact: the principal, or what arrives.
           * @enum {string}
           */
          amount_side: 'source' | 'destination';
          /** @description Kept as it is, so no place for personal data. In sandbox it may hold a sim: tag. */
          description?: string;
          /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
          reference?: string;
          /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
          metadata?: {
            [key: string]: string;
          };
          quote_id?: never;
        }
      | {
          beneficiary_id: string;
          /** @description Instead of source_currency, amount and amount_side. */
          quote_id: string;
          /** @description Kept as it is, so no place for personal data. In sandbox it may hold a sim: tag. */
          description?: string;
          /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
          reference?: string;
          /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
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
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description The status of the payout. failed, returned and cancelled are final. processing: on its way, or held by risk rules. verification_pending: the outcome at the bank is not known. completed: paid. failed: not paid; the money is available again. returned: paid and sent back. cancelled: stopped before it was sent. */
        status:
          | ('processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled')
          | (string & {});
        /** @description The beneficiary's method. */
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
        /** @description Destination units per source unit. */
        rate: string;
        /** @description The quote that set its price, if any. */
        quote_id?: string;
        /** @description The remittance that it belongs to, if any. */
        remittance_id?: string;
        /** @description The batch that it belongs to, if any. */
        batch_id?: string;
        /** @description Why it failed or was cancelled: insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own code. An unknown code means not paid. */
        failure_code?: string;
        /** @description What the risk rules said. allowed: nothing against it. in_review: held until somebody decides. approved: held, then let go. rejected: held, then refused. */
        risk_status?: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
        /** @description The review that held it. */
        risk_decision_id?: string;
        /** @description What came back after a return: the principal. */
        refund?: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
          /** @description settled: it is in available again. */
          status: ('pending' | 'settled') | (string & {});
        };
        /** @description The country, where the method has one. */
        country?: string;
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
        metadata: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description When it was created.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed, its metadata aside.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description When it was paid.
         */
        completed_at?: string;
        /**
         * Format: date-time
         * @description When it failed.
         */
        failed_at?: string;
        /**
         * Format: date-time
         * @description When it came back.
         */
        returned_at?: string;
        /**
         * Format: date-time
         * @description When it was cancelled.
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
      /** @description created: it would be on its way. in_review: held by risk rules, its money reserved. failed: created failed for want of money. refused: see refusal. */
      outcome: ('created' | 'in_review' | 'failed' | 'refused') | (string & {});
      refusal?: components['schemas']['PreviewRefusal'];
      /** @description Why risk rules would hold it. */
      reasons?: string[];
      /** @description The money that the balance lacks for it. */
      short?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description What would be posted at once. */
      entries: components['schemas']['PreviewEntry'][];
      /** @description The payout as it would be created; absent where it would be refused. */
      payout?: {
        /** @description The status of the payout. failed, returned and cancelled are final. processing: on its way, or held by risk rules. verification_pending: the outcome at the bank is not known. completed: paid. failed: not paid; the money is available again. returned: paid and sent back. cancelled: stopped before it was sent. */
        status:
          | ('processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled')
          | (string & {});
        /** @description The beneficiary's method. */
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
        /** @description Destination units per source unit. */
        rate: string;
        /** @description The quote that set its price, if any. */
        quote_id?: string;
        /** @description Why it failed or was cancelled: insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own code. An unknown code means not paid. */
        failure_code?: string;
        /** @description What the risk rules said. allowed: nothing against it. in_review: held until somebody decides. approved: held, then let go. rejected: held, then refused. */
        risk_status?: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      };
    };
    PreviewEntry: {
      /** @description The part of the balance that would move. */
      account: ('available' | 'pending' | 'reserved' | 'in_settlement' | 'earnings') | (string & {});
      direction: ('credit' | 'debit') | (string & {});
      /** @description Open set, as of balance entries. */
      purpose: string;
      /** @description Decimal string in units of the currency. */
      amount: string;
      currency: string;
    };
    PreviewRefusal: {
      /** @description The status that the answer would have. */
      status: number;
      /** @description Its error.code. */
      code: string;
      message: string;
      param?: string;
      reasons?: string[];
    };
    Quote: {
      id: string;
      /** @description Only an open one can be used, and only once. */
      status: ('open' | 'used' | 'expired') | (string & {});
      /** @description What a price is for. payout: a payout out of a balance. remittance: a remittance that is funded by its own pay-in. */
      product: ('payout' | 'remittance') | (string & {});
      /** @description The method. */
      method: string;
      /** @description The country, where the method has one. */
      country?: string;
      /** @description The beneficiary that it was made for, if for one. */
      beneficiary_id?: string;
      source: components['schemas']['Source'];
      /** @description What arrives. */
      destination: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Destination units per source unit. */
      rate: string;
      /** @description Of a remittance: how the payer pays. */
      source_method?: string;
      /** @description Of a remittance: what its pay-in must credit in the settlement asset, and the most that its payout draws. */
      funding?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /**
       * Format: date-time
       * @description When it ends: from then on it pays for nothing.
       */
      expires_at: string;
      /** @description The payout or remittance that used it. */
      used_by?: string;
      /**
       * Format: date-time
       * @description When it was made.
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
          /** @description The balance that pays; of a remittance, what the payer pays in. */
          source_currency: string;
          /** @description In the currency of amount_side. */
          amount: string;
          /**
           * @description The side on which the amount is exact.
           * @enum {string}
           */
          amount_side: 'source' | 'destination';
          /**
           * @description What it is to pay for. Default: payout.
           * @enum {string}
           */
          product?: 'payout' | 'remittance';
          /** @description Of a remittance: how the payer pays, where there is more than one way. */
          source_method?: string;
          /** @description Of a remittance: where the payer pays. */
          source_country?: string;
          beneficiary_id?: never;
        }
      | {
          /** @description Instead of method, currency and country. */
          beneficiary_id: string;
          /** @description The balance that pays; of a remittance, what the payer pays in. */
          source_currency: string;
          /** @description In the currency of amount_side. */
          amount: string;
          /**
           * @description The side on which the amount is exact.
           * @enum {string}
           */
          amount_side: 'source' | 'destination';
          /**
           * @description What it is to pay for. Default: payout.
           * @enum {string}
           */
          product?: 'payout' | 'remittance';
          /** @description Of a remittance: how the payer pays, where there is more than one way. */
          source_method?: string;
          /** @description Of a remittance: where the payer pays. */
          source_country?: string;
          method?: never;
          currency?: never;
          country?: never;
        };
    ReconciliationException: {
      id: string;
      /** @description What does not agree. amount_mismatch: another amount or currency came than was asked for. payin_reversed: the bank took a payment back, credited or not. unmatched_deposit: money came to an account that was never open, that expired, or whose only payment failed. duplicate_deposit: a second payment came to an account for one payment, and the first is credited or being confirmed. late_payment_evidence: the provider contradicts how an operation or a pay-in ended. provider_mismatch: the provider's own record differs from ours: it moved another amount or what is not in our books, its statement has another sum, or a known bank reference came with another amount. */
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
      /** @description Whether somebody has to look at it. open: the platform has yet to look into it. resolved: it is dealt with, which is final. */
      status: ('open' | 'resolved') | (string & {});
      /** @description What does not agree. */
      resource?: {
        type:
          | ('payin' | 'payout' | 'refund' | 'settlement' | 'withdrawal' | 'funding_account' | 'account')
          | (string & {});
        id: string;
      };
      /** @description What our own record says. */
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
      /** @description What the platform found; once resolved. */
      note?: string;
      /**
       * Format: date-time
       * @description When it was found.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was resolved.
       */
      resolved_at?: string;
    };
    ReconciliationExceptionEvent: {
      id: string;
      /** @enum {string} */
      type: 'reconciliation.exception_created' | 'reconciliation.exception_resolved';
      /** @description The version of the shape of data for this type. */
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
      /** @description How far it has come. pending_review: held by risk rules: the money is reserved, and nothing is sent until somebody decides. processing: on its way; it stays so while nobody knows how it ended. completed: the payer has it. failed: the payer does not get it; what it reserved is available again. */
      status: ('pending_review' | 'processing' | 'completed' | 'failed') | (string & {});
      /** @description The pay-in of which it is. */
      payin_id: string;
      /** @description What leaves the balance, in the currency in which the pay-in was credited. */
      amount: string;
      /** @description The currency of the amount. */
      currency: string;
      /** @description What the payer gets, in the currency that was paid: at the rate of the pay-in, rounded down; the last refund of a pay-in brings back what is left of it. */
      payer: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Why, in the words of the account. */
      reason?: string;
      /** @description Why it failed: risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own; open set. */
      failure_code?: string;
      /** @description What risk rules and the platform said of it. allowed: not held. in_review: held: somebody has to decide. approved: let go. rejected: refused. */
      risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      /** @description The review that held it. */
      risk_decision_id?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description When it was paid.
       */
      completed_at?: string;
      /**
       * Format: date-time
       * @description When it failed.
       */
      failed_at?: string;
    };
    RefundCreate: {
      /** @description A credited pay-in whose method has the feature refund. */
      payin_id: string;
      /** @description In the currency in which the pay-in was credited; all that is left of it unless stated. */
      amount?: string;
      /** @description Kept as it is, so no place for personal data. In sandbox it may hold a sim: tag. */
      reason?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata?: {
        [key: string]: string;
      };
    };
    RefundEvent: {
      id: string;
      /** @enum {string} */
      type: 'refund.created' | 'refund.approved' | 'refund.processing' | 'refund.completed' | 'refund.failed';
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description How far it has come. pending_review: held by risk rules: the money is reserved, and nothing is sent until somebody decides. processing: on its way; it stays so while nobody knows how it ended. completed: the payer has it. failed: the payer does not get it; what it reserved is available again. */
        status: ('pending_review' | 'processing' | 'completed' | 'failed') | (string & {});
        /** @description The pay-in of which it is. */
        payin_id: string;
        /** @description What leaves the balance, in the currency in which the pay-in was credited. */
        amount: string;
        /** @description The currency of the amount. */
        currency: string;
        /** @description What the payer gets, in the currency that was paid: at the rate of the pay-in, rounded down; the last refund of a pay-in brings back what is left of it. */
        payer: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Why it failed: risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own; open set. */
        failure_code?: string;
        /** @description What risk rules and the platform said of it. allowed: not held. in_review: held: somebody has to decide. approved: let go. rejected: refused. */
        risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
        /** @description The review that held it. */
        risk_decision_id?: string;
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
        metadata: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description When it was asked for.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description When it was paid.
         */
        completed_at?: string;
        /**
         * Format: date-time
         * @description When it failed.
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
      /** @description created: it would be on its way. in_review: held by risk rules, its money reserved. failed: created failed for want of money. refused: see refusal. */
      outcome: ('created' | 'in_review' | 'failed' | 'refused') | (string & {});
      refusal?: components['schemas']['PreviewRefusal'];
      /** @description Why risk rules would hold it. */
      reasons?: string[];
      /** @description The money that the balance lacks for it. */
      short?: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description What would be posted at once. */
      entries: components['schemas']['PreviewEntry'][];
      /** @description The refund as it would be created; absent where it would be refused. */
      refund?: {
        /** @description How far it has come. pending_review: held by risk rules: the money is reserved, and nothing is sent until somebody decides. processing: on its way; it stays so while nobody knows how it ended. completed: the payer has it. failed: the payer does not get it; what it reserved is available again. */
        status: ('pending_review' | 'processing' | 'completed' | 'failed') | (string & {});
        /** @description The pay-in of which it is. */
        payin_id: string;
        /** @description What leaves the balance, in the currency in which the pay-in was credited. */
        amount: string;
        /** @description The currency of the amount. */
        currency: string;
        /** @description What the payer gets, in the currency that was paid: at the rate of the pay-in, rounded down; the last refund of a pay-in brings back what is left of it. */
        payer: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Why, in the words of the account. */
        reason?: string;
        /** @description What risk rules and the platform said of it. allowed: not held. in_review: held: somebody has to decide. approved: let go. rejected: refused. */
        risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      };
    };
    Remittance: {
      id: string;
      /** @description How far it has come. awaiting_funds: the deposit that funds it has not been credited yet. processing: its pay-in is bound and its payout on the way. review: its payout is held by risk rules, with its money reserved. completed: the beneficiary was paid. failed: nothing was paid out; what was credited is available. See failure_code. returned: the beneficiary's bank sent it back; the money is back in the settlement asset. */
      status:
        ('awaiting_funds' | 'processing' | 'review' | 'completed' | 'failed' | 'returned') | (string & {});
      /** @description The quote whose price it has. */
      quote_id: string;
      /** @description Whom it pays. */
      beneficiary_id: string;
      /** @description On whose behalf it is paid. */
      customer_id?: string;
      /** @description What the payer pays: the total of the quote. */
      source: {
        type: ('funding_account' | 'payin') | (string & {});
        funding_account_id?: string;
        payin_id?: string;
        /** @description What the payer pays in. */
        currency: string;
        /** @description What the payer pays: the total of the quote. */
        amount: string;
      };
      /** @description What the beneficiary receives. */
      destination: {
        /** @description Decimal string in units of the currency. */
        amount: string;
        currency: string;
      };
      /** @description Destination units per unit of the principal that the payer pays. */
      rate: string;
      /** @description The pay-in that is bound to it, once it is funded. */
      payin_id?: string;
      /** @description Its one payout, once it is funded. */
      payout_id?: string;
      /** @description funding_insufficient, quote_expired, customer_blocked, or that of its payout; open set. An unknown code means not paid. */
      failure_code?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description When its payout was completed.
       */
      completed_at?: string;
      /** @description What it is for; only on retrieve. Its payout has it too. */
      description?: string;
    };
    RemittanceCreate: {
      /** @description A quote of product remittance. */
      quote_id: string;
      beneficiary_id: string;
      /** @description What pays, by one of its two fields. */
      source:
        | {
            /** @description The next deposit into it pays; it has to be credited before the quote expires. */
            funding_account_id: string;
            payin_id?: never;
          }
        | {
            /** @description A completed pay-in that funds nothing else pays at once. */
            payin_id: string;
            funding_account_id?: never;
          };
      /** @description Kept as it is, so no place for personal data; its payout has it too. In sandbox it may hold a sim: tag. */
      description?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
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
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description How far it has come. awaiting_funds: the deposit that funds it has not been credited yet. processing: its pay-in is bound and its payout on the way. review: its payout is held by risk rules, with its money reserved. completed: the beneficiary was paid. failed: nothing was paid out; what was credited is available. See failure_code. returned: the beneficiary's bank sent it back; the money is back in the settlement asset. */
        status:
          ('awaiting_funds' | 'processing' | 'review' | 'completed' | 'failed' | 'returned') | (string & {});
        /** @description The quote whose price it has. */
        quote_id: string;
        /** @description Whom it pays. */
        beneficiary_id: string;
        /** @description On whose behalf it is paid. */
        customer_id?: string;
        /** @description What the payer pays: the total of the quote. */
        source: {
          type: ('funding_account' | 'payin') | (string & {});
          funding_account_id?: string;
          payin_id?: string;
          /** @description What the payer pays in. */
          currency: string;
          /** @description What the payer pays: the total of the quote. */
          amount: string;
        };
        /** @description What the beneficiary receives. */
        destination: {
          /** @description Decimal string in units of the currency. */
          amount: string;
          currency: string;
        };
        /** @description Destination units per unit of the principal that the payer pays. */
        rate: string;
        /** @description The pay-in that is bound to it, once it is funded. */
        payin_id?: string;
        /** @description Its one payout, once it is funded. */
        payout_id?: string;
        /** @description funding_insufficient, quote_expired, customer_blocked, or that of its payout; open set. An unknown code means not paid. */
        failure_code?: string;
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
        metadata: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description When it was created.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description When its payout was completed.
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
      /** @description Where the rows come from. */
      source: ('ledger' | 'operations') | (string & {});
      /**
       * Format: date-time
       * @description The moment of this answer. Rows of a ledger report from before it never change; operations are shown as they stood then.
       */
      as_of: string;
      /** @description The columns in their order; new ones come last. */
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
      /** @description Its method. GET: it reads. HEAD: it reads, and is answered without a body. POST: it makes something, or acts. PUT: it puts something in the place of what was there. PATCH: it changes parts. DELETE: it takes something away. */
      method: ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') | (string & {});
      /** @description Its path; an id that is none is left out of it. */
      path: string;
      /** @description The path as the description has it. */
      route: string;
      /** @description Its parameters, as far as the operation knows them. */
      query?: {
        [key: string]: string;
      };
      /** @description The status of its answer; 499 where its caller had left before. */
      status: number;
      /** @description How it ended. succeeded: it was done: its status is below 400. refused: it was refused: its status is one of 4xx. failed: the service could not do it: its status is one of 5xx. unheard: its caller closed the connection before the answer was sent: its status is 499. */
      outcome: ('succeeded' | 'refused' | 'failed' | 'unheard') | (string & {});
      /** @description The code of the error, where it was one. */
      error_code?: string;
      /** @description Milliseconds from its first byte to the end of its answer. */
      duration_ms: number;
      /** @description The public start of the API key that made it. */
      api_key_prefix?: string;
      /** @description The member who made it, where no API key did. */
      member_id?: string;
      /** @description Its Idempotency-Key. */
      idempotency_key?: string;
      /** @description Whether it was answered as an earlier one with the same key. */
      replayed: boolean;
      /** @description The caller's own id of it, from X-Correlation-Id. */
      correlation_id?: string;
      /** @description What it made or changed, where that has an id; of a GET nothing. */
      resource_id?: string;
      /** @description The programs that its User-Agent names, without comments. */
      user_agent?: string;
      /** @description Its body: personal fields and secrets are `[redacted]`, unknown fields are left out, of a list the first ten elements are kept; absent where there was none, or one too large to be kept. */
      request_body?: {
        [key: string]: unknown;
      };
      /** @description The body of its answer, in the same way. */
      response_body?: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description When it came.
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
      /** @description Why the rules hold it; open set. */
      reasons: string[];
      /** @description What waits for the decision. */
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
      /** @description The version of the shape of data for this type. */
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
      /** @description The six digits that were mailed. */
      code: string;
    };
    Settlement: {
      id: string;
      /** @description How far it has come. processing: on its way; it stays so while nobody knows how it ended. on_hold: the platform or its risk rules hold it: nothing is sent until it is let go. completed: the destination has it. failed: the destination does not get it; its money is available again. */
      status: ('processing' | 'on_hold' | 'completed' | 'failed') | (string & {});
      /** @description The schedule that made it. */
      schedule_id: string;
      /** @description Where the money goes. */
      destination_id: string;
      /** @description The balance that is settled. */
      currency: string;
      /** @description Its entries are those behind from, up to and with to: in the order of the statement. */
      period: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
      };
      /** @description What was available at the beginning of the period. */
      opening: string;
      /** @description What became available in it. */
      credits: string;
      /** @description What ceased to be available in it. */
      debits: string;
      /** @description What the destination gets. */
      amount: string;
      /** @description What the platform takes for it. */
      fee: string;
      /** @description What leaves the balance: amount and fee. */
      total: string;
      /** @description What of opening + credits − debits stayed, where not all was settled. */
      left?: string;
      /** @description Why it failed: destination_disabled, no_route, risk_rejected, not_submitted, resolved_not_executed, or the provider's own; open set. */
      failure_code?: string;
      /** @description The journals that moved what is available in the period, in the order of the statement. */
      items?: {
        journal_id: string;
        /** @description Open set, such as funding_deposit or payout_reserve. */
        purpose: string;
        /** @description credit raises what is available, debit lowers it. */
        direction: ('credit' | 'debit') | (string & {});
        /** @description Decimal string in units of the currency. */
        amount: string;
        /** @description The operation that moved it. */
        origin: {
          /** @description Open set, such as payin or payout. */
          type: string;
          id: string;
        };
        /** Format: date-time */
        occurred_at: string;
      }[];
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description When it was paid.
       */
      completed_at?: string;
      /**
       * Format: date-time
       * @description When it failed.
       */
      failed_at?: string;
    };
    SettlementConfiguration: {
      /** @description unexecutable where any currency is, else active where any is. */
      state: ('unconfigured' | 'active' | 'unexecutable') | (string & {});
      currencies: {
        currency: string;
        /** @description unconfigured: no schedule is in force. active: it settles. unexecutable: it would, and cannot; see reason. */
        state: ('unconfigured' | 'active' | 'unexecutable') | (string & {});
        /** @description Of an active one: whether it settles by itself. */
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
      /** @description What it receives, and the balance that pays. */
      currency: string;
      /** @description The country, where the method has one. */
      country?: string;
      /** @description The account's own name for it. */
      label?: string;
      /** @description Whether money can be sent to it. active: it can. disabled: the platform has stopped it for good: nothing is sent to it any more. */
      status: ('active' | 'disabled') | (string & {});
      /** @description The last characters of the account elsewhere. */
      account_hint: string;
      /**
       * Format: date-time
       * @description When it was registered.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
    };
    SettlementDestinationCreate: {
      /** @description A payout method of capabilities. */
      method: string;
      /** @description What it receives. */
      currency: string;
      /** @description Fixed by the method where the method has one. */
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
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description How far it has come. processing: on its way; it stays so while nobody knows how it ended. on_hold: the platform or its risk rules hold it: nothing is sent until it is let go. completed: the destination has it. failed: the destination does not get it; its money is available again. */
        status: ('processing' | 'on_hold' | 'completed' | 'failed') | (string & {});
        /** @description The schedule that made it. */
        schedule_id: string;
        /** @description Where the money goes. */
        destination_id: string;
        /** @description The balance that is settled. */
        currency: string;
        /** @description Its entries are those behind from, up to and with to: in the order of the statement. */
        period: {
          /** Format: date-time */
          from: string;
          /** Format: date-time */
          to: string;
        };
        /** @description What was available at the beginning of the period. */
        opening: string;
        /** @description What became available in it. */
        credits: string;
        /** @description What ceased to be available in it. */
        debits: string;
        /** @description What the destination gets. */
        amount: string;
        /** @description What the platform takes for it. */
        fee: string;
        /** @description What leaves the balance: amount and fee. */
        total: string;
        /** @description What of opening + credits − debits stayed, where not all was settled. */
        left?: string;
        /** @description Why it failed: destination_disabled, no_route, risk_rejected, not_submitted, resolved_not_executed, or the provider's own; open set. */
        failure_code?: string;
        /**
         * Format: date-time
         * @description When it was made.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description When it was paid.
         */
        completed_at?: string;
        /**
         * Format: date-time
         * @description When it failed.
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
      /** @description The balance that it settles; each has one schedule in force at most. */
      currency: string;
      /** @description Where it sends the money; without one it settles nothing. */
      destination_id?: string;
      /** @description How often it settles. daily: every day. weekly: every week, on its weekday. monthly: every month, on its day. manual: when the platform runs it, and never by itself. */
      interval: ('daily' | 'weekly' | 'monthly' | 'manual') | (string & {});
      /** @description The day of a weekly one: 1 is Monday, 7 is Sunday. */
      weekday?: number;
      /** @description The day of a monthly one: 1 to 31, and the last of the month where it has no such day. */
      day?: number;
      /** @description The time of day of its cut-offs: HH:MM, UTC. */
      cutoff_time: string;
      /** @description A cut-off that would send less makes no settlement. */
      minimum_amount: string;
      /** @description Whether its cut-offs are made by themselves; never so of a manual one. */
      automatic: boolean;
      /** @description Whether it is in force. active: in force. closed: no more: another took its place, or the platform closed it. */
      status: ('active' | 'closed') | (string & {});
      /**
       * Format: date-time
       * @description When it settles next by itself, where it does.
       */
      next_cutoff_at?: string;
      /**
       * Format: date-time
       * @description When it was put in force.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it ceased to be in force.
       */
      closed_at?: string;
    };
    SettlementScheduleEvent: {
      id: string;
      /** @enum {string} */
      type: 'settlement_schedule.activated' | 'settlement_schedule.blocked';
      /** @description The version of the shape of data for this type. */
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
    /** @description Tells nothing of the address. */
    SignInAccepted: Record<string, never>;
    SignedIn: {
      /** @description The bearer token of the session, shown this once. */
      token: string;
      /**
       * Format: date-time
       * @description When the session ends by itself, 12 hours after it began.
       */
      expires_at: string;
    };
    Source: {
      /** @description The balance that pays. */
      currency: string;
      /** @description What is converted. */
      principal: string;
      /** @description The platform's charge. */
      platform_fee: string;
      /** @description The account's own markup; goes to earnings. */
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
      /** @description request: a call of /v1 made it, or acted on it; while the request log has it. state: it became what it is. review: the risk rules held it. entries: money moved in the books. event: the log tells of it. delivery: a webhook told of it. exception: it does not agree with what its provider says. */
      kind: ('request' | 'state' | 'review' | 'entries' | 'event' | 'delivery' | 'exception') | (string & {});
      /** @description What happened, such as completed, payout.completed or payout_capture; open set. */
      says: string;
      /** @description The request, event, journal, delivery, review or exception that has it. */
      source_id?: string;
      /** @description The rest of it; of an event the resource as it was then. */
      detail?: {
        /** @description Of entries: what moved on the balances. */
        entries?: {
          /** @description The part of the balance that moved. */
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
      /** @description Where it goes. */
      endpoint_id: string;
      /** @description What is delivered. */
      event_id: string;
      /** @description Its type. */
      event_type: string;
      /** @description The status of the delivery. pending: to be tried, or tried again. delivered: answered 2xx. failed: ten attempts over about 23 hours were not answered 2xx; of a ping or test, its one attempt. cancelled: the endpoint was deleted first. */
      status: ('pending' | 'delivered' | 'failed' | 'cancelled') | (string & {});
      /** @description Attempts so far. */
      attempts: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was answered 2xx.
       */
      delivered_at?: string;
      /**
       * Format: date-time
       * @description When it is tried next.
       */
      next_attempt_at?: string;
      /** @description The delivery that this one repeats. */
      redelivery_of?: string;
      /** @description Its attempts, oldest first. */
      history: {
        number: number;
        /** Format: date-time */
        occurred_at: string;
        http_status?: number;
        duration_ms: number;
        /** @description Why there was no answer; in sandbox, where its receiver is proven, what it did wrong. */
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
      /** @description Its address. Empty if the service cannot decrypt it. */
      url: string;
      /** @description Words of the account. */
      description?: string;
      /** @description The exact event types it receives; empty: all. */
      event_types: string[];
      /** @description false: paused. New events make no delivery, pending ones wait. */
      active: boolean;
      /** @description active or failing. An endpoint is failing after 10 failed attempts in a row: deliveries wait and a test delivery is sent every 15 minutes. Once one is answered 2xx, the deliveries go out in order. */
      status: ('active' | 'failing') | (string & {});
      /** @description Signs the deliveries: whsec_ and 44 characters of base64, as the libraries of Standard Webhooks take it. Only in the answer to its creation and to a rotation. */
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
       * @description When it was registered.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
    };
    WebhookEndpointCreate: {
      /** @description A public https address on port 443, without credentials or fragment. */
      url: string;
      description?: string;
      /** @description Exact types of the catalogue of events; empty or left out: all. */
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
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description Its address. Empty if the service cannot decrypt it. */
        url: string;
        /** @description The exact event types it receives; empty: all. */
        event_types: string[];
        /** @description false: paused. New events make no delivery, pending ones wait. */
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
         * @description When it was registered.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed.
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
      /** @description An empty text takes it away. */
      description?: string;
      /** @description Exact types of the catalogue of events; empty or left out: all. */
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
      /** @description false pauses; true resumes, with the events that come from then on. */
      active?: boolean;
    };
    Withdrawal: {
      id: string;
      /** @description How far it has come. pending_approval: above the threshold: its money is held, and nothing is sent until the platform decides. processing: its money is held; it is about to be sent. submitted: the bank has it. verification_pending: nobody knows yet whether it was paid; its money stays held. completed: it was paid. failed: it was not paid; what it held is available again. cancelled: the platform declined it; what it held is available again. */
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
      /** @description The settlement destination that it goes to. */
      destination_id: string;
      /** @description What the destination receives. */
      amount: string;
      /** @description What the platform takes for it, as agreed when it was asked for. */
      fee: string;
      /** @description What leaves the balance: the amount and the fee. */
      total: string;
      /** @description The destination's currency, and that of the balance that pays. */
      currency: string;
      /** @description What it is for, in the words of the account. */
      description?: string;
      /** @description Why it failed: insufficient_funds, destination_disabled, risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own; open set. */
      failure_code?: string;
      /** @description What risk rules and the platform said of it. allowed: not held. in_review: held: somebody has to decide. approved: let go. rejected: refused. */
      risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
      /** @description The review that held it. */
      risk_decision_id?: string;
      /** @description Your own reference. It need not be unique, and never changes. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description When the bank had it.
       */
      submitted_at?: string;
      /**
       * Format: date-time
       * @description When it was paid.
       */
      completed_at?: string;
      /**
       * Format: date-time
       * @description When it failed.
       */
      failed_at?: string;
      /**
       * Format: date-time
       * @description When the platform declined it.
       */
      cancelled_at?: string;
    };
    WithdrawalCreate: {
      /** @description An active settlement destination. */
      destination_id: string;
      /** @description What it receives, in its currency; the fee comes on top. */
      amount: string;
      /** @description Kept as it is, so no place for personal data. In sandbox it may hold a sim: tag. */
      description?: string;
      /** @description Your own reference, for lists and statements: need not be unique, never personal data. */
      reference?: string;
      /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
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
      /** @description The version of the shape of data for this type. */
      schema_version: number;
      /** Format: date-time */
      occurred_at: string;
      /** @description false in sandbox. */
      livemode: boolean;
      data: {
        id: string;
        /** @description How far it has come. pending_approval: above the threshold: its money is held, and nothing is sent until the platform decides. processing: its money is held; it is about to be sent. submitted: the bank has it. verification_pending: nobody knows yet whether it was paid; its money stays held. completed: it was paid. failed: it was not paid; what it held is available again. cancelled: the platform declined it; what it held is available again. */
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
        /** @description The settlement destination that it goes to. */
        destination_id: string;
        /** @description What the destination receives. */
        amount: string;
        /** @description What the platform takes for it, as agreed when it was asked for. */
        fee: string;
        /** @description What leaves the balance: the amount and the fee. */
        total: string;
        /** @description The destination's currency, and that of the balance that pays. */
        currency: string;
        /** @description Why it failed: insufficient_funds, destination_disabled, risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own; open set. */
        failure_code?: string;
        /** @description What risk rules and the platform said of it. allowed: not held. in_review: held: somebody has to decide. approved: let go. rejected: refused. */
        risk_status: ('allowed' | 'in_review' | 'approved' | 'rejected') | (string & {});
        /** @description The review that held it. */
        risk_decision_id?: string;
        /** @description Your own reference. It need not be unique, and never changes. */
        reference?: string;
        /** @description The caller's own pairs; never personal data. `__proto__` is not a possible key. */
        metadata: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description When it was asked for.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description When it last changed.
         */
        updated_at: string;
        /**
         * Format: date-time
         * @description When the bank had it.
         */
        submitted_at?: string;
        /**
         * Format: date-time
         * @description When it was paid.
         */
        completed_at?: string;
        /**
         * Format: date-time
         * @description When it failed.
         */
        failed_at?: string;
        /**
         * Format: date-time
         * @description When the platform declined it.
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
      /** @description OpenAPI 3.1, with an ETag: 304 without a body where If-None-Match names it. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'invited' | 'active' | 'disabled';
        /** @description With this role. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
          'application/json': components['schemas']['Member'];
        };
      };
    };
  };
  listBalances: {
    parameters: {
      query?: {
        /** @description The balances as they stood at this time, with what moved at it (RFC 3339); those of now unless given. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before, or the id of the last element seen. */
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
        /** @description The part of the balance; available unless given. */
        account?: 'available' | 'pending' | 'reserved' | 'in_settlement' | 'earnings';
        /** @description csv unless given. */
        format?: 'csv' | 'camt.053';
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
        /** @description A method of capabilities. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'active' | 'blocked' | 'closed';
        /** @description With this id of the account's own. */
        external_id?: string;
        /** @description Of this type. */
        type?: 'individual' | 'business';
        /** @description Of this country. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'active' | 'archived';
        /** @description Of this customer. */
        customer_id?: string;
        /** @description Of this method of capabilities. */
        method?: string;
        /** @description Of this currency. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description The status. */
        status?: 'processing' | 'completed' | 'failed';
        /** @description The funding account that was paid into. */
        funding_account_id?: string;
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'pending_review' | 'processing' | 'completed' | 'failed';
        /** @description Of this pay-in. */
        payin_id?: string;
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description The status. */
        status?: 'processing' | 'verification_pending' | 'completed' | 'failed' | 'returned' | 'cancelled';
        /** @description To this beneficiary. */
        beneficiary_id?: string;
        /** @description The risk status. */
        risk_status?: 'allowed' | 'in_review' | 'approved' | 'rejected';
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
      /** @description OK: it exists already, or the request is replayed. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'awaiting_funds' | 'processing' | 'review' | 'completed' | 'failed' | 'returned';
        /** @description Funded by this pay-in. */
        payin_id?: string;
        /** @description Whose payout this is. */
        payout_id?: string;
        /** @description Of this customer. */
        customer_id?: string;
        /** @description To this beneficiary. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'processing' | 'completed' | 'completed_with_failures' | 'cancelled' | 'partially_cancelled';
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
      };
    };
    responses: {
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'active' | 'disabled';
        /** @description Of this currency. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'processing' | 'on_hold' | 'completed' | 'failed';
        /** @description Of this currency. */
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
        /** @description This currency alone. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?:
          | 'pending_approval'
          | 'processing'
          | 'submitted'
          | 'verification_pending'
          | 'completed'
          | 'failed'
          | 'cancelled';
        /** @description To this destination. */
        destination_id?: string;
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
      /** @description OK: it exists already, or the request is replayed. */
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
  listEvents: {
    parameters: {
      query?: {
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before, or the id of the last element seen. */
        after?: string;
        /** @description An exact type, or a family ending with a dot such as `payout.`. */
        type?: string;
        /** @description The resource whose history is wanted. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
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
      /** @description OK: it exists already, or the request is replayed. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
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
      /** @description OK: it exists already, or the request is replayed. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description With this status. */
        status?: 'open' | 'resolved';
        /** @description Of this type. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before; of transactions also the id of the last entry seen. */
        after?: string;
        /** @description csv streams the whole period, and has no use for limit. */
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
        /** @description Most elements in the page. */
        limit?: number;
        /** @description The next_cursor of the page before. */
        starting_after?: string;
        /** @description Created at this time or later (RFC 3339). */
        created_after?: string;
        /** @description Created before this time (RFC 3339). */
        created_before?: string;
        /** @description That ended so. */
        outcome?: 'succeeded' | 'refused' | 'failed' | 'unheard';
        /** @description Answered with this status. */
        status?: number;
        /** @description With this method. */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /** @description At this path, without its query. */
        path?: string;
        /** @description With this Idempotency-Key. */
        idempotency_key?: string;
        /** @description Made with the API key that begins so. */
        api_key_prefix?: string;
        /** @description That made or changed what has this id. */
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
      /** @description OK: it exists already, or the request is replayed. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
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
      /** @description Delivered; anything else is tried again. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
