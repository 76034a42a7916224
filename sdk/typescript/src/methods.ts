// Made from schema/v1.openapi.json by `npm run sdk`.
import type { Answer, Body, CallOptions, Item, List, Path, Query } from './call.js';
import type { Pages } from './page.js';

/** Properties of each operation, by name. */
export const operations = {
  getDescription: { method: 'GET', path: '/v1/openapi.json', isRepeatable: true, proof: [] },
  getAccount: { method: 'GET', path: '/v1/account', isRepeatable: true, proof: ['id'] },
  getMe: { method: 'GET', path: '/v1/me', isRepeatable: true, proof: ['kind', 'environment', 'account'] },
  listMembers: {
    method: 'GET',
    path: '/v1/members',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  inviteMember: { method: 'POST', path: '/v1/members', isKeyed: true, isRepeatable: true, proof: ['id'] },
  updateMember: { method: 'PATCH', path: '/v1/members/{id}', isRepeatable: true, proof: ['id'] },
  getSignInPolicy: { method: 'GET', path: '/v1/sign-in-policy', isRepeatable: true, proof: ['passkeys'] },
  replaceSignInPolicy: { method: 'PUT', path: '/v1/sign-in-policy', isRepeatable: true, proof: ['passkeys'] },
  deleteMemberPasskeys: { method: 'DELETE', path: '/v1/members/{id}/passkeys', isRepeatable: true },
  listBalances: { method: 'GET', path: '/v1/balances', isRepeatable: true, proof: ['data'] },
  listBalanceEntries: {
    method: 'GET',
    path: '/v1/balances/{currency}/entries',
    isRepeatable: true,
    cursor: 'after',
    proof: ['data'],
  },
  getBalanceStatement: {
    method: 'GET',
    path: '/v1/balances/{currency}/statement',
    isRepeatable: true,
    texts: ['text/csv', 'application/xml', 'application/vnd.psp.statement+json'],
  },
  listLedgerSeals: {
    method: 'GET',
    path: '/v1/ledger-seals',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  getLedgerSeal: { method: 'GET', path: '/v1/ledger-seals/{id}', isRepeatable: true, proof: ['id'] },
  getLedgerSealTimeline: {
    method: 'GET',
    path: '/v1/ledger-seals/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  listLedgerSealKeys: { method: 'GET', path: '/v1/ledger-seal-keys', isRepeatable: true, proof: ['data'] },
  listCapabilities: { method: 'GET', path: '/v1/capabilities', isRepeatable: true, proof: ['data'] },
  listCustomers: {
    method: 'GET',
    path: '/v1/customers',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createCustomer: { method: 'POST', path: '/v1/customers', isKeyed: true, isRepeatable: true, proof: ['id'] },
  getCustomer: { method: 'GET', path: '/v1/customers/{id}', isRepeatable: true, proof: ['id'] },
  updateCustomer: { method: 'PATCH', path: '/v1/customers/{id}', isRepeatable: true, proof: ['id'] },
  getCustomerTimeline: {
    method: 'GET',
    path: '/v1/customers/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  listBeneficiaries: {
    method: 'GET',
    path: '/v1/beneficiaries',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createBeneficiary: {
    method: 'POST',
    path: '/v1/beneficiaries',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  getBeneficiary: { method: 'GET', path: '/v1/beneficiaries/{id}', isRepeatable: true, proof: ['id'] },
  getBeneficiaryTimeline: {
    method: 'GET',
    path: '/v1/beneficiaries/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  archiveBeneficiary: {
    method: 'POST',
    path: '/v1/beneficiaries/{id}/archive',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  checkPayee: {
    method: 'POST',
    path: '/v1/beneficiaries/{id}/verification',
    isKeyed: true,
    isRepeatable: true,
    proof: ['result', 'checked_at'],
  },
  createQuote: { method: 'POST', path: '/v1/quotes', isKeyed: true, isRepeatable: true, proof: ['id'] },
  getQuote: { method: 'GET', path: '/v1/quotes/{id}', isRepeatable: true, proof: ['id'] },
  listFundingAccounts: {
    method: 'GET',
    path: '/v1/funding-accounts',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createFundingAccount: {
    method: 'POST',
    path: '/v1/funding-accounts',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  getFundingAccount: { method: 'GET', path: '/v1/funding-accounts/{id}', isRepeatable: true, proof: ['id'] },
  updateFundingAccount: {
    method: 'PATCH',
    path: '/v1/funding-accounts/{id}',
    isRepeatable: true,
    proof: ['id'],
  },
  getFundingAccountTimeline: {
    method: 'GET',
    path: '/v1/funding-accounts/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  listPayins: {
    method: 'GET',
    path: '/v1/payins',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  getPayin: { method: 'GET', path: '/v1/payins/{id}', isRepeatable: true, proof: ['id'] },
  getPayinTimeline: { method: 'GET', path: '/v1/payins/{id}/timeline', isRepeatable: true, proof: ['data'] },
  listRefunds: {
    method: 'GET',
    path: '/v1/refunds',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createRefund: { method: 'POST', path: '/v1/refunds', isKeyed: true, isRepeatable: true, proof: ['id'] },
  getRefund: { method: 'GET', path: '/v1/refunds/{id}', isRepeatable: true, proof: ['id'] },
  updateRefund: { method: 'PATCH', path: '/v1/refunds/{id}', isRepeatable: true, proof: ['id'] },
  getRefundTimeline: {
    method: 'GET',
    path: '/v1/refunds/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  listPayouts: {
    method: 'GET',
    path: '/v1/payouts',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createPayout: { method: 'POST', path: '/v1/payouts', isKeyed: true, isRepeatable: true, proof: ['id'] },
  getPayout: { method: 'GET', path: '/v1/payouts/{id}', isRepeatable: true, proof: ['id'] },
  updatePayout: { method: 'PATCH', path: '/v1/payouts/{id}', isRepeatable: true, proof: ['id'] },
  getPayoutTimeline: {
    method: 'GET',
    path: '/v1/payouts/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  cancelPayout: {
    method: 'POST',
    path: '/v1/payouts/{id}/cancel',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  listRemittances: {
    method: 'GET',
    path: '/v1/remittances',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createRemittance: {
    method: 'POST',
    path: '/v1/remittances',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  getRemittance: { method: 'GET', path: '/v1/remittances/{id}', isRepeatable: true, proof: ['id'] },
  updateRemittance: { method: 'PATCH', path: '/v1/remittances/{id}', isRepeatable: true, proof: ['id'] },
  getRemittanceTimeline: {
    method: 'GET',
    path: '/v1/remittances/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  listPayoutBatches: {
    method: 'GET',
    path: '/v1/payout-batches',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createPayoutBatch: {
    method: 'POST',
    path: '/v1/payout-batches',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  getPayoutBatchTemplate: {
    method: 'GET',
    path: '/v1/payout-batches/template',
    isRepeatable: true,
    texts: ['text/csv'],
  },
  getPayoutBatch: { method: 'GET', path: '/v1/payout-batches/{id}', isRepeatable: true, proof: ['id'] },
  updatePayoutBatch: { method: 'PATCH', path: '/v1/payout-batches/{id}', isRepeatable: true, proof: ['id'] },
  getPayoutBatchTimeline: {
    method: 'GET',
    path: '/v1/payout-batches/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  listPayoutBatchItems: {
    method: 'GET',
    path: '/v1/payout-batches/{id}/items',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  getPayoutBatchStatusReport: {
    method: 'GET',
    path: '/v1/payout-batches/{id}/status-report',
    isRepeatable: true,
    texts: ['application/xml'],
  },
  cancelPayoutBatch: {
    method: 'POST',
    path: '/v1/payout-batches/{id}/cancel',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  previewPayout: {
    method: 'POST',
    path: '/v1/payouts/preview',
    isRepeatable: true,
    proof: ['outcome', 'entries'],
  },
  previewPayoutBatch: {
    method: 'POST',
    path: '/v1/payout-batches/preview',
    isRepeatable: true,
    proof: ['outcome'],
  },
  previewRefund: {
    method: 'POST',
    path: '/v1/refunds/preview',
    isRepeatable: true,
    proof: ['outcome', 'entries'],
  },
  listSettlementDestinations: {
    method: 'GET',
    path: '/v1/settlement-destinations',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createSettlementDestination: {
    method: 'POST',
    path: '/v1/settlement-destinations',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  getSettlementDestination: {
    method: 'GET',
    path: '/v1/settlement-destinations/{id}',
    isRepeatable: true,
    proof: ['id'],
  },
  getSettlementDestinationTimeline: {
    method: 'GET',
    path: '/v1/settlement-destinations/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  listSettlementSchedules: {
    method: 'GET',
    path: '/v1/settlement-schedules',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  listSettlements: {
    method: 'GET',
    path: '/v1/settlements',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  getSettlement: { method: 'GET', path: '/v1/settlements/{id}', isRepeatable: true, proof: ['id'] },
  getSettlementTimeline: {
    method: 'GET',
    path: '/v1/settlements/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  getSettlementConfiguration: {
    method: 'GET',
    path: '/v1/settlement-configuration',
    isRepeatable: true,
    proof: ['state', 'currencies'],
  },
  listWithdrawals: {
    method: 'GET',
    path: '/v1/withdrawals',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createWithdrawal: {
    method: 'POST',
    path: '/v1/withdrawals',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  getWithdrawal: { method: 'GET', path: '/v1/withdrawals/{id}', isRepeatable: true, proof: ['id'] },
  updateWithdrawal: { method: 'PATCH', path: '/v1/withdrawals/{id}', isRepeatable: true, proof: ['id'] },
  getWithdrawalTimeline: {
    method: 'GET',
    path: '/v1/withdrawals/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  getApprovalPolicy: {
    method: 'GET',
    path: '/v1/approval-policy',
    isRepeatable: true,
    proof: ['approvals', 'expires_in', 'payee_check'],
  },
  replaceApprovalPolicy: {
    method: 'PUT',
    path: '/v1/approval-policy',
    isRepeatable: true,
    proof: ['approvals', 'expires_in', 'payee_check'],
  },
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  getApproval: { method: 'GET', path: '/v1/approvals/{id}', isRepeatable: true, proof: ['id'] },
  getApprovalTimeline: {
    method: 'GET',
    path: '/v1/approvals/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  approveApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}/approve',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  declineApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}/decline',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  listEvents: { method: 'GET', path: '/v1/events', isRepeatable: true, cursor: 'after', proof: ['data'] },
  getEvent: { method: 'GET', path: '/v1/events/{id}', isRepeatable: true, proof: ['id'] },
  listWebhookEndpoints: {
    method: 'GET',
    path: '/v1/webhook-endpoints',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhook-endpoints',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/deliveries',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/rotate-secret',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  pingWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/ping',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  redeliverEvent: {
    method: 'POST',
    path: '/v1/events/{id}/redeliver',
    isKeyed: true,
    isRepeatable: true,
    proof: ['data'],
  },
  getWebhookEndpoint: {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}',
    isRepeatable: true,
    proof: ['id'],
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    isRepeatable: true,
    proof: ['id'],
  },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/v1/webhook-endpoints/{id}', isRepeatable: true },
  getWebhookEndpointTimeline: {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  getHostedPage: {
    method: 'GET',
    path: '/v1/hosted-page',
    isRepeatable: true,
    proof: [
      'enabled',
      'branding_mode',
      'brand_name',
      'colors',
      'radius',
      'font',
      'support',
      'legal',
      'public_start',
      'white_label_entitled',
    ],
  },
  replaceHostedPage: {
    method: 'PUT',
    path: '/v1/hosted-page',
    isRepeatable: true,
    proof: [
      'enabled',
      'branding_mode',
      'brand_name',
      'colors',
      'radius',
      'font',
      'support',
      'legal',
      'public_start',
      'white_label_entitled',
    ],
  },
  listHostedDomains: {
    method: 'GET',
    path: '/v1/hosted-domains',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  claimHostedDomain: {
    method: 'POST',
    path: '/v1/hosted-domains',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  getHostedDomain: { method: 'GET', path: '/v1/hosted-domains/{id}', isRepeatable: true, proof: ['id'] },
  removeHostedDomain: { method: 'DELETE', path: '/v1/hosted-domains/{id}', isRepeatable: true },
  getHostedDomainTimeline: {
    method: 'GET',
    path: '/v1/hosted-domains/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  listHostedSessions: {
    method: 'GET',
    path: '/v1/hosted-sessions',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  createHostedSession: {
    method: 'POST',
    path: '/v1/hosted-sessions',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  getHostedSession: { method: 'GET', path: '/v1/hosted-sessions/{id}', isRepeatable: true, proof: ['id'] },
  updateHostedSession: {
    method: 'PATCH',
    path: '/v1/hosted-sessions/{id}',
    isRepeatable: true,
    proof: ['id'],
  },
  getHostedSessionTimeline: {
    method: 'GET',
    path: '/v1/hosted-sessions/{id}/timeline',
    isRepeatable: true,
    proof: ['data'],
  },
  listReconciliationExceptions: {
    method: 'GET',
    path: '/v1/reconciliation-exceptions',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  runReport: {
    method: 'GET',
    path: '/v1/reports/{name}',
    isRepeatable: true,
    cursor: 'after',
    proof: ['data'],
    texts: ['text/csv'],
  },
  listRequests: {
    method: 'GET',
    path: '/v1/requests',
    isRepeatable: true,
    cursor: 'starting_after',
    proof: ['data'],
  },
  getRequest: { method: 'GET', path: '/v1/requests/{id}', isRepeatable: true, proof: ['id'] },
  createSandboxDeposit: {
    method: 'POST',
    path: '/v1/sandbox/deposits',
    isKeyed: true,
    isRepeatable: true,
    proof: ['funding_account_id'],
  },
  createSandboxEvidence: {
    method: 'POST',
    path: '/v1/sandbox/operations/{id}/evidence',
    isKeyed: true,
    isRepeatable: true,
    proof: ['id'],
  },
  getIdempotencyKey: {
    method: 'GET',
    path: '/v1/idempotency-keys/{key}',
    isRepeatable: true,
    proof: ['resource_type', 'resource_id', 'created_at'],
  },
  signIn: { method: 'POST', path: '/dashboard/sign-in', proof: [] },
  createSession: { method: 'POST', path: '/dashboard/sessions', proof: ['token', 'expires_at'] },
  listSessions: { method: 'GET', path: '/dashboard/sessions', isRepeatable: true, proof: ['data'] },
  deleteOtherSessions: { method: 'DELETE', path: '/dashboard/sessions', isRepeatable: true },
  deleteSession: { method: 'DELETE', path: '/dashboard/sessions/current', isRepeatable: true },
  deleteSessionById: { method: 'DELETE', path: '/dashboard/sessions/{id}', isRepeatable: true },
  updatePreferences: {
    method: 'PATCH',
    path: '/dashboard/preferences',
    isRepeatable: true,
    proof: ['language'],
  },
  startPasskeySignIn: { method: 'POST', path: '/dashboard/passkey-challenges', proof: ['token', 'options'] },
  createPasskeySession: {
    method: 'POST',
    path: '/dashboard/passkey-sessions',
    proof: ['token', 'expires_at'],
  },
  listPasskeys: { method: 'GET', path: '/dashboard/passkeys', isRepeatable: true, proof: ['data'] },
  createPasskey: { method: 'POST', path: '/dashboard/passkeys', proof: ['id'] },
  startPasskey: { method: 'POST', path: '/dashboard/passkeys/challenge', proof: ['options'] },
  deletePasskey: { method: 'DELETE', path: '/dashboard/passkeys/{id}', isRepeatable: true },
  sendConfirmationCode: { method: 'POST', path: '/dashboard/confirmations/code', proof: [] },
  createConfirmation: { method: 'POST', path: '/dashboard/confirmations', proof: ['confirmed_until'] },
  startPasskeyConfirmation: {
    method: 'POST',
    path: '/dashboard/passkey-confirmations/challenge',
    proof: ['options'],
  },
  createPasskeyConfirmation: {
    method: 'POST',
    path: '/dashboard/passkey-confirmations',
    proof: ['confirmed_until'],
  },
} as const;

type Name = keyof typeof operations;

/** A call, as the methods pass it on. */
export interface MethodCall {
  readonly path?: readonly string[];
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
}

/** One method per operation, named as in the reference. */
export abstract class Methods {
  protected abstract send<N extends Name>(name: N, call: MethodCall): Promise<Answer<N>>;
  protected abstract list<N extends Name>(name: N, call: MethodCall): Pages<Item<N>, List<N>>;

  /** Retrieve this description: GET /v1/openapi.json. */
  getDescription(options?: CallOptions): Promise<Answer<'getDescription'>> {
    return this.send('getDescription', { options });
  }

  /** Retrieve the account: GET /v1/account. */
  getAccount(options?: CallOptions): Promise<Answer<'getAccount'>> {
    return this.send('getAccount', { options });
  }

  /** Retrieve the caller: GET /v1/me. */
  getMe(options?: CallOptions): Promise<Answer<'getMe'>> {
    return this.send('getMe', { options });
  }

  /** List members, newest first: GET /v1/members. */
  listMembers(
    query?: Query<'listMembers'>,
    options?: CallOptions,
  ): Pages<Item<'listMembers'>, List<'listMembers'>> {
    return this.list('listMembers', { query, options });
  }

  /** Invite a member: POST /v1/members. */
  inviteMember(body: Body<'inviteMember'>, options?: CallOptions): Promise<Answer<'inviteMember'>> {
    return this.send('inviteMember', { body, options });
  }

  /** Update a member: PATCH /v1/members/{id}. */
  updateMember(
    id: string,
    body: Body<'updateMember'>,
    options?: CallOptions,
  ): Promise<Answer<'updateMember'>> {
    return this.send('updateMember', { path: [id], body, options });
  }

  /** Retrieve the sign-in policy: GET /v1/sign-in-policy. */
  getSignInPolicy(options?: CallOptions): Promise<Answer<'getSignInPolicy'>> {
    return this.send('getSignInPolicy', { options });
  }

  /** Configure the sign-in policy: PUT /v1/sign-in-policy. */
  replaceSignInPolicy(
    body: Body<'replaceSignInPolicy'>,
    options?: CallOptions,
  ): Promise<Answer<'replaceSignInPolicy'>> {
    return this.send('replaceSignInPolicy', { body, options });
  }

  /** Delete a member's passkeys: DELETE /v1/members/{id}/passkeys. */
  deleteMemberPasskeys(id: string, options?: CallOptions): Promise<Answer<'deleteMemberPasskeys'>> {
    return this.send('deleteMemberPasskeys', { path: [id], options });
  }

  /** List balances: GET /v1/balances. */
  listBalances(query?: Query<'listBalances'>, options?: CallOptions): Promise<Answer<'listBalances'>> {
    return this.send('listBalances', { query, options });
  }

  /** List balance entries, newest first: GET /v1/balances/{currency}/entries. */
  listBalanceEntries(
    currency: string,
    query?: Query<'listBalanceEntries'>,
    options?: CallOptions,
  ): Pages<Item<'listBalanceEntries'>, List<'listBalanceEntries'>> {
    return this.list('listBalanceEntries', { path: [currency], query, options });
  }

  /** Download the statement of one part of a balance: GET /v1/balances/{currency}/statement. */
  getBalanceStatement(
    currency: string,
    query: Query<'getBalanceStatement'>,
    options?: CallOptions,
  ): Promise<Answer<'getBalanceStatement'>> {
    return this.send('getBalanceStatement', { path: [currency], query, options });
  }

  /** List ledger seals, newest first: GET /v1/ledger-seals. */
  listLedgerSeals(
    query?: Query<'listLedgerSeals'>,
    options?: CallOptions,
  ): Pages<Item<'listLedgerSeals'>, List<'listLedgerSeals'>> {
    return this.list('listLedgerSeals', { query, options });
  }

  /** Retrieve a ledger seal: GET /v1/ledger-seals/{id}. */
  getLedgerSeal(id: string, options?: CallOptions): Promise<Answer<'getLedgerSeal'>> {
    return this.send('getLedgerSeal', { path: [id], options });
  }

  /** Retrieve the timeline of a ledger seal: GET /v1/ledger-seals/{id}/timeline. */
  getLedgerSealTimeline(id: string, options?: CallOptions): Promise<Answer<'getLedgerSealTimeline'>> {
    return this.send('getLedgerSealTimeline', { path: [id], options });
  }

  /** List the public keys of seals, newest first: GET /v1/ledger-seal-keys. */
  listLedgerSealKeys(options?: CallOptions): Promise<Answer<'listLedgerSealKeys'>> {
    return this.send('listLedgerSealKeys', { options });
  }

  /** List capabilities: GET /v1/capabilities. */
  listCapabilities(
    query?: Query<'listCapabilities'>,
    options?: CallOptions,
  ): Promise<Answer<'listCapabilities'>> {
    return this.send('listCapabilities', { query, options });
  }

  /** List customers, newest first: GET /v1/customers. */
  listCustomers(
    query?: Query<'listCustomers'>,
    options?: CallOptions,
  ): Pages<Item<'listCustomers'>, List<'listCustomers'>> {
    return this.list('listCustomers', { query, options });
  }

  /** Create a customer: POST /v1/customers. */
  createCustomer(body: Body<'createCustomer'>, options?: CallOptions): Promise<Answer<'createCustomer'>> {
    return this.send('createCustomer', { body, options });
  }

  /** Retrieve a customer: GET /v1/customers/{id}. */
  getCustomer(id: string, options?: CallOptions): Promise<Answer<'getCustomer'>> {
    return this.send('getCustomer', { path: [id], options });
  }

  /** Update a customer: PATCH /v1/customers/{id}. */
  updateCustomer(
    id: string,
    body: Body<'updateCustomer'>,
    options?: CallOptions,
  ): Promise<Answer<'updateCustomer'>> {
    return this.send('updateCustomer', { path: [id], body, options });
  }

  /** Retrieve the timeline of a customer: GET /v1/customers/{id}/timeline. */
  getCustomerTimeline(id: string, options?: CallOptions): Promise<Answer<'getCustomerTimeline'>> {
    return this.send('getCustomerTimeline', { path: [id], options });
  }

  /** List beneficiaries, newest first: GET /v1/beneficiaries. */
  listBeneficiaries(
    query?: Query<'listBeneficiaries'>,
    options?: CallOptions,
  ): Pages<Item<'listBeneficiaries'>, List<'listBeneficiaries'>> {
    return this.list('listBeneficiaries', { query, options });
  }

  /** Create a beneficiary: POST /v1/beneficiaries. */
  createBeneficiary(
    body: Body<'createBeneficiary'>,
    options?: CallOptions,
  ): Promise<Answer<'createBeneficiary'>> {
    return this.send('createBeneficiary', { body, options });
  }

  /** Retrieve a beneficiary: GET /v1/beneficiaries/{id}. */
  getBeneficiary(id: string, options?: CallOptions): Promise<Answer<'getBeneficiary'>> {
    return this.send('getBeneficiary', { path: [id], options });
  }

  /** Retrieve the timeline of a beneficiary: GET /v1/beneficiaries/{id}/timeline. */
  getBeneficiaryTimeline(id: string, options?: CallOptions): Promise<Answer<'getBeneficiaryTimeline'>> {
    return this.send('getBeneficiaryTimeline', { path: [id], options });
  }

  /** Archive a beneficiary: POST /v1/beneficiaries/{id}/archive. */
  archiveBeneficiary(id: string, options?: CallOptions): Promise<Answer<'archiveBeneficiary'>> {
    return this.send('archiveBeneficiary', { path: [id], options });
  }

  /** Check the payee: POST /v1/beneficiaries/{id}/verification. */
  checkPayee(id: string, options?: CallOptions): Promise<Answer<'checkPayee'>> {
    return this.send('checkPayee', { path: [id], options });
  }

  /** Create a quote: POST /v1/quotes. */
  createQuote(body: Body<'createQuote'>, options?: CallOptions): Promise<Answer<'createQuote'>> {
    return this.send('createQuote', { body, options });
  }

  /** Retrieve a quote: GET /v1/quotes/{id}. */
  getQuote(id: string, options?: CallOptions): Promise<Answer<'getQuote'>> {
    return this.send('getQuote', { path: [id], options });
  }

  /** List funding accounts, newest first: GET /v1/funding-accounts. */
  listFundingAccounts(
    query?: Query<'listFundingAccounts'>,
    options?: CallOptions,
  ): Pages<Item<'listFundingAccounts'>, List<'listFundingAccounts'>> {
    return this.list('listFundingAccounts', { query, options });
  }

  /** Create a funding account: POST /v1/funding-accounts. */
  createFundingAccount(
    body: Body<'createFundingAccount'>,
    options?: CallOptions,
  ): Promise<Answer<'createFundingAccount'>> {
    return this.send('createFundingAccount', { body, options });
  }

  /** Retrieve a funding account: GET /v1/funding-accounts/{id}. */
  getFundingAccount(id: string, options?: CallOptions): Promise<Answer<'getFundingAccount'>> {
    return this.send('getFundingAccount', { path: [id], options });
  }

  /** Update the metadata of a funding account: PATCH /v1/funding-accounts/{id}. */
  updateFundingAccount(
    id: string,
    body: Body<'updateFundingAccount'>,
    options?: CallOptions,
  ): Promise<Answer<'updateFundingAccount'>> {
    return this.send('updateFundingAccount', { path: [id], body, options });
  }

  /** Retrieve the timeline of a funding account: GET /v1/funding-accounts/{id}/timeline. */
  getFundingAccountTimeline(id: string, options?: CallOptions): Promise<Answer<'getFundingAccountTimeline'>> {
    return this.send('getFundingAccountTimeline', { path: [id], options });
  }

  /** List pay-ins, newest first: GET /v1/payins. */
  listPayins(
    query?: Query<'listPayins'>,
    options?: CallOptions,
  ): Pages<Item<'listPayins'>, List<'listPayins'>> {
    return this.list('listPayins', { query, options });
  }

  /** Retrieve a pay-in: GET /v1/payins/{id}. */
  getPayin(id: string, options?: CallOptions): Promise<Answer<'getPayin'>> {
    return this.send('getPayin', { path: [id], options });
  }

  /** Retrieve the timeline of a pay-in: GET /v1/payins/{id}/timeline. */
  getPayinTimeline(id: string, options?: CallOptions): Promise<Answer<'getPayinTimeline'>> {
    return this.send('getPayinTimeline', { path: [id], options });
  }

  /** List refunds, newest first: GET /v1/refunds. */
  listRefunds(
    query?: Query<'listRefunds'>,
    options?: CallOptions,
  ): Pages<Item<'listRefunds'>, List<'listRefunds'>> {
    return this.list('listRefunds', { query, options });
  }

  /** Create a refund: POST /v1/refunds. */
  createRefund(body: Body<'createRefund'>, options?: CallOptions): Promise<Answer<'createRefund'>> {
    return this.send('createRefund', { body, options });
  }

  /** Retrieve a refund: GET /v1/refunds/{id}. */
  getRefund(id: string, options?: CallOptions): Promise<Answer<'getRefund'>> {
    return this.send('getRefund', { path: [id], options });
  }

  /** Update the metadata of a refund: PATCH /v1/refunds/{id}. */
  updateRefund(
    id: string,
    body: Body<'updateRefund'>,
    options?: CallOptions,
  ): Promise<Answer<'updateRefund'>> {
    return this.send('updateRefund', { path: [id], body, options });
  }

  /** Retrieve the timeline of a refund: GET /v1/refunds/{id}/timeline. */
  getRefundTimeline(id: string, options?: CallOptions): Promise<Answer<'getRefundTimeline'>> {
    return this.send('getRefundTimeline', { path: [id], options });
  }

  /** List payouts, newest first: GET /v1/payouts. */
  listPayouts(
    query?: Query<'listPayouts'>,
    options?: CallOptions,
  ): Pages<Item<'listPayouts'>, List<'listPayouts'>> {
    return this.list('listPayouts', { query, options });
  }

  /** Create a payout: POST /v1/payouts. */
  createPayout(body: Body<'createPayout'>, options?: CallOptions): Promise<Answer<'createPayout'>> {
    return this.send('createPayout', { body, options });
  }

  /** Retrieve a payout: GET /v1/payouts/{id}. */
  getPayout(id: string, options?: CallOptions): Promise<Answer<'getPayout'>> {
    return this.send('getPayout', { path: [id], options });
  }

  /** Update the metadata of a payout: PATCH /v1/payouts/{id}. */
  updatePayout(
    id: string,
    body: Body<'updatePayout'>,
    options?: CallOptions,
  ): Promise<Answer<'updatePayout'>> {
    return this.send('updatePayout', { path: [id], body, options });
  }

  /** Retrieve the timeline of a payout: GET /v1/payouts/{id}/timeline. */
  getPayoutTimeline(id: string, options?: CallOptions): Promise<Answer<'getPayoutTimeline'>> {
    return this.send('getPayoutTimeline', { path: [id], options });
  }

  /** Cancel a payout: POST /v1/payouts/{id}/cancel. */
  cancelPayout(id: string, options?: CallOptions): Promise<Answer<'cancelPayout'>> {
    return this.send('cancelPayout', { path: [id], options });
  }

  /** List remittances, newest first: GET /v1/remittances. */
  listRemittances(
    query?: Query<'listRemittances'>,
    options?: CallOptions,
  ): Pages<Item<'listRemittances'>, List<'listRemittances'>> {
    return this.list('listRemittances', { query, options });
  }

  /** Create a remittance: POST /v1/remittances. */
  createRemittance(
    body: Body<'createRemittance'>,
    options?: CallOptions,
  ): Promise<Answer<'createRemittance'>> {
    return this.send('createRemittance', { body, options });
  }

  /** Retrieve a remittance: GET /v1/remittances/{id}. */
  getRemittance(id: string, options?: CallOptions): Promise<Answer<'getRemittance'>> {
    return this.send('getRemittance', { path: [id], options });
  }

  /** Update the metadata of a remittance: PATCH /v1/remittances/{id}. */
  updateRemittance(
    id: string,
    body: Body<'updateRemittance'>,
    options?: CallOptions,
  ): Promise<Answer<'updateRemittance'>> {
    return this.send('updateRemittance', { path: [id], body, options });
  }

  /** Retrieve the timeline of a remittance: GET /v1/remittances/{id}/timeline. */
  getRemittanceTimeline(id: string, options?: CallOptions): Promise<Answer<'getRemittanceTimeline'>> {
    return this.send('getRemittanceTimeline', { path: [id], options });
  }

  /** List payout batches, newest first: GET /v1/payout-batches. */
  listPayoutBatches(
    query?: Query<'listPayoutBatches'>,
    options?: CallOptions,
  ): Pages<Item<'listPayoutBatches'>, List<'listPayoutBatches'>> {
    return this.list('listPayoutBatches', { query, options });
  }

  /** Create a payout batch: POST /v1/payout-batches. */
  createPayoutBatch(
    body: Body<'createPayoutBatch'>,
    options?: CallOptions,
  ): Promise<Answer<'createPayoutBatch'>> {
    return this.send('createPayoutBatch', { body, options });
  }

  /** Download a template for a payout batch: GET /v1/payout-batches/template. */
  getPayoutBatchTemplate(
    query: Query<'getPayoutBatchTemplate'>,
    options?: CallOptions,
  ): Promise<Answer<'getPayoutBatchTemplate'>> {
    return this.send('getPayoutBatchTemplate', { query, options });
  }

  /** Retrieve a payout batch: GET /v1/payout-batches/{id}. */
  getPayoutBatch(id: string, options?: CallOptions): Promise<Answer<'getPayoutBatch'>> {
    return this.send('getPayoutBatch', { path: [id], options });
  }

  /** Update the metadata of a payout batch: PATCH /v1/payout-batches/{id}. */
  updatePayoutBatch(
    id: string,
    body: Body<'updatePayoutBatch'>,
    options?: CallOptions,
  ): Promise<Answer<'updatePayoutBatch'>> {
    return this.send('updatePayoutBatch', { path: [id], body, options });
  }

  /** Retrieve the timeline of a payout batch: GET /v1/payout-batches/{id}/timeline. */
  getPayoutBatchTimeline(id: string, options?: CallOptions): Promise<Answer<'getPayoutBatchTimeline'>> {
    return this.send('getPayoutBatchTimeline', { path: [id], options });
  }

  /** List the items of a payout batch, in their order: GET /v1/payout-batches/{id}/items. */
  listPayoutBatchItems(
    id: string,
    query?: Query<'listPayoutBatchItems'>,
    options?: CallOptions,
  ): Pages<Item<'listPayoutBatchItems'>, List<'listPayoutBatchItems'>> {
    return this.list('listPayoutBatchItems', { path: [id], query, options });
  }

  /** Download the status report of a payout batch: GET /v1/payout-batches/{id}/status-report. */
  getPayoutBatchStatusReport(
    id: string,
    options?: CallOptions,
  ): Promise<Answer<'getPayoutBatchStatusReport'>> {
    return this.send('getPayoutBatchStatusReport', { path: [id], options });
  }

  /** Cancel a payout batch: POST /v1/payout-batches/{id}/cancel. */
  cancelPayoutBatch(id: string, options?: CallOptions): Promise<Answer<'cancelPayoutBatch'>> {
    return this.send('cancelPayoutBatch', { path: [id], options });
  }

  /** Preview a payout: POST /v1/payouts/preview. */
  previewPayout(body: Body<'previewPayout'>, options?: CallOptions): Promise<Answer<'previewPayout'>> {
    return this.send('previewPayout', { body, options });
  }

  /** Preview a payout batch: POST /v1/payout-batches/preview. */
  previewPayoutBatch(
    body: Body<'previewPayoutBatch'>,
    options?: CallOptions,
  ): Promise<Answer<'previewPayoutBatch'>> {
    return this.send('previewPayoutBatch', { body, options });
  }

  /** Preview a refund: POST /v1/refunds/preview. */
  previewRefund(body: Body<'previewRefund'>, options?: CallOptions): Promise<Answer<'previewRefund'>> {
    return this.send('previewRefund', { body, options });
  }

  /** List settlement destinations, newest first: GET /v1/settlement-destinations. */
  listSettlementDestinations(
    query?: Query<'listSettlementDestinations'>,
    options?: CallOptions,
  ): Pages<Item<'listSettlementDestinations'>, List<'listSettlementDestinations'>> {
    return this.list('listSettlementDestinations', { query, options });
  }

  /** Create a settlement destination: POST /v1/settlement-destinations. */
  createSettlementDestination(
    body: Body<'createSettlementDestination'>,
    options?: CallOptions,
  ): Promise<Answer<'createSettlementDestination'>> {
    return this.send('createSettlementDestination', { body, options });
  }

  /** Retrieve a settlement destination: GET /v1/settlement-destinations/{id}. */
  getSettlementDestination(id: string, options?: CallOptions): Promise<Answer<'getSettlementDestination'>> {
    return this.send('getSettlementDestination', { path: [id], options });
  }

  /** Retrieve the timeline of a settlement destination: GET /v1/settlement-destinations/{id}/timeline. */
  getSettlementDestinationTimeline(
    id: string,
    options?: CallOptions,
  ): Promise<Answer<'getSettlementDestinationTimeline'>> {
    return this.send('getSettlementDestinationTimeline', { path: [id], options });
  }

  /** List settlement schedules, newest first: GET /v1/settlement-schedules. */
  listSettlementSchedules(
    query?: Query<'listSettlementSchedules'>,
    options?: CallOptions,
  ): Pages<Item<'listSettlementSchedules'>, List<'listSettlementSchedules'>> {
    return this.list('listSettlementSchedules', { query, options });
  }

  /** List settlements, newest first: GET /v1/settlements. */
  listSettlements(
    query?: Query<'listSettlements'>,
    options?: CallOptions,
  ): Pages<Item<'listSettlements'>, List<'listSettlements'>> {
    return this.list('listSettlements', { query, options });
  }

  /** Retrieve a settlement: GET /v1/settlements/{id}. */
  getSettlement(id: string, options?: CallOptions): Promise<Answer<'getSettlement'>> {
    return this.send('getSettlement', { path: [id], options });
  }

  /** Retrieve the timeline of a settlement: GET /v1/settlements/{id}/timeline. */
  getSettlementTimeline(id: string, options?: CallOptions): Promise<Answer<'getSettlementTimeline'>> {
    return this.send('getSettlementTimeline', { path: [id], options });
  }

  /** Retrieve the settlement configuration: GET /v1/settlement-configuration. */
  getSettlementConfiguration(
    query?: Query<'getSettlementConfiguration'>,
    options?: CallOptions,
  ): Promise<Answer<'getSettlementConfiguration'>> {
    return this.send('getSettlementConfiguration', { query, options });
  }

  /** List withdrawals, newest first: GET /v1/withdrawals. */
  listWithdrawals(
    query?: Query<'listWithdrawals'>,
    options?: CallOptions,
  ): Pages<Item<'listWithdrawals'>, List<'listWithdrawals'>> {
    return this.list('listWithdrawals', { query, options });
  }

  /** Create a withdrawal: POST /v1/withdrawals. */
  createWithdrawal(
    body: Body<'createWithdrawal'>,
    options?: CallOptions,
  ): Promise<Answer<'createWithdrawal'>> {
    return this.send('createWithdrawal', { body, options });
  }

  /** Retrieve a withdrawal: GET /v1/withdrawals/{id}. */
  getWithdrawal(id: string, options?: CallOptions): Promise<Answer<'getWithdrawal'>> {
    return this.send('getWithdrawal', { path: [id], options });
  }

  /** Update the metadata of a withdrawal: PATCH /v1/withdrawals/{id}. */
  updateWithdrawal(
    id: string,
    body: Body<'updateWithdrawal'>,
    options?: CallOptions,
  ): Promise<Answer<'updateWithdrawal'>> {
    return this.send('updateWithdrawal', { path: [id], body, options });
  }

  /** Retrieve the timeline of a withdrawal: GET /v1/withdrawals/{id}/timeline. */
  getWithdrawalTimeline(id: string, options?: CallOptions): Promise<Answer<'getWithdrawalTimeline'>> {
    return this.send('getWithdrawalTimeline', { path: [id], options });
  }

  /** Retrieve the approval policy: GET /v1/approval-policy. */
  getApprovalPolicy(options?: CallOptions): Promise<Answer<'getApprovalPolicy'>> {
    return this.send('getApprovalPolicy', { options });
  }

  /** Configure the approval policy: PUT /v1/approval-policy. */
  replaceApprovalPolicy(
    body: Body<'replaceApprovalPolicy'>,
    options?: CallOptions,
  ): Promise<Answer<'replaceApprovalPolicy'>> {
    return this.send('replaceApprovalPolicy', { body, options });
  }

  /** List approvals, newest first: GET /v1/approvals. */
  listApprovals(
    query?: Query<'listApprovals'>,
    options?: CallOptions,
  ): Pages<Item<'listApprovals'>, List<'listApprovals'>> {
    return this.list('listApprovals', { query, options });
  }

  /** Retrieve an approval: GET /v1/approvals/{id}. */
  getApproval(id: string, options?: CallOptions): Promise<Answer<'getApproval'>> {
    return this.send('getApproval', { path: [id], options });
  }

  /** Retrieve the timeline of an approval: GET /v1/approvals/{id}/timeline. */
  getApprovalTimeline(id: string, options?: CallOptions): Promise<Answer<'getApprovalTimeline'>> {
    return this.send('getApprovalTimeline', { path: [id], options });
  }

  /** Approve what waits for an approval: POST /v1/approvals/{id}/approve. */
  approveApproval(
    id: string,
    body?: Body<'approveApproval'>,
    options?: CallOptions,
  ): Promise<Answer<'approveApproval'>> {
    return this.send('approveApproval', { path: [id], body, options });
  }

  /** Decline what waits for an approval: POST /v1/approvals/{id}/decline. */
  declineApproval(
    id: string,
    body?: Body<'declineApproval'>,
    options?: CallOptions,
  ): Promise<Answer<'declineApproval'>> {
    return this.send('declineApproval', { path: [id], body, options });
  }

  /** List events, oldest first: GET /v1/events. */
  listEvents(
    query?: Query<'listEvents'>,
    options?: CallOptions,
  ): Pages<Item<'listEvents'>, List<'listEvents'>> {
    return this.list('listEvents', { query, options });
  }

  /** Retrieve an event: GET /v1/events/{id}. */
  getEvent(id: string, options?: CallOptions): Promise<Answer<'getEvent'>> {
    return this.send('getEvent', { path: [id], options });
  }

  /** List webhook endpoints, newest first: GET /v1/webhook-endpoints. */
  listWebhookEndpoints(
    query?: Query<'listWebhookEndpoints'>,
    options?: CallOptions,
  ): Pages<Item<'listWebhookEndpoints'>, List<'listWebhookEndpoints'>> {
    return this.list('listWebhookEndpoints', { query, options });
  }

  /** Create a webhook endpoint: POST /v1/webhook-endpoints. */
  createWebhookEndpoint(
    body: Body<'createWebhookEndpoint'>,
    options?: CallOptions,
  ): Promise<Answer<'createWebhookEndpoint'>> {
    return this.send('createWebhookEndpoint', { body, options });
  }

  /** List deliveries to a webhook endpoint, newest first: GET /v1/webhook-endpoints/{id}/deliveries. */
  listWebhookDeliveries(
    id: string,
    query?: Query<'listWebhookDeliveries'>,
    options?: CallOptions,
  ): Pages<Item<'listWebhookDeliveries'>, List<'listWebhookDeliveries'>> {
    return this.list('listWebhookDeliveries', { path: [id], query, options });
  }

  /** Rotate the secret of a webhook endpoint: POST /v1/webhook-endpoints/{id}/rotate-secret. */
  rotateWebhookSecret(id: string, options?: CallOptions): Promise<Answer<'rotateWebhookSecret'>> {
    return this.send('rotateWebhookSecret', { path: [id], options });
  }

  /** Ping a webhook endpoint: POST /v1/webhook-endpoints/{id}/ping. */
  pingWebhookEndpoint(id: string, options?: CallOptions): Promise<Answer<'pingWebhookEndpoint'>> {
    return this.send('pingWebhookEndpoint', { path: [id], options });
  }

  /** Redeliver an event: POST /v1/events/{id}/redeliver. */
  redeliverEvent(
    id: string,
    body?: Body<'redeliverEvent'>,
    options?: CallOptions,
  ): Promise<Answer<'redeliverEvent'>> {
    return this.send('redeliverEvent', { path: [id], body, options });
  }

  /** Retrieve a webhook endpoint: GET /v1/webhook-endpoints/{id}. */
  getWebhookEndpoint(id: string, options?: CallOptions): Promise<Answer<'getWebhookEndpoint'>> {
    return this.send('getWebhookEndpoint', { path: [id], options });
  }

  /** Update a webhook endpoint: PATCH /v1/webhook-endpoints/{id}. */
  updateWebhookEndpoint(
    id: string,
    body: Body<'updateWebhookEndpoint'>,
    options?: CallOptions,
  ): Promise<Answer<'updateWebhookEndpoint'>> {
    return this.send('updateWebhookEndpoint', { path: [id], body, options });
  }

  /** Delete a webhook endpoint: DELETE /v1/webhook-endpoints/{id}. */
  deleteWebhookEndpoint(id: string, options?: CallOptions): Promise<Answer<'deleteWebhookEndpoint'>> {
    return this.send('deleteWebhookEndpoint', { path: [id], options });
  }

  /** Retrieve the timeline of a webhook endpoint: GET /v1/webhook-endpoints/{id}/timeline. */
  getWebhookEndpointTimeline(
    id: string,
    options?: CallOptions,
  ): Promise<Answer<'getWebhookEndpointTimeline'>> {
    return this.send('getWebhookEndpointTimeline', { path: [id], options });
  }

  /** Retrieve the hosted page: GET /v1/hosted-page. */
  getHostedPage(options?: CallOptions): Promise<Answer<'getHostedPage'>> {
    return this.send('getHostedPage', { options });
  }

  /** Configure the hosted page: PUT /v1/hosted-page. */
  replaceHostedPage(
    body: Body<'replaceHostedPage'>,
    options?: CallOptions,
  ): Promise<Answer<'replaceHostedPage'>> {
    return this.send('replaceHostedPage', { body, options });
  }

  /** List hosted domains, newest first: GET /v1/hosted-domains. */
  listHostedDomains(
    query?: Query<'listHostedDomains'>,
    options?: CallOptions,
  ): Pages<Item<'listHostedDomains'>, List<'listHostedDomains'>> {
    return this.list('listHostedDomains', { query, options });
  }

  /** Claim a hosted domain: POST /v1/hosted-domains. */
  claimHostedDomain(
    body: Body<'claimHostedDomain'>,
    options?: CallOptions,
  ): Promise<Answer<'claimHostedDomain'>> {
    return this.send('claimHostedDomain', { body, options });
  }

  /** Retrieve a hosted domain: GET /v1/hosted-domains/{id}. */
  getHostedDomain(id: string, options?: CallOptions): Promise<Answer<'getHostedDomain'>> {
    return this.send('getHostedDomain', { path: [id], options });
  }

  /** Remove a hosted domain: DELETE /v1/hosted-domains/{id}. */
  removeHostedDomain(id: string, options?: CallOptions): Promise<Answer<'removeHostedDomain'>> {
    return this.send('removeHostedDomain', { path: [id], options });
  }

  /** Retrieve the timeline of a hosted domain: GET /v1/hosted-domains/{id}/timeline. */
  getHostedDomainTimeline(id: string, options?: CallOptions): Promise<Answer<'getHostedDomainTimeline'>> {
    return this.send('getHostedDomainTimeline', { path: [id], options });
  }

  /** List hosted sessions, newest first: GET /v1/hosted-sessions. */
  listHostedSessions(
    query?: Query<'listHostedSessions'>,
    options?: CallOptions,
  ): Pages<Item<'listHostedSessions'>, List<'listHostedSessions'>> {
    return this.list('listHostedSessions', { query, options });
  }

  /** Create a hosted session: POST /v1/hosted-sessions. */
  createHostedSession(
    body: Body<'createHostedSession'>,
    options?: CallOptions,
  ): Promise<Answer<'createHostedSession'>> {
    return this.send('createHostedSession', { body, options });
  }

  /** Retrieve a hosted session: GET /v1/hosted-sessions/{id}. */
  getHostedSession(id: string, options?: CallOptions): Promise<Answer<'getHostedSession'>> {
    return this.send('getHostedSession', { path: [id], options });
  }

  /** Update the metadata of a hosted session: PATCH /v1/hosted-sessions/{id}. */
  updateHostedSession(
    id: string,
    body: Body<'updateHostedSession'>,
    options?: CallOptions,
  ): Promise<Answer<'updateHostedSession'>> {
    return this.send('updateHostedSession', { path: [id], body, options });
  }

  /** Retrieve the timeline of a hosted session: GET /v1/hosted-sessions/{id}/timeline. */
  getHostedSessionTimeline(id: string, options?: CallOptions): Promise<Answer<'getHostedSessionTimeline'>> {
    return this.send('getHostedSessionTimeline', { path: [id], options });
  }

  /** List reconciliation exceptions, newest first: GET /v1/reconciliation-exceptions. */
  listReconciliationExceptions(
    query?: Query<'listReconciliationExceptions'>,
    options?: CallOptions,
  ): Pages<Item<'listReconciliationExceptions'>, List<'listReconciliationExceptions'>> {
    return this.list('listReconciliationExceptions', { query, options });
  }

  /** Run a report: GET /v1/reports/{name}. */
  runReport(
    name: Path<'runReport'>['name'],
    query: Query<'runReport'> & { format: 'csv' },
    options?: CallOptions,
  ): Promise<string>;
  runReport(
    name: Path<'runReport'>['name'],
    query: Query<'runReport'> & { format?: 'json' },
    options?: CallOptions,
  ): Pages<Item<'runReport'>, List<'runReport'>>;
  runReport(
    name: Path<'runReport'>['name'],
    query: Query<'runReport'>,
    options?: CallOptions,
  ): Promise<Answer<'runReport'>>;
  runReport(
    name: Path<'runReport'>['name'],
    query: Query<'runReport'>,
    options?: CallOptions,
  ): Promise<Answer<'runReport'>> {
    const isText = query.format !== undefined && query.format !== 'json';
    return isText
      ? this.send('runReport', { path: [name], query, options })
      : this.list('runReport', { path: [name], query, options });
  }

  /** List requests, newest first: GET /v1/requests. */
  listRequests(
    query?: Query<'listRequests'>,
    options?: CallOptions,
  ): Pages<Item<'listRequests'>, List<'listRequests'>> {
    return this.list('listRequests', { query, options });
  }

  /** Retrieve a request: GET /v1/requests/{id}. */
  getRequest(id: string, options?: CallOptions): Promise<Answer<'getRequest'>> {
    return this.send('getRequest', { path: [id], options });
  }

  /** Create a deposit: POST /v1/sandbox/deposits. */
  createSandboxDeposit(
    body: Body<'createSandboxDeposit'>,
    options?: CallOptions,
  ): Promise<Answer<'createSandboxDeposit'>> {
    return this.send('createSandboxDeposit', { body, options });
  }

  /** Create evidence of an operation: POST /v1/sandbox/operations/{id}/evidence. */
  createSandboxEvidence(
    id: string,
    body: Body<'createSandboxEvidence'>,
    options?: CallOptions,
  ): Promise<Answer<'createSandboxEvidence'>> {
    return this.send('createSandboxEvidence', { path: [id], body, options });
  }

  /** Look up what an idempotency key made: GET /v1/idempotency-keys/{key}. */
  getIdempotencyKey(key: string, options?: CallOptions): Promise<Answer<'getIdempotencyKey'>> {
    return this.send('getIdempotencyKey', { path: [key], options });
  }

  /** List your sessions: GET /dashboard/sessions. */
  listSessions(options?: CallOptions): Promise<Answer<'listSessions'>> {
    return this.send('listSessions', { options });
  }

  /** Sign out everywhere else: DELETE /dashboard/sessions. */
  deleteOtherSessions(options?: CallOptions): Promise<Answer<'deleteOtherSessions'>> {
    return this.send('deleteOtherSessions', { options });
  }

  /** Sign out: DELETE /dashboard/sessions/current. */
  deleteSession(options?: CallOptions): Promise<Answer<'deleteSession'>> {
    return this.send('deleteSession', { options });
  }

  /** Sign out of a session: DELETE /dashboard/sessions/{id}. */
  deleteSessionById(id: string, options?: CallOptions): Promise<Answer<'deleteSessionById'>> {
    return this.send('deleteSessionById', { path: [id], options });
  }

  /** Update your preferences: PATCH /dashboard/preferences. */
  updatePreferences(
    body: Body<'updatePreferences'>,
    options?: CallOptions,
  ): Promise<Answer<'updatePreferences'>> {
    return this.send('updatePreferences', { body, options });
  }

  /** List your passkeys: GET /dashboard/passkeys. */
  listPasskeys(options?: CallOptions): Promise<Answer<'listPasskeys'>> {
    return this.send('listPasskeys', { options });
  }

  /** Create a passkey: POST /dashboard/passkeys. */
  createPasskey(body: Body<'createPasskey'>, options?: CallOptions): Promise<Answer<'createPasskey'>> {
    return this.send('createPasskey', { body, options });
  }

  /** Ask for the options of a new passkey: POST /dashboard/passkeys/challenge. */
  startPasskey(options?: CallOptions): Promise<Answer<'startPasskey'>> {
    return this.send('startPasskey', { options });
  }

  /** Delete a passkey of yours: DELETE /dashboard/passkeys/{id}. */
  deletePasskey(id: string, options?: CallOptions): Promise<Answer<'deletePasskey'>> {
    return this.send('deletePasskey', { path: [id], options });
  }

  /** Ask for a confirmation code: POST /dashboard/confirmations/code. */
  sendConfirmationCode(options?: CallOptions): Promise<Answer<'sendConfirmationCode'>> {
    return this.send('sendConfirmationCode', { options });
  }

  /** Confirm with a code: POST /dashboard/confirmations. */
  createConfirmation(
    body: Body<'createConfirmation'>,
    options?: CallOptions,
  ): Promise<Answer<'createConfirmation'>> {
    return this.send('createConfirmation', { body, options });
  }

  /** Ask for a challenge to confirm: POST /dashboard/passkey-confirmations/challenge. */
  startPasskeyConfirmation(options?: CallOptions): Promise<Answer<'startPasskeyConfirmation'>> {
    return this.send('startPasskeyConfirmation', { options });
  }

  /** Confirm with a passkey: POST /dashboard/passkey-confirmations. */
  createPasskeyConfirmation(
    body: Body<'createPasskeyConfirmation'>,
    options?: CallOptions,
  ): Promise<Answer<'createPasskeyConfirmation'>> {
    return this.send('createPasskeyConfirmation', { body, options });
  }
}

/** Operations that need no key. */
export abstract class SignInMethods {
  protected abstract send<N extends Name>(name: N, call: MethodCall): Promise<Answer<N>>;

  /** Ask for a sign-in code: POST /dashboard/sign-in. */
  signIn(body: Body<'signIn'>, options?: CallOptions): Promise<Answer<'signIn'>> {
    return this.send('signIn', { body, options });
  }

  /** Sign in with a code: POST /dashboard/sessions. */
  createSession(body: Body<'createSession'>, options?: CallOptions): Promise<Answer<'createSession'>> {
    return this.send('createSession', { body, options });
  }

  /** Ask for a passkey challenge: POST /dashboard/passkey-challenges. */
  startPasskeySignIn(options?: CallOptions): Promise<Answer<'startPasskeySignIn'>> {
    return this.send('startPasskeySignIn', { options });
  }

  /** Sign in with a passkey: POST /dashboard/passkey-sessions. */
  createPasskeySession(
    body: Body<'createPasskeySession'>,
    options?: CallOptions,
  ): Promise<Answer<'createPasskeySession'>> {
    return this.send('createPasskeySession', { body, options });
  }
}
