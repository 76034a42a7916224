/** What a failure code means and what to do. Codes that only the bank knows are shown as they are. */
export const failure = {
  meanings: {
    approval_declined: 'A member of the account declined it.',
    approval_expired: 'No member of the account approved it in time. Create it again if it is still owed.',
    cancelled_before_submission: 'It was cancelled before it was sent.',
    customer_blocked: 'Its customer is blocked. Contact support.',
    destination_disabled: 'Its destination is disabled. Enable the destination or choose another one.',
    expired: 'No payment arrived in time.',
    funding_insufficient: 'The money that arrived did not cover it.',
    insufficient_funds: 'The available balance did not cover it. Add money, then create it again.',
    invalid_instruction: 'The account details were refused. Correct the beneficiary, then create it again.',
    no_route: 'No bank is connected for this method and currency. Contact support.',
    not_confirmed: 'The bank did not confirm the payment.',
    not_submitted: 'It was not sent to the bank. Create it again.',
    provider_amount_mismatch: 'The bank offered another amount.',
    provider_error: 'The bank reported an error.',
    provider_rejected: 'The bank rejected it. Check the account details before you create it again.',
    provider_unavailable: 'The bank was not available. Create it again.',
    quote_expired: 'Its quote had expired. Create a new quote.',
    resolved_not_executed:
      'The bank confirmed that it was not executed. Create it again if it is still owed.',
    simulated_failure: 'The sandbox simulated a failure.',
    risk_rejected: 'The review rejected it. Contact support before you create it again.',
  },
  ofBank: (code: string) => `The bank returned the code "${code}".`,
};
