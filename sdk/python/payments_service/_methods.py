"""Made from schema/v1.openapi.json by `npm run sdk`."""

from typing import Any, Awaitable, Dict, Literal, Mapping, Optional, Sequence, Union, overload

from . import types
from ._call import FileBody, OnAnswer, Operation, Options
from ._page import AsyncPages, Pages

_GET_DESCRIPTION = Operation("GET", "/v1/openapi.json", is_repeatable=True, proof=())
_GET_ACCOUNT = Operation("GET", "/v1/account", is_repeatable=True, proof=("id",))
_GET_ME = Operation("GET", "/v1/me", is_repeatable=True, proof=("kind", "environment", "account",))
_LIST_MEMBERS = Operation("GET", "/v1/members", is_repeatable=True, cursor="starting_after", proof=("data",))
_INVITE_MEMBER = Operation("POST", "/v1/members", is_keyed=True, is_repeatable=True, proof=("id",))
_UPDATE_MEMBER = Operation("PATCH", "/v1/members/{id}", is_repeatable=True, proof=("id",))
_GET_SIGN_IN_POLICY = Operation("GET", "/v1/sign-in-policy", is_repeatable=True, proof=("passkeys",))
_REPLACE_SIGN_IN_POLICY = Operation("PUT", "/v1/sign-in-policy", is_repeatable=True, proof=("passkeys",))
_DELETE_MEMBER_PASSKEYS = Operation("DELETE", "/v1/members/{id}/passkeys", is_repeatable=True)
_LIST_BALANCES = Operation("GET", "/v1/balances", is_repeatable=True, proof=("data",))
_LIST_BALANCE_ENTRIES = Operation("GET", "/v1/balances/{currency}/entries", is_repeatable=True, cursor="after", proof=("data",))
_GET_BALANCE_STATEMENT = Operation("GET", "/v1/balances/{currency}/statement", is_repeatable=True, texts=("text/csv", "application/xml", "application/vnd.psp.statement+json",))
_LIST_LEDGER_SEALS = Operation("GET", "/v1/ledger-seals", is_repeatable=True, cursor="starting_after", proof=("data",))
_GET_LEDGER_SEAL = Operation("GET", "/v1/ledger-seals/{id}", is_repeatable=True, proof=("id",))
_GET_LEDGER_SEAL_TIMELINE = Operation("GET", "/v1/ledger-seals/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_LEDGER_SEAL_KEYS = Operation("GET", "/v1/ledger-seal-keys", is_repeatable=True, proof=("data",))
_LIST_CAPABILITIES = Operation("GET", "/v1/capabilities", is_repeatable=True, proof=("data",))
_LIST_CUSTOMERS = Operation("GET", "/v1/customers", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_CUSTOMER = Operation("POST", "/v1/customers", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_CUSTOMER = Operation("GET", "/v1/customers/{id}", is_repeatable=True, proof=("id",))
_UPDATE_CUSTOMER = Operation("PATCH", "/v1/customers/{id}", is_repeatable=True, proof=("id",))
_GET_CUSTOMER_TIMELINE = Operation("GET", "/v1/customers/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_BENEFICIARIES = Operation("GET", "/v1/beneficiaries", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_BENEFICIARY = Operation("POST", "/v1/beneficiaries", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_BENEFICIARY = Operation("GET", "/v1/beneficiaries/{id}", is_repeatable=True, proof=("id",))
_GET_BENEFICIARY_TIMELINE = Operation("GET", "/v1/beneficiaries/{id}/timeline", is_repeatable=True, proof=("data",))
_ARCHIVE_BENEFICIARY = Operation("POST", "/v1/beneficiaries/{id}/archive", is_keyed=True, is_repeatable=True, proof=("id",))
_CHECK_PAYEE = Operation("POST", "/v1/beneficiaries/{id}/verification", is_keyed=True, is_repeatable=True, proof=("result", "checked_at",))
_CREATE_QUOTE = Operation("POST", "/v1/quotes", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_QUOTE = Operation("GET", "/v1/quotes/{id}", is_repeatable=True, proof=("id",))
_LIST_FUNDING_ACCOUNTS = Operation("GET", "/v1/funding-accounts", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_FUNDING_ACCOUNT = Operation("POST", "/v1/funding-accounts", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_FUNDING_ACCOUNT = Operation("GET", "/v1/funding-accounts/{id}", is_repeatable=True, proof=("id",))
_UPDATE_FUNDING_ACCOUNT = Operation("PATCH", "/v1/funding-accounts/{id}", is_repeatable=True, proof=("id",))
_GET_FUNDING_ACCOUNT_TIMELINE = Operation("GET", "/v1/funding-accounts/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_PAYINS = Operation("GET", "/v1/payins", is_repeatable=True, cursor="starting_after", proof=("data",))
_GET_PAYIN = Operation("GET", "/v1/payins/{id}", is_repeatable=True, proof=("id",))
_GET_PAYIN_TIMELINE = Operation("GET", "/v1/payins/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_REFUNDS = Operation("GET", "/v1/refunds", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_REFUND = Operation("POST", "/v1/refunds", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_REFUND = Operation("GET", "/v1/refunds/{id}", is_repeatable=True, proof=("id",))
_UPDATE_REFUND = Operation("PATCH", "/v1/refunds/{id}", is_repeatable=True, proof=("id",))
_GET_REFUND_TIMELINE = Operation("GET", "/v1/refunds/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_PAYOUTS = Operation("GET", "/v1/payouts", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_PAYOUT = Operation("POST", "/v1/payouts", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_PAYOUT = Operation("GET", "/v1/payouts/{id}", is_repeatable=True, proof=("id",))
_UPDATE_PAYOUT = Operation("PATCH", "/v1/payouts/{id}", is_repeatable=True, proof=("id",))
_GET_PAYOUT_TIMELINE = Operation("GET", "/v1/payouts/{id}/timeline", is_repeatable=True, proof=("data",))
_CANCEL_PAYOUT = Operation("POST", "/v1/payouts/{id}/cancel", is_keyed=True, is_repeatable=True, proof=("id",))
_LIST_REMITTANCES = Operation("GET", "/v1/remittances", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_REMITTANCE = Operation("POST", "/v1/remittances", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_REMITTANCE = Operation("GET", "/v1/remittances/{id}", is_repeatable=True, proof=("id",))
_UPDATE_REMITTANCE = Operation("PATCH", "/v1/remittances/{id}", is_repeatable=True, proof=("id",))
_GET_REMITTANCE_TIMELINE = Operation("GET", "/v1/remittances/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_PAYOUT_BATCHES = Operation("GET", "/v1/payout-batches", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_PAYOUT_BATCH = Operation("POST", "/v1/payout-batches", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_PAYOUT_BATCH_TEMPLATE = Operation("GET", "/v1/payout-batches/template", is_repeatable=True, texts=("text/csv",))
_GET_PAYOUT_BATCH = Operation("GET", "/v1/payout-batches/{id}", is_repeatable=True, proof=("id",))
_UPDATE_PAYOUT_BATCH = Operation("PATCH", "/v1/payout-batches/{id}", is_repeatable=True, proof=("id",))
_GET_PAYOUT_BATCH_TIMELINE = Operation("GET", "/v1/payout-batches/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_PAYOUT_BATCH_ITEMS = Operation("GET", "/v1/payout-batches/{id}/items", is_repeatable=True, cursor="starting_after", proof=("data",))
_GET_PAYOUT_BATCH_STATUS_REPORT = Operation("GET", "/v1/payout-batches/{id}/status-report", is_repeatable=True, texts=("application/xml",))
_CANCEL_PAYOUT_BATCH = Operation("POST", "/v1/payout-batches/{id}/cancel", is_keyed=True, is_repeatable=True, proof=("id",))
_PREVIEW_PAYOUT = Operation("POST", "/v1/payouts/preview", is_repeatable=True, proof=("outcome", "entries",))
_PREVIEW_PAYOUT_BATCH = Operation("POST", "/v1/payout-batches/preview", is_repeatable=True, proof=("outcome",))
_PREVIEW_REFUND = Operation("POST", "/v1/refunds/preview", is_repeatable=True, proof=("outcome", "entries",))
_LIST_SETTLEMENT_DESTINATIONS = Operation("GET", "/v1/settlement-destinations", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_SETTLEMENT_DESTINATION = Operation("POST", "/v1/settlement-destinations", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_SETTLEMENT_DESTINATION = Operation("GET", "/v1/settlement-destinations/{id}", is_repeatable=True, proof=("id",))
_GET_SETTLEMENT_DESTINATION_TIMELINE = Operation("GET", "/v1/settlement-destinations/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_SETTLEMENT_SCHEDULES = Operation("GET", "/v1/settlement-schedules", is_repeatable=True, cursor="starting_after", proof=("data",))
_LIST_SETTLEMENTS = Operation("GET", "/v1/settlements", is_repeatable=True, cursor="starting_after", proof=("data",))
_GET_SETTLEMENT = Operation("GET", "/v1/settlements/{id}", is_repeatable=True, proof=("id",))
_GET_SETTLEMENT_TIMELINE = Operation("GET", "/v1/settlements/{id}/timeline", is_repeatable=True, proof=("data",))
_GET_SETTLEMENT_CONFIGURATION = Operation("GET", "/v1/settlement-configuration", is_repeatable=True, proof=("state", "currencies",))
_LIST_WITHDRAWALS = Operation("GET", "/v1/withdrawals", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_WITHDRAWAL = Operation("POST", "/v1/withdrawals", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_WITHDRAWAL = Operation("GET", "/v1/withdrawals/{id}", is_repeatable=True, proof=("id",))
_UPDATE_WITHDRAWAL = Operation("PATCH", "/v1/withdrawals/{id}", is_repeatable=True, proof=("id",))
_GET_WITHDRAWAL_TIMELINE = Operation("GET", "/v1/withdrawals/{id}/timeline", is_repeatable=True, proof=("data",))
_GET_APPROVAL_POLICY = Operation("GET", "/v1/approval-policy", is_repeatable=True, proof=("approvals", "expires_in", "payee_check",))
_REPLACE_APPROVAL_POLICY = Operation("PUT", "/v1/approval-policy", is_repeatable=True, proof=("approvals", "expires_in", "payee_check",))
_LIST_APPROVALS = Operation("GET", "/v1/approvals", is_repeatable=True, cursor="starting_after", proof=("data",))
_GET_APPROVAL = Operation("GET", "/v1/approvals/{id}", is_repeatable=True, proof=("id",))
_GET_APPROVAL_TIMELINE = Operation("GET", "/v1/approvals/{id}/timeline", is_repeatable=True, proof=("data",))
_APPROVE_APPROVAL = Operation("POST", "/v1/approvals/{id}/approve", is_keyed=True, is_repeatable=True, proof=("id",))
_DECLINE_APPROVAL = Operation("POST", "/v1/approvals/{id}/decline", is_keyed=True, is_repeatable=True, proof=("id",))
_LIST_EVENTS = Operation("GET", "/v1/events", is_repeatable=True, cursor="after", proof=("data",))
_GET_EVENT = Operation("GET", "/v1/events/{id}", is_repeatable=True, proof=("id",))
_LIST_WEBHOOK_ENDPOINTS = Operation("GET", "/v1/webhook-endpoints", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_WEBHOOK_ENDPOINT = Operation("POST", "/v1/webhook-endpoints", is_keyed=True, is_repeatable=True, proof=("id",))
_LIST_WEBHOOK_DELIVERIES = Operation("GET", "/v1/webhook-endpoints/{id}/deliveries", is_repeatable=True, cursor="starting_after", proof=("data",))
_ROTATE_WEBHOOK_SECRET = Operation("POST", "/v1/webhook-endpoints/{id}/rotate-secret", is_keyed=True, is_repeatable=True, proof=("id",))
_PING_WEBHOOK_ENDPOINT = Operation("POST", "/v1/webhook-endpoints/{id}/ping", is_keyed=True, is_repeatable=True, proof=("id",))
_REDELIVER_EVENT = Operation("POST", "/v1/events/{id}/redeliver", is_keyed=True, is_repeatable=True, proof=("data",))
_GET_WEBHOOK_ENDPOINT = Operation("GET", "/v1/webhook-endpoints/{id}", is_repeatable=True, proof=("id",))
_UPDATE_WEBHOOK_ENDPOINT = Operation("PATCH", "/v1/webhook-endpoints/{id}", is_repeatable=True, proof=("id",))
_DELETE_WEBHOOK_ENDPOINT = Operation("DELETE", "/v1/webhook-endpoints/{id}", is_repeatable=True)
_GET_WEBHOOK_ENDPOINT_TIMELINE = Operation("GET", "/v1/webhook-endpoints/{id}/timeline", is_repeatable=True, proof=("data",))
_GET_HOSTED_PAGE = Operation("GET", "/v1/hosted-page", is_repeatable=True, proof=("enabled", "branding_mode", "brand_name", "colors", "radius", "font", "support", "legal", "public_start", "white_label_entitled",))
_REPLACE_HOSTED_PAGE = Operation("PUT", "/v1/hosted-page", is_repeatable=True, proof=("enabled", "branding_mode", "brand_name", "colors", "radius", "font", "support", "legal", "public_start", "white_label_entitled",))
_LIST_HOSTED_DOMAINS = Operation("GET", "/v1/hosted-domains", is_repeatable=True, cursor="starting_after", proof=("data",))
_CLAIM_HOSTED_DOMAIN = Operation("POST", "/v1/hosted-domains", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_HOSTED_DOMAIN = Operation("GET", "/v1/hosted-domains/{id}", is_repeatable=True, proof=("id",))
_REMOVE_HOSTED_DOMAIN = Operation("DELETE", "/v1/hosted-domains/{id}", is_repeatable=True)
_GET_HOSTED_DOMAIN_TIMELINE = Operation("GET", "/v1/hosted-domains/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_HOSTED_SESSIONS = Operation("GET", "/v1/hosted-sessions", is_repeatable=True, cursor="starting_after", proof=("data",))
_CREATE_HOSTED_SESSION = Operation("POST", "/v1/hosted-sessions", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_HOSTED_SESSION = Operation("GET", "/v1/hosted-sessions/{id}", is_repeatable=True, proof=("id",))
_UPDATE_HOSTED_SESSION = Operation("PATCH", "/v1/hosted-sessions/{id}", is_repeatable=True, proof=("id",))
_GET_HOSTED_SESSION_TIMELINE = Operation("GET", "/v1/hosted-sessions/{id}/timeline", is_repeatable=True, proof=("data",))
_LIST_RECONCILIATION_EXCEPTIONS = Operation("GET", "/v1/reconciliation-exceptions", is_repeatable=True, cursor="starting_after", proof=("data",))
_RUN_REPORT = Operation("GET", "/v1/reports/{name}", is_repeatable=True, cursor="after", proof=("data",), texts=("text/csv",))
_LIST_REQUESTS = Operation("GET", "/v1/requests", is_repeatable=True, cursor="starting_after", proof=("data",))
_GET_REQUEST = Operation("GET", "/v1/requests/{id}", is_repeatable=True, proof=("id",))
_CREATE_SANDBOX_DEPOSIT = Operation("POST", "/v1/sandbox/deposits", is_keyed=True, is_repeatable=True, proof=("funding_account_id",))
_CREATE_SANDBOX_EVIDENCE = Operation("POST", "/v1/sandbox/operations/{id}/evidence", is_keyed=True, is_repeatable=True, proof=("id",))
_GET_IDEMPOTENCY_KEY = Operation("GET", "/v1/idempotency-keys/{key}", is_repeatable=True, proof=("resource_type", "resource_id", "created_at",))
_SIGN_IN = Operation("POST", "/dashboard/sign-in", proof=())
_CREATE_SESSION = Operation("POST", "/dashboard/sessions", proof=("token", "expires_at",))
_LIST_SESSIONS = Operation("GET", "/dashboard/sessions", is_repeatable=True, proof=("data",))
_DELETE_OTHER_SESSIONS = Operation("DELETE", "/dashboard/sessions", is_repeatable=True)
_DELETE_SESSION = Operation("DELETE", "/dashboard/sessions/current", is_repeatable=True)
_DELETE_SESSION_BY_ID = Operation("DELETE", "/dashboard/sessions/{id}", is_repeatable=True)
_UPDATE_PREFERENCES = Operation("PATCH", "/dashboard/preferences", is_repeatable=True, proof=("language",))
_START_PASSKEY_SIGN_IN = Operation("POST", "/dashboard/passkey-challenges", proof=("token", "options",))
_CREATE_PASSKEY_SESSION = Operation("POST", "/dashboard/passkey-sessions", proof=("token", "expires_at",))
_LIST_PASSKEYS = Operation("GET", "/dashboard/passkeys", is_repeatable=True, proof=("data",))
_CREATE_PASSKEY = Operation("POST", "/dashboard/passkeys", proof=("id",))
_START_PASSKEY = Operation("POST", "/dashboard/passkeys/challenge", proof=("options",))
_DELETE_PASSKEY = Operation("DELETE", "/dashboard/passkeys/{id}", is_repeatable=True)
_SEND_CONFIRMATION_CODE = Operation("POST", "/dashboard/confirmations/code", proof=())
_CREATE_CONFIRMATION = Operation("POST", "/dashboard/confirmations", proof=("confirmed_until",))
_START_PASSKEY_CONFIRMATION = Operation("POST", "/dashboard/passkey-confirmations/challenge", proof=("options",))
_CREATE_PASSKEY_CONFIRMATION = Operation("POST", "/dashboard/passkey-confirmations", proof=("confirmed_until",))


class Methods:
    def _send(self, operation: Operation, options: Options, *, path_args: Sequence[str] = (), query: Optional[Mapping[str, Any]] = None, body: Any = None) -> Any:
        raise NotImplementedError

    def _list(self, operation: Operation, options: Options, *, path_args: Sequence[str] = (), query: Optional[Mapping[str, Any]] = None) -> Pages[Any, Any]:
        raise NotImplementedError

    def get_description(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Dict[str, Any]:
        """Retrieve this description: GET /v1/openapi.json."""
        answer: Dict[str, Any] = self._send(_GET_DESCRIPTION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def get_account(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Account:
        """Retrieve the account: GET /v1/account."""
        answer: types.Account = self._send(_GET_ACCOUNT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def get_me(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Me:
        """Retrieve the caller: GET /v1/me."""
        answer: types.Me = self._send(_GET_ME, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def list_members(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["invited", "active", "disabled"]] = None, role: Optional[Literal["owner", "admin", "developer", "viewer"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Member, types.MemberList]:
        """List members, newest first: GET /v1/members."""
        answer: Pages[types.Member, types.MemberList] = self._list(_LIST_MEMBERS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "role": role})
        return answer

    def invite_member(self, body: types.MemberCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Member:
        """Invite a member: POST /v1/members."""
        answer: types.Member = self._send(_INVITE_MEMBER, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def update_member(self, id_: str, body: types.MemberUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.MemberUpdated:
        """Update a member: PATCH /v1/members/{id}."""
        answer: types.MemberUpdated = self._send(_UPDATE_MEMBER, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_sign_in_policy(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignInPolicy:
        """Retrieve the sign-in policy: GET /v1/sign-in-policy."""
        answer: types.SignInPolicy = self._send(_GET_SIGN_IN_POLICY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def replace_sign_in_policy(self, body: types.SignInPolicyUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignInPolicy:
        """Configure the sign-in policy: PUT /v1/sign-in-policy."""
        answer: types.SignInPolicy = self._send(_REPLACE_SIGN_IN_POLICY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def delete_member_passkeys(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Delete a member's passkeys: DELETE /v1/members/{id}/passkeys."""
        answer: None = self._send(_DELETE_MEMBER_PASSKEYS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_balances(self, *, at: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Balances:
        """List balances: GET /v1/balances."""
        answer: types.Balances = self._send(_LIST_BALANCES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"at": at})
        return answer

    def list_balance_entries(self, currency: str, *, limit: Optional[int] = None, after: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.BalanceEntry, types.BalanceEntryList]:
        """List balance entries, newest first: GET /v1/balances/{currency}/entries."""
        answer: Pages[types.BalanceEntry, types.BalanceEntryList] = self._list(_LIST_BALANCE_ENTRIES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(currency,), query={"limit": limit, "after": after})
        return answer

    def get_balance_statement(self, currency: str, *, from_: str, to: str, account: Optional[Literal["available", "pending", "reserved", "in_settlement", "earnings"]] = None, format_: Optional[Literal["csv", "camt.053"]] = None, proof: Optional[Literal["true", "false"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> str:
        """Download the statement of one part of a balance: GET /v1/balances/{currency}/statement."""
        answer: str = self._send(_GET_BALANCE_STATEMENT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(currency,), query={"from": from_, "to": to, "account": account, "format": format_, "proof": proof})
        return answer

    def list_ledger_seals(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, day: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.LedgerSeal, types.LedgerSealList]:
        """List ledger seals, newest first: GET /v1/ledger-seals."""
        answer: Pages[types.LedgerSeal, types.LedgerSealList] = self._list(_LIST_LEDGER_SEALS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "day": day})
        return answer

    def get_ledger_seal(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.LedgerSeal:
        """Retrieve a ledger seal: GET /v1/ledger-seals/{id}."""
        answer: types.LedgerSeal = self._send(_GET_LEDGER_SEAL, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_ledger_seal_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a ledger seal: GET /v1/ledger-seals/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_LEDGER_SEAL_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_ledger_seal_keys(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.LedgerSealKeys:
        """List the public keys of seals, newest first: GET /v1/ledger-seal-keys."""
        answer: types.LedgerSealKeys = self._send(_LIST_LEDGER_SEAL_KEYS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def list_capabilities(self, *, product: Optional[Literal["payin", "payout", "remittance"]] = None, country: Optional[str] = None, currency: Optional[str] = None, method: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.CapabilityList:
        """List capabilities: GET /v1/capabilities."""
        answer: types.CapabilityList = self._send(_LIST_CAPABILITIES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"product": product, "country": country, "currency": currency, "method": method})
        return answer

    def list_customers(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["active", "blocked", "closed"]] = None, external_id: Optional[str] = None, type_: Optional[Literal["individual", "business"]] = None, country: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Customer, types.CustomerList]:
        """List customers, newest first: GET /v1/customers."""
        answer: Pages[types.Customer, types.CustomerList] = self._list(_LIST_CUSTOMERS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "external_id": external_id, "type": type_, "country": country})
        return answer

    def create_customer(self, body: types.CustomerCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Customer:
        """Create a customer: POST /v1/customers."""
        answer: types.Customer = self._send(_CREATE_CUSTOMER, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_customer(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Customer:
        """Retrieve a customer: GET /v1/customers/{id}."""
        answer: types.Customer = self._send(_GET_CUSTOMER, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_customer(self, id_: str, body: types.CustomerUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Customer:
        """Update a customer: PATCH /v1/customers/{id}."""
        answer: types.Customer = self._send(_UPDATE_CUSTOMER, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_customer_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a customer: GET /v1/customers/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_CUSTOMER_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_beneficiaries(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["active", "archived"]] = None, customer_id: Optional[str] = None, method: Optional[str] = None, currency: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Beneficiary, types.BeneficiaryList]:
        """List beneficiaries, newest first: GET /v1/beneficiaries."""
        answer: Pages[types.Beneficiary, types.BeneficiaryList] = self._list(_LIST_BENEFICIARIES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "customer_id": customer_id, "method": method, "currency": currency})
        return answer

    def create_beneficiary(self, body: types.BeneficiaryCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Beneficiary:
        """Create a beneficiary: POST /v1/beneficiaries."""
        answer: types.Beneficiary = self._send(_CREATE_BENEFICIARY, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_beneficiary(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Beneficiary:
        """Retrieve a beneficiary: GET /v1/beneficiaries/{id}."""
        answer: types.Beneficiary = self._send(_GET_BENEFICIARY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_beneficiary_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a beneficiary: GET /v1/beneficiaries/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_BENEFICIARY_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def archive_beneficiary(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Beneficiary:
        """Archive a beneficiary: POST /v1/beneficiaries/{id}/archive."""
        answer: types.Beneficiary = self._send(_ARCHIVE_BENEFICIARY, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def check_payee(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayeeCheck:
        """Check the payee: POST /v1/beneficiaries/{id}/verification."""
        answer: types.PayeeCheck = self._send(_CHECK_PAYEE, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def create_quote(self, body: types.QuoteCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Quote:
        """Create a quote: POST /v1/quotes."""
        answer: types.Quote = self._send(_CREATE_QUOTE, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_quote(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Quote:
        """Retrieve a quote: GET /v1/quotes/{id}."""
        answer: types.Quote = self._send(_GET_QUOTE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_funding_accounts(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["pending", "active", "failed", "closed"]] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.FundingAccount, types.FundingAccountList]:
        """List funding accounts, newest first: GET /v1/funding-accounts."""
        answer: Pages[types.FundingAccount, types.FundingAccountList] = self._list(_LIST_FUNDING_ACCOUNTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "reference": reference, "metadata": metadata})
        return answer

    def create_funding_account(self, body: types.FundingAccountCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.FundingAccount:
        """Create a funding account: POST /v1/funding-accounts."""
        answer: types.FundingAccount = self._send(_CREATE_FUNDING_ACCOUNT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_funding_account(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.FundingAccount:
        """Retrieve a funding account: GET /v1/funding-accounts/{id}."""
        answer: types.FundingAccount = self._send(_GET_FUNDING_ACCOUNT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_funding_account(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.FundingAccount:
        """Update the metadata of a funding account: PATCH /v1/funding-accounts/{id}."""
        answer: types.FundingAccount = self._send(_UPDATE_FUNDING_ACCOUNT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_funding_account_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a funding account: GET /v1/funding-accounts/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_FUNDING_ACCOUNT_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_payins(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["processing", "completed", "failed"]] = None, funding_account_id: Optional[str] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Payin, types.PayinList]:
        """List pay-ins, newest first: GET /v1/payins."""
        answer: Pages[types.Payin, types.PayinList] = self._list(_LIST_PAYINS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "funding_account_id": funding_account_id, "bank_reference": bank_reference})
        return answer

    def get_payin(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payin:
        """Retrieve a pay-in: GET /v1/payins/{id}."""
        answer: types.Payin = self._send(_GET_PAYIN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_payin_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a pay-in: GET /v1/payins/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_PAYIN_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_refunds(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["pending_review", "processing", "completed", "failed"]] = None, payin_id: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Refund, types.RefundList]:
        """List refunds, newest first: GET /v1/refunds."""
        answer: Pages[types.Refund, types.RefundList] = self._list(_LIST_REFUNDS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "payin_id": payin_id, "reference": reference, "metadata": metadata, "bank_reference": bank_reference})
        return answer

    def create_refund(self, body: types.RefundCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Refund:
        """Create a refund: POST /v1/refunds."""
        answer: types.Refund = self._send(_CREATE_REFUND, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_refund(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Refund:
        """Retrieve a refund: GET /v1/refunds/{id}."""
        answer: types.Refund = self._send(_GET_REFUND, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_refund(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Refund:
        """Update the metadata of a refund: PATCH /v1/refunds/{id}."""
        answer: types.Refund = self._send(_UPDATE_REFUND, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_refund_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a refund: GET /v1/refunds/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_REFUND_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_payouts(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["processing", "verification_pending", "completed", "failed", "returned", "cancelled"]] = None, beneficiary_id: Optional[str] = None, risk_status: Optional[Literal["allowed", "in_review", "approved", "rejected"]] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Payout, types.PayoutList]:
        """List payouts, newest first: GET /v1/payouts."""
        answer: Pages[types.Payout, types.PayoutList] = self._list(_LIST_PAYOUTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "beneficiary_id": beneficiary_id, "risk_status": risk_status, "reference": reference, "metadata": metadata, "bank_reference": bank_reference})
        return answer

    def create_payout(self, body: types.PayoutCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payout:
        """Create a payout: POST /v1/payouts."""
        answer: types.Payout = self._send(_CREATE_PAYOUT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_payout(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payout:
        """Retrieve a payout: GET /v1/payouts/{id}."""
        answer: types.Payout = self._send(_GET_PAYOUT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_payout(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payout:
        """Update the metadata of a payout: PATCH /v1/payouts/{id}."""
        answer: types.Payout = self._send(_UPDATE_PAYOUT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_payout_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a payout: GET /v1/payouts/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_PAYOUT_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def cancel_payout(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payout:
        """Cancel a payout: POST /v1/payouts/{id}/cancel."""
        answer: types.Payout = self._send(_CANCEL_PAYOUT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_remittances(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["awaiting_funds", "processing", "review", "completed", "failed", "returned"]] = None, payin_id: Optional[str] = None, payout_id: Optional[str] = None, customer_id: Optional[str] = None, beneficiary_id: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Remittance, types.RemittanceList]:
        """List remittances, newest first: GET /v1/remittances."""
        answer: Pages[types.Remittance, types.RemittanceList] = self._list(_LIST_REMITTANCES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "payin_id": payin_id, "payout_id": payout_id, "customer_id": customer_id, "beneficiary_id": beneficiary_id, "reference": reference, "metadata": metadata})
        return answer

    def create_remittance(self, body: types.RemittanceCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Remittance:
        """Create a remittance: POST /v1/remittances."""
        answer: types.Remittance = self._send(_CREATE_REMITTANCE, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_remittance(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Remittance:
        """Retrieve a remittance: GET /v1/remittances/{id}."""
        answer: types.Remittance = self._send(_GET_REMITTANCE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_remittance(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Remittance:
        """Update the metadata of a remittance: PATCH /v1/remittances/{id}."""
        answer: types.Remittance = self._send(_UPDATE_REMITTANCE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_remittance_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a remittance: GET /v1/remittances/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_REMITTANCE_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_payout_batches(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["processing", "completed", "completed_with_failures", "cancelled", "partially_cancelled"]] = None, message_id: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.PayoutBatch, types.PayoutBatchList]:
        """List payout batches, newest first: GET /v1/payout-batches."""
        answer: Pages[types.PayoutBatch, types.PayoutBatchList] = self._list(_LIST_PAYOUT_BATCHES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "message_id": message_id, "reference": reference, "metadata": metadata})
        return answer

    def create_payout_batch(self, body: Union[types.PayoutBatchCreate, FileBody], *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatch:
        """Create a payout batch: POST /v1/payout-batches."""
        answer: types.PayoutBatch = self._send(_CREATE_PAYOUT_BATCH, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_payout_batch_template(self, *, method: str, currency: str, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> str:
        """Download a template for a payout batch: GET /v1/payout-batches/template."""
        answer: str = self._send(_GET_PAYOUT_BATCH_TEMPLATE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"method": method, "currency": currency})
        return answer

    def get_payout_batch(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatch:
        """Retrieve a payout batch: GET /v1/payout-batches/{id}."""
        answer: types.PayoutBatch = self._send(_GET_PAYOUT_BATCH, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_payout_batch(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatch:
        """Update the metadata of a payout batch: PATCH /v1/payout-batches/{id}."""
        answer: types.PayoutBatch = self._send(_UPDATE_PAYOUT_BATCH, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_payout_batch_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a payout batch: GET /v1/payout-batches/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_PAYOUT_BATCH_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_payout_batch_items(self, id_: str, *, limit: Optional[int] = None, starting_after: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.PayoutBatchItem, types.PayoutBatchItemList]:
        """List the items of a payout batch, in their order: GET /v1/payout-batches/{id}/items."""
        answer: Pages[types.PayoutBatchItem, types.PayoutBatchItemList] = self._list(_LIST_PAYOUT_BATCH_ITEMS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), query={"limit": limit, "starting_after": starting_after})
        return answer

    def get_payout_batch_status_report(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> str:
        """Download the status report of a payout batch: GET /v1/payout-batches/{id}/status-report."""
        answer: str = self._send(_GET_PAYOUT_BATCH_STATUS_REPORT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def cancel_payout_batch(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatch:
        """Cancel a payout batch: POST /v1/payout-batches/{id}/cancel."""
        answer: types.PayoutBatch = self._send(_CANCEL_PAYOUT_BATCH, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def preview_payout(self, body: types.PayoutCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutPreview:
        """Preview a payout: POST /v1/payouts/preview."""
        answer: types.PayoutPreview = self._send(_PREVIEW_PAYOUT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def preview_payout_batch(self, body: Union[types.PayoutBatchCreate, FileBody], *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatchPreview:
        """Preview a payout batch: POST /v1/payout-batches/preview."""
        answer: types.PayoutBatchPreview = self._send(_PREVIEW_PAYOUT_BATCH, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def preview_refund(self, body: types.RefundCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.RefundPreview:
        """Preview a refund: POST /v1/refunds/preview."""
        answer: types.RefundPreview = self._send(_PREVIEW_REFUND, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def list_settlement_destinations(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["active", "disabled"]] = None, currency: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.SettlementDestination, types.SettlementDestinationList]:
        """List settlement destinations, newest first: GET /v1/settlement-destinations."""
        answer: Pages[types.SettlementDestination, types.SettlementDestinationList] = self._list(_LIST_SETTLEMENT_DESTINATIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "currency": currency})
        return answer

    def create_settlement_destination(self, body: types.SettlementDestinationCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SettlementDestination:
        """Create a settlement destination: POST /v1/settlement-destinations."""
        answer: types.SettlementDestination = self._send(_CREATE_SETTLEMENT_DESTINATION, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_settlement_destination(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SettlementDestination:
        """Retrieve a settlement destination: GET /v1/settlement-destinations/{id}."""
        answer: types.SettlementDestination = self._send(_GET_SETTLEMENT_DESTINATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_settlement_destination_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a settlement destination: GET /v1/settlement-destinations/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_SETTLEMENT_DESTINATION_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_settlement_schedules(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.SettlementSchedule, types.SettlementScheduleList]:
        """List settlement schedules, newest first: GET /v1/settlement-schedules."""
        answer: Pages[types.SettlementSchedule, types.SettlementScheduleList] = self._list(_LIST_SETTLEMENT_SCHEDULES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before})
        return answer

    def list_settlements(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["processing", "on_hold", "completed", "failed"]] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Settlement, types.SettlementList]:
        """List settlements, newest first: GET /v1/settlements."""
        answer: Pages[types.Settlement, types.SettlementList] = self._list(_LIST_SETTLEMENTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "bank_reference": bank_reference})
        return answer

    def get_settlement(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Settlement:
        """Retrieve a settlement: GET /v1/settlements/{id}."""
        answer: types.Settlement = self._send(_GET_SETTLEMENT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_settlement_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a settlement: GET /v1/settlements/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_SETTLEMENT_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_settlement_configuration(self, *, currency: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SettlementConfiguration:
        """Retrieve the settlement configuration: GET /v1/settlement-configuration."""
        answer: types.SettlementConfiguration = self._send(_GET_SETTLEMENT_CONFIGURATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"currency": currency})
        return answer

    def list_withdrawals(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["pending_approval", "processing", "submitted", "verification_pending", "completed", "failed", "cancelled"]] = None, destination_id: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Withdrawal, types.WithdrawalList]:
        """List withdrawals, newest first: GET /v1/withdrawals."""
        answer: Pages[types.Withdrawal, types.WithdrawalList] = self._list(_LIST_WITHDRAWALS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "destination_id": destination_id, "reference": reference, "metadata": metadata, "bank_reference": bank_reference})
        return answer

    def create_withdrawal(self, body: types.WithdrawalCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Withdrawal:
        """Create a withdrawal: POST /v1/withdrawals."""
        answer: types.Withdrawal = self._send(_CREATE_WITHDRAWAL, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_withdrawal(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Withdrawal:
        """Retrieve a withdrawal: GET /v1/withdrawals/{id}."""
        answer: types.Withdrawal = self._send(_GET_WITHDRAWAL, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_withdrawal(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Withdrawal:
        """Update the metadata of a withdrawal: PATCH /v1/withdrawals/{id}."""
        answer: types.Withdrawal = self._send(_UPDATE_WITHDRAWAL, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_withdrawal_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a withdrawal: GET /v1/withdrawals/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_WITHDRAWAL_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_approval_policy(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.ApprovalPolicy:
        """Retrieve the approval policy: GET /v1/approval-policy."""
        answer: types.ApprovalPolicy = self._send(_GET_APPROVAL_POLICY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def replace_approval_policy(self, body: types.ApprovalPolicyUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.ApprovalPolicy:
        """Configure the approval policy: PUT /v1/approval-policy."""
        answer: types.ApprovalPolicy = self._send(_REPLACE_APPROVAL_POLICY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def list_approvals(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["pending", "approved", "declined", "expired"]] = None, resource_id: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Approval, types.ApprovalList]:
        """List approvals, newest first: GET /v1/approvals."""
        answer: Pages[types.Approval, types.ApprovalList] = self._list(_LIST_APPROVALS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "resource_id": resource_id})
        return answer

    def get_approval(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Approval:
        """Retrieve an approval: GET /v1/approvals/{id}."""
        answer: types.Approval = self._send(_GET_APPROVAL, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_approval_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of an approval: GET /v1/approvals/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_APPROVAL_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def approve_approval(self, id_: str, body: Optional[types.ApprovalApprove] = None, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Approval:
        """Approve what waits for an approval: POST /v1/approvals/{id}/approve."""
        answer: types.Approval = self._send(_APPROVE_APPROVAL, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def decline_approval(self, id_: str, body: Optional[types.ApprovalDecline] = None, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Approval:
        """Decline what waits for an approval: POST /v1/approvals/{id}/decline."""
        answer: types.Approval = self._send(_DECLINE_APPROVAL, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def list_events(self, *, limit: Optional[int] = None, after: Optional[str] = None, type_: Optional[str] = None, resource_id: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Event, types.EventList]:
        """List events, oldest first: GET /v1/events."""
        answer: Pages[types.Event, types.EventList] = self._list(_LIST_EVENTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "after": after, "type": type_, "resource_id": resource_id})
        return answer

    def get_event(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Event:
        """Retrieve an event: GET /v1/events/{id}."""
        answer: types.Event = self._send(_GET_EVENT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_webhook_endpoints(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.WebhookEndpoint, types.WebhookEndpointList]:
        """List webhook endpoints, newest first: GET /v1/webhook-endpoints."""
        answer: Pages[types.WebhookEndpoint, types.WebhookEndpointList] = self._list(_LIST_WEBHOOK_ENDPOINTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before})
        return answer

    def create_webhook_endpoint(self, body: types.WebhookEndpointCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookEndpoint:
        """Create a webhook endpoint: POST /v1/webhook-endpoints."""
        answer: types.WebhookEndpoint = self._send(_CREATE_WEBHOOK_ENDPOINT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def list_webhook_deliveries(self, id_: str, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["pending", "delivered", "failed", "cancelled"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.WebhookDelivery, types.WebhookDeliveryList]:
        """List deliveries to a webhook endpoint, newest first: GET /v1/webhook-endpoints/{id}/deliveries."""
        answer: Pages[types.WebhookDelivery, types.WebhookDeliveryList] = self._list(_LIST_WEBHOOK_DELIVERIES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status})
        return answer

    def rotate_webhook_secret(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookEndpoint:
        """Rotate the secret of a webhook endpoint: POST /v1/webhook-endpoints/{id}/rotate-secret."""
        answer: types.WebhookEndpoint = self._send(_ROTATE_WEBHOOK_SECRET, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def ping_webhook_endpoint(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookDelivery:
        """Ping a webhook endpoint: POST /v1/webhook-endpoints/{id}/ping."""
        answer: types.WebhookDelivery = self._send(_PING_WEBHOOK_ENDPOINT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def redeliver_event(self, id_: str, body: Optional[types.EventRedeliver] = None, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookDeliveryList:
        """Redeliver an event: POST /v1/events/{id}/redeliver."""
        answer: types.WebhookDeliveryList = self._send(_REDELIVER_EVENT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_webhook_endpoint(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookEndpoint:
        """Retrieve a webhook endpoint: GET /v1/webhook-endpoints/{id}."""
        answer: types.WebhookEndpoint = self._send(_GET_WEBHOOK_ENDPOINT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_webhook_endpoint(self, id_: str, body: types.WebhookEndpointUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookEndpoint:
        """Update a webhook endpoint: PATCH /v1/webhook-endpoints/{id}."""
        answer: types.WebhookEndpoint = self._send(_UPDATE_WEBHOOK_ENDPOINT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def delete_webhook_endpoint(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Delete a webhook endpoint: DELETE /v1/webhook-endpoints/{id}."""
        answer: None = self._send(_DELETE_WEBHOOK_ENDPOINT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_webhook_endpoint_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a webhook endpoint: GET /v1/webhook-endpoints/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_WEBHOOK_ENDPOINT_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_hosted_page(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedPage:
        """Retrieve the hosted page: GET /v1/hosted-page."""
        answer: types.HostedPage = self._send(_GET_HOSTED_PAGE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def replace_hosted_page(self, body: types.HostedPageUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedPage:
        """Configure the hosted page: PUT /v1/hosted-page."""
        answer: types.HostedPage = self._send(_REPLACE_HOSTED_PAGE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def list_hosted_domains(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.HostedDomain, types.HostedDomainList]:
        """List hosted domains, newest first: GET /v1/hosted-domains."""
        answer: Pages[types.HostedDomain, types.HostedDomainList] = self._list(_LIST_HOSTED_DOMAINS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before})
        return answer

    def claim_hosted_domain(self, body: types.HostedDomainCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedDomain:
        """Claim a hosted domain: POST /v1/hosted-domains."""
        answer: types.HostedDomain = self._send(_CLAIM_HOSTED_DOMAIN, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_hosted_domain(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedDomain:
        """Retrieve a hosted domain: GET /v1/hosted-domains/{id}."""
        answer: types.HostedDomain = self._send(_GET_HOSTED_DOMAIN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def remove_hosted_domain(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Remove a hosted domain: DELETE /v1/hosted-domains/{id}."""
        answer: None = self._send(_REMOVE_HOSTED_DOMAIN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def get_hosted_domain_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a hosted domain: GET /v1/hosted-domains/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_HOSTED_DOMAIN_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_hosted_sessions(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.HostedSession, types.HostedSessionList]:
        """List hosted sessions, newest first: GET /v1/hosted-sessions."""
        answer: Pages[types.HostedSession, types.HostedSessionList] = self._list(_LIST_HOSTED_SESSIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "reference": reference, "metadata": metadata})
        return answer

    def create_hosted_session(self, body: types.HostedSessionCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedSession:
        """Create a hosted session: POST /v1/hosted-sessions."""
        answer: types.HostedSession = self._send(_CREATE_HOSTED_SESSION, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def get_hosted_session(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedSession:
        """Retrieve a hosted session: GET /v1/hosted-sessions/{id}."""
        answer: types.HostedSession = self._send(_GET_HOSTED_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_hosted_session(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedSession:
        """Update the metadata of a hosted session: PATCH /v1/hosted-sessions/{id}."""
        answer: types.HostedSession = self._send(_UPDATE_HOSTED_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_hosted_session_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a hosted session: GET /v1/hosted-sessions/{id}/timeline."""
        answer: types.Timeline = self._send(_GET_HOSTED_SESSION_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_reconciliation_exceptions(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["open", "resolved"]] = None, type_: Optional[Literal["amount_mismatch", "payin_reversed", "unmatched_deposit", "duplicate_deposit", "late_payment_evidence", "provider_mismatch"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.ReconciliationException, types.ReconciliationExceptionList]:
        """List reconciliation exceptions, newest first: GET /v1/reconciliation-exceptions."""
        answer: Pages[types.ReconciliationException, types.ReconciliationExceptionList] = self._list(_LIST_RECONCILIATION_EXCEPTIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "type": type_})
        return answer

    @overload
    def run_report(self, name: Literal["transactions", "payins", "payouts", "remittances", "refunds", "withdrawals", "settlements", "fees", "fx", "balances"], *, from_: str, to: str, format_: Literal["csv"], currency: Optional[str] = None, limit: Optional[int] = None, after: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> str: ...

    @overload
    def run_report(self, name: Literal["transactions", "payins", "payouts", "remittances", "refunds", "withdrawals", "settlements", "fees", "fx", "balances"], *, from_: str, to: str, currency: Optional[str] = None, limit: Optional[int] = None, after: Optional[str] = None, format_: Optional[Literal["json"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[Dict[str, Optional[str]], types.Report]: ...

    def run_report(self, name: Literal["transactions", "payins", "payouts", "remittances", "refunds", "withdrawals", "settlements", "fees", "fx", "balances"], *, from_: str, to: str, currency: Optional[str] = None, limit: Optional[int] = None, after: Optional[str] = None, format_: Optional[Literal["json", "csv"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Union[str, Pages[Dict[str, Optional[str]], types.Report]]:
        """Run a report: GET /v1/reports/{name}."""
        if format_ is not None and format_ != "json":
            text: str = self._send(_RUN_REPORT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(name,), query={"from": from_, "to": to, "currency": currency, "limit": limit, "after": after, "format": format_})
            return text
        answer: Pages[Dict[str, Optional[str]], types.Report] = self._list(_RUN_REPORT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(name,), query={"from": from_, "to": to, "currency": currency, "limit": limit, "after": after, "format": format_})
        return answer

    def list_requests(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, outcome: Optional[Literal["succeeded", "refused", "failed", "unheard"]] = None, status: Optional[int] = None, method: Optional[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]] = None, path: Optional[str] = None, idempotency_key: Optional[str] = None, api_key_prefix: Optional[str] = None, resource_id: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Pages[types.Request, types.RequestList]:
        """List requests, newest first: GET /v1/requests."""
        answer: Pages[types.Request, types.RequestList] = self._list(_LIST_REQUESTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "outcome": outcome, "status": status, "method": method, "path": path, "idempotency_key": idempotency_key, "api_key_prefix": api_key_prefix, "resource_id": resource_id})
        return answer

    def get_request(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Request:
        """Retrieve a request: GET /v1/requests/{id}."""
        answer: types.Request = self._send(_GET_REQUEST, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def create_sandbox_deposit(self, body: types.DepositCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Deposit:
        """Create a deposit: POST /v1/sandbox/deposits."""
        answer: types.Deposit = self._send(_CREATE_SANDBOX_DEPOSIT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def create_sandbox_evidence(self, id_: str, body: types.EvidenceCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.EvidencedOperation:
        """Create evidence of an operation: POST /v1/sandbox/operations/{id}/evidence."""
        answer: types.EvidencedOperation = self._send(_CREATE_SANDBOX_EVIDENCE, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def get_idempotency_key(self, key: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.IdempotencyKey:
        """Look up what an idempotency key made: GET /v1/idempotency-keys/{key}."""
        answer: types.IdempotencyKey = self._send(_GET_IDEMPOTENCY_KEY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(key,))
        return answer

    def list_sessions(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.OpenSessionList:
        """List your sessions: GET /dashboard/sessions."""
        answer: types.OpenSessionList = self._send(_LIST_SESSIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def delete_other_sessions(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Sign out everywhere else: DELETE /dashboard/sessions."""
        answer: None = self._send(_DELETE_OTHER_SESSIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def delete_session(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Sign out: DELETE /dashboard/sessions/current."""
        answer: None = self._send(_DELETE_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def delete_session_by_id(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Sign out of a session: DELETE /dashboard/sessions/{id}."""
        answer: None = self._send(_DELETE_SESSION_BY_ID, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def update_preferences(self, body: types.PreferencesUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Preferences:
        """Update your preferences: PATCH /dashboard/preferences."""
        answer: types.Preferences = self._send(_UPDATE_PREFERENCES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def list_passkeys(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PasskeyList:
        """List your passkeys: GET /dashboard/passkeys."""
        answer: types.PasskeyList = self._send(_LIST_PASSKEYS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def create_passkey(self, body: types.PasskeyCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Passkey:
        """Create a passkey: POST /dashboard/passkeys."""
        answer: types.Passkey = self._send(_CREATE_PASSKEY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def start_passkey(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PasskeyCreation:
        """Ask for the options of a new passkey: POST /dashboard/passkeys/challenge."""
        answer: types.PasskeyCreation = self._send(_START_PASSKEY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def delete_passkey(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Delete a passkey of yours: DELETE /dashboard/passkeys/{id}."""
        answer: None = self._send(_DELETE_PASSKEY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def send_confirmation_code(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.ConfirmationCode:
        """Ask for a confirmation code: POST /dashboard/confirmations/code."""
        answer: types.ConfirmationCode = self._send(_SEND_CONFIRMATION_CODE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def create_confirmation(self, body: types.ConfirmationCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Confirmation:
        """Confirm with a code: POST /dashboard/confirmations."""
        answer: types.Confirmation = self._send(_CREATE_CONFIRMATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def start_passkey_confirmation(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PasskeyConfirmationChallenge:
        """Ask for a challenge to confirm: POST /dashboard/passkey-confirmations/challenge."""
        answer: types.PasskeyConfirmationChallenge = self._send(_START_PASSKEY_CONFIRMATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def create_passkey_confirmation(self, body: types.PasskeyConfirmationCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Confirmation:
        """Confirm with a passkey: POST /dashboard/passkey-confirmations."""
        answer: types.Confirmation = self._send(_CREATE_PASSKEY_CONFIRMATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer


class SignInMethods:
    def _send(self, operation: Operation, options: Options, *, path_args: Sequence[str] = (), query: Optional[Mapping[str, Any]] = None, body: Any = None) -> Any:
        raise NotImplementedError

    def sign_in(self, body: types.SignIn, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignInAccepted:
        """Ask for a sign-in code: POST /dashboard/sign-in."""
        answer: types.SignInAccepted = self._send(_SIGN_IN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def create_session(self, body: types.SessionCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignedIn:
        """Sign in with a code: POST /dashboard/sessions."""
        answer: types.SignedIn = self._send(_CREATE_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def start_passkey_sign_in(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PasskeyChallenge:
        """Ask for a passkey challenge: POST /dashboard/passkey-challenges."""
        answer: types.PasskeyChallenge = self._send(_START_PASSKEY_SIGN_IN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def create_passkey_session(self, body: types.PasskeySignIn, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignedIn:
        """Sign in with a passkey: POST /dashboard/passkey-sessions."""
        answer: types.SignedIn = self._send(_CREATE_PASSKEY_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer


class AsyncMethods:
    async def _send(self, operation: Operation, options: Options, *, path_args: Sequence[str] = (), query: Optional[Mapping[str, Any]] = None, body: Any = None) -> Any:
        raise NotImplementedError

    def _list(self, operation: Operation, options: Options, *, path_args: Sequence[str] = (), query: Optional[Mapping[str, Any]] = None) -> AsyncPages[Any, Any]:
        raise NotImplementedError

    async def get_description(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Dict[str, Any]:
        """Retrieve this description: GET /v1/openapi.json."""
        answer: Dict[str, Any] = await self._send(_GET_DESCRIPTION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def get_account(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Account:
        """Retrieve the account: GET /v1/account."""
        answer: types.Account = await self._send(_GET_ACCOUNT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def get_me(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Me:
        """Retrieve the caller: GET /v1/me."""
        answer: types.Me = await self._send(_GET_ME, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    def list_members(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["invited", "active", "disabled"]] = None, role: Optional[Literal["owner", "admin", "developer", "viewer"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Member, types.MemberList]:
        """List members, newest first: GET /v1/members."""
        answer: AsyncPages[types.Member, types.MemberList] = self._list(_LIST_MEMBERS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "role": role})
        return answer

    async def invite_member(self, body: types.MemberCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Member:
        """Invite a member: POST /v1/members."""
        answer: types.Member = await self._send(_INVITE_MEMBER, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def update_member(self, id_: str, body: types.MemberUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.MemberUpdated:
        """Update a member: PATCH /v1/members/{id}."""
        answer: types.MemberUpdated = await self._send(_UPDATE_MEMBER, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_sign_in_policy(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignInPolicy:
        """Retrieve the sign-in policy: GET /v1/sign-in-policy."""
        answer: types.SignInPolicy = await self._send(_GET_SIGN_IN_POLICY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def replace_sign_in_policy(self, body: types.SignInPolicyUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignInPolicy:
        """Configure the sign-in policy: PUT /v1/sign-in-policy."""
        answer: types.SignInPolicy = await self._send(_REPLACE_SIGN_IN_POLICY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def delete_member_passkeys(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Delete a member's passkeys: DELETE /v1/members/{id}/passkeys."""
        answer: None = await self._send(_DELETE_MEMBER_PASSKEYS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def list_balances(self, *, at: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Balances:
        """List balances: GET /v1/balances."""
        answer: types.Balances = await self._send(_LIST_BALANCES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"at": at})
        return answer

    def list_balance_entries(self, currency: str, *, limit: Optional[int] = None, after: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.BalanceEntry, types.BalanceEntryList]:
        """List balance entries, newest first: GET /v1/balances/{currency}/entries."""
        answer: AsyncPages[types.BalanceEntry, types.BalanceEntryList] = self._list(_LIST_BALANCE_ENTRIES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(currency,), query={"limit": limit, "after": after})
        return answer

    async def get_balance_statement(self, currency: str, *, from_: str, to: str, account: Optional[Literal["available", "pending", "reserved", "in_settlement", "earnings"]] = None, format_: Optional[Literal["csv", "camt.053"]] = None, proof: Optional[Literal["true", "false"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> str:
        """Download the statement of one part of a balance: GET /v1/balances/{currency}/statement."""
        answer: str = await self._send(_GET_BALANCE_STATEMENT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(currency,), query={"from": from_, "to": to, "account": account, "format": format_, "proof": proof})
        return answer

    def list_ledger_seals(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, day: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.LedgerSeal, types.LedgerSealList]:
        """List ledger seals, newest first: GET /v1/ledger-seals."""
        answer: AsyncPages[types.LedgerSeal, types.LedgerSealList] = self._list(_LIST_LEDGER_SEALS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "day": day})
        return answer

    async def get_ledger_seal(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.LedgerSeal:
        """Retrieve a ledger seal: GET /v1/ledger-seals/{id}."""
        answer: types.LedgerSeal = await self._send(_GET_LEDGER_SEAL, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_ledger_seal_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a ledger seal: GET /v1/ledger-seals/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_LEDGER_SEAL_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def list_ledger_seal_keys(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.LedgerSealKeys:
        """List the public keys of seals, newest first: GET /v1/ledger-seal-keys."""
        answer: types.LedgerSealKeys = await self._send(_LIST_LEDGER_SEAL_KEYS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def list_capabilities(self, *, product: Optional[Literal["payin", "payout", "remittance"]] = None, country: Optional[str] = None, currency: Optional[str] = None, method: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.CapabilityList:
        """List capabilities: GET /v1/capabilities."""
        answer: types.CapabilityList = await self._send(_LIST_CAPABILITIES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"product": product, "country": country, "currency": currency, "method": method})
        return answer

    def list_customers(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["active", "blocked", "closed"]] = None, external_id: Optional[str] = None, type_: Optional[Literal["individual", "business"]] = None, country: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Customer, types.CustomerList]:
        """List customers, newest first: GET /v1/customers."""
        answer: AsyncPages[types.Customer, types.CustomerList] = self._list(_LIST_CUSTOMERS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "external_id": external_id, "type": type_, "country": country})
        return answer

    async def create_customer(self, body: types.CustomerCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Customer:
        """Create a customer: POST /v1/customers."""
        answer: types.Customer = await self._send(_CREATE_CUSTOMER, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_customer(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Customer:
        """Retrieve a customer: GET /v1/customers/{id}."""
        answer: types.Customer = await self._send(_GET_CUSTOMER, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_customer(self, id_: str, body: types.CustomerUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Customer:
        """Update a customer: PATCH /v1/customers/{id}."""
        answer: types.Customer = await self._send(_UPDATE_CUSTOMER, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_customer_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a customer: GET /v1/customers/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_CUSTOMER_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_beneficiaries(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["active", "archived"]] = None, customer_id: Optional[str] = None, method: Optional[str] = None, currency: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Beneficiary, types.BeneficiaryList]:
        """List beneficiaries, newest first: GET /v1/beneficiaries."""
        answer: AsyncPages[types.Beneficiary, types.BeneficiaryList] = self._list(_LIST_BENEFICIARIES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "customer_id": customer_id, "method": method, "currency": currency})
        return answer

    async def create_beneficiary(self, body: types.BeneficiaryCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Beneficiary:
        """Create a beneficiary: POST /v1/beneficiaries."""
        answer: types.Beneficiary = await self._send(_CREATE_BENEFICIARY, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_beneficiary(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Beneficiary:
        """Retrieve a beneficiary: GET /v1/beneficiaries/{id}."""
        answer: types.Beneficiary = await self._send(_GET_BENEFICIARY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_beneficiary_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a beneficiary: GET /v1/beneficiaries/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_BENEFICIARY_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def archive_beneficiary(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Beneficiary:
        """Archive a beneficiary: POST /v1/beneficiaries/{id}/archive."""
        answer: types.Beneficiary = await self._send(_ARCHIVE_BENEFICIARY, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def check_payee(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayeeCheck:
        """Check the payee: POST /v1/beneficiaries/{id}/verification."""
        answer: types.PayeeCheck = await self._send(_CHECK_PAYEE, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def create_quote(self, body: types.QuoteCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Quote:
        """Create a quote: POST /v1/quotes."""
        answer: types.Quote = await self._send(_CREATE_QUOTE, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_quote(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Quote:
        """Retrieve a quote: GET /v1/quotes/{id}."""
        answer: types.Quote = await self._send(_GET_QUOTE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_funding_accounts(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["pending", "active", "failed", "closed"]] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.FundingAccount, types.FundingAccountList]:
        """List funding accounts, newest first: GET /v1/funding-accounts."""
        answer: AsyncPages[types.FundingAccount, types.FundingAccountList] = self._list(_LIST_FUNDING_ACCOUNTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "reference": reference, "metadata": metadata})
        return answer

    async def create_funding_account(self, body: types.FundingAccountCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.FundingAccount:
        """Create a funding account: POST /v1/funding-accounts."""
        answer: types.FundingAccount = await self._send(_CREATE_FUNDING_ACCOUNT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_funding_account(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.FundingAccount:
        """Retrieve a funding account: GET /v1/funding-accounts/{id}."""
        answer: types.FundingAccount = await self._send(_GET_FUNDING_ACCOUNT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_funding_account(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.FundingAccount:
        """Update the metadata of a funding account: PATCH /v1/funding-accounts/{id}."""
        answer: types.FundingAccount = await self._send(_UPDATE_FUNDING_ACCOUNT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_funding_account_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a funding account: GET /v1/funding-accounts/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_FUNDING_ACCOUNT_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_payins(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["processing", "completed", "failed"]] = None, funding_account_id: Optional[str] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Payin, types.PayinList]:
        """List pay-ins, newest first: GET /v1/payins."""
        answer: AsyncPages[types.Payin, types.PayinList] = self._list(_LIST_PAYINS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "funding_account_id": funding_account_id, "bank_reference": bank_reference})
        return answer

    async def get_payin(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payin:
        """Retrieve a pay-in: GET /v1/payins/{id}."""
        answer: types.Payin = await self._send(_GET_PAYIN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_payin_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a pay-in: GET /v1/payins/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_PAYIN_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_refunds(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["pending_review", "processing", "completed", "failed"]] = None, payin_id: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Refund, types.RefundList]:
        """List refunds, newest first: GET /v1/refunds."""
        answer: AsyncPages[types.Refund, types.RefundList] = self._list(_LIST_REFUNDS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "payin_id": payin_id, "reference": reference, "metadata": metadata, "bank_reference": bank_reference})
        return answer

    async def create_refund(self, body: types.RefundCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Refund:
        """Create a refund: POST /v1/refunds."""
        answer: types.Refund = await self._send(_CREATE_REFUND, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_refund(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Refund:
        """Retrieve a refund: GET /v1/refunds/{id}."""
        answer: types.Refund = await self._send(_GET_REFUND, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_refund(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Refund:
        """Update the metadata of a refund: PATCH /v1/refunds/{id}."""
        answer: types.Refund = await self._send(_UPDATE_REFUND, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_refund_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a refund: GET /v1/refunds/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_REFUND_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_payouts(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["processing", "verification_pending", "completed", "failed", "returned", "cancelled"]] = None, beneficiary_id: Optional[str] = None, risk_status: Optional[Literal["allowed", "in_review", "approved", "rejected"]] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Payout, types.PayoutList]:
        """List payouts, newest first: GET /v1/payouts."""
        answer: AsyncPages[types.Payout, types.PayoutList] = self._list(_LIST_PAYOUTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "beneficiary_id": beneficiary_id, "risk_status": risk_status, "reference": reference, "metadata": metadata, "bank_reference": bank_reference})
        return answer

    async def create_payout(self, body: types.PayoutCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payout:
        """Create a payout: POST /v1/payouts."""
        answer: types.Payout = await self._send(_CREATE_PAYOUT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_payout(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payout:
        """Retrieve a payout: GET /v1/payouts/{id}."""
        answer: types.Payout = await self._send(_GET_PAYOUT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_payout(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payout:
        """Update the metadata of a payout: PATCH /v1/payouts/{id}."""
        answer: types.Payout = await self._send(_UPDATE_PAYOUT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_payout_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a payout: GET /v1/payouts/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_PAYOUT_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def cancel_payout(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Payout:
        """Cancel a payout: POST /v1/payouts/{id}/cancel."""
        answer: types.Payout = await self._send(_CANCEL_PAYOUT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_remittances(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["awaiting_funds", "processing", "review", "completed", "failed", "returned"]] = None, payin_id: Optional[str] = None, payout_id: Optional[str] = None, customer_id: Optional[str] = None, beneficiary_id: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Remittance, types.RemittanceList]:
        """List remittances, newest first: GET /v1/remittances."""
        answer: AsyncPages[types.Remittance, types.RemittanceList] = self._list(_LIST_REMITTANCES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "payin_id": payin_id, "payout_id": payout_id, "customer_id": customer_id, "beneficiary_id": beneficiary_id, "reference": reference, "metadata": metadata})
        return answer

    async def create_remittance(self, body: types.RemittanceCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Remittance:
        """Create a remittance: POST /v1/remittances."""
        answer: types.Remittance = await self._send(_CREATE_REMITTANCE, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_remittance(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Remittance:
        """Retrieve a remittance: GET /v1/remittances/{id}."""
        answer: types.Remittance = await self._send(_GET_REMITTANCE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_remittance(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Remittance:
        """Update the metadata of a remittance: PATCH /v1/remittances/{id}."""
        answer: types.Remittance = await self._send(_UPDATE_REMITTANCE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_remittance_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a remittance: GET /v1/remittances/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_REMITTANCE_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_payout_batches(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["processing", "completed", "completed_with_failures", "cancelled", "partially_cancelled"]] = None, message_id: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.PayoutBatch, types.PayoutBatchList]:
        """List payout batches, newest first: GET /v1/payout-batches."""
        answer: AsyncPages[types.PayoutBatch, types.PayoutBatchList] = self._list(_LIST_PAYOUT_BATCHES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "message_id": message_id, "reference": reference, "metadata": metadata})
        return answer

    async def create_payout_batch(self, body: Union[types.PayoutBatchCreate, FileBody], *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatch:
        """Create a payout batch: POST /v1/payout-batches."""
        answer: types.PayoutBatch = await self._send(_CREATE_PAYOUT_BATCH, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_payout_batch_template(self, *, method: str, currency: str, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> str:
        """Download a template for a payout batch: GET /v1/payout-batches/template."""
        answer: str = await self._send(_GET_PAYOUT_BATCH_TEMPLATE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"method": method, "currency": currency})
        return answer

    async def get_payout_batch(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatch:
        """Retrieve a payout batch: GET /v1/payout-batches/{id}."""
        answer: types.PayoutBatch = await self._send(_GET_PAYOUT_BATCH, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_payout_batch(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatch:
        """Update the metadata of a payout batch: PATCH /v1/payout-batches/{id}."""
        answer: types.PayoutBatch = await self._send(_UPDATE_PAYOUT_BATCH, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_payout_batch_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a payout batch: GET /v1/payout-batches/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_PAYOUT_BATCH_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_payout_batch_items(self, id_: str, *, limit: Optional[int] = None, starting_after: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.PayoutBatchItem, types.PayoutBatchItemList]:
        """List the items of a payout batch, in their order: GET /v1/payout-batches/{id}/items."""
        answer: AsyncPages[types.PayoutBatchItem, types.PayoutBatchItemList] = self._list(_LIST_PAYOUT_BATCH_ITEMS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), query={"limit": limit, "starting_after": starting_after})
        return answer

    async def get_payout_batch_status_report(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> str:
        """Download the status report of a payout batch: GET /v1/payout-batches/{id}/status-report."""
        answer: str = await self._send(_GET_PAYOUT_BATCH_STATUS_REPORT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def cancel_payout_batch(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatch:
        """Cancel a payout batch: POST /v1/payout-batches/{id}/cancel."""
        answer: types.PayoutBatch = await self._send(_CANCEL_PAYOUT_BATCH, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def preview_payout(self, body: types.PayoutCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutPreview:
        """Preview a payout: POST /v1/payouts/preview."""
        answer: types.PayoutPreview = await self._send(_PREVIEW_PAYOUT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def preview_payout_batch(self, body: Union[types.PayoutBatchCreate, FileBody], *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PayoutBatchPreview:
        """Preview a payout batch: POST /v1/payout-batches/preview."""
        answer: types.PayoutBatchPreview = await self._send(_PREVIEW_PAYOUT_BATCH, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def preview_refund(self, body: types.RefundCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.RefundPreview:
        """Preview a refund: POST /v1/refunds/preview."""
        answer: types.RefundPreview = await self._send(_PREVIEW_REFUND, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def list_settlement_destinations(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["active", "disabled"]] = None, currency: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.SettlementDestination, types.SettlementDestinationList]:
        """List settlement destinations, newest first: GET /v1/settlement-destinations."""
        answer: AsyncPages[types.SettlementDestination, types.SettlementDestinationList] = self._list(_LIST_SETTLEMENT_DESTINATIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "currency": currency})
        return answer

    async def create_settlement_destination(self, body: types.SettlementDestinationCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SettlementDestination:
        """Create a settlement destination: POST /v1/settlement-destinations."""
        answer: types.SettlementDestination = await self._send(_CREATE_SETTLEMENT_DESTINATION, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_settlement_destination(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SettlementDestination:
        """Retrieve a settlement destination: GET /v1/settlement-destinations/{id}."""
        answer: types.SettlementDestination = await self._send(_GET_SETTLEMENT_DESTINATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_settlement_destination_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a settlement destination: GET /v1/settlement-destinations/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_SETTLEMENT_DESTINATION_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_settlement_schedules(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.SettlementSchedule, types.SettlementScheduleList]:
        """List settlement schedules, newest first: GET /v1/settlement-schedules."""
        answer: AsyncPages[types.SettlementSchedule, types.SettlementScheduleList] = self._list(_LIST_SETTLEMENT_SCHEDULES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before})
        return answer

    def list_settlements(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["processing", "on_hold", "completed", "failed"]] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Settlement, types.SettlementList]:
        """List settlements, newest first: GET /v1/settlements."""
        answer: AsyncPages[types.Settlement, types.SettlementList] = self._list(_LIST_SETTLEMENTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "bank_reference": bank_reference})
        return answer

    async def get_settlement(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Settlement:
        """Retrieve a settlement: GET /v1/settlements/{id}."""
        answer: types.Settlement = await self._send(_GET_SETTLEMENT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_settlement_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a settlement: GET /v1/settlements/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_SETTLEMENT_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_settlement_configuration(self, *, currency: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SettlementConfiguration:
        """Retrieve the settlement configuration: GET /v1/settlement-configuration."""
        answer: types.SettlementConfiguration = await self._send(_GET_SETTLEMENT_CONFIGURATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"currency": currency})
        return answer

    def list_withdrawals(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, currency: Optional[str] = None, amount_gte: Optional[str] = None, amount_lte: Optional[str] = None, status: Optional[Literal["pending_approval", "processing", "submitted", "verification_pending", "completed", "failed", "cancelled"]] = None, destination_id: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, bank_reference: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Withdrawal, types.WithdrawalList]:
        """List withdrawals, newest first: GET /v1/withdrawals."""
        answer: AsyncPages[types.Withdrawal, types.WithdrawalList] = self._list(_LIST_WITHDRAWALS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "currency": currency, "amount_gte": amount_gte, "amount_lte": amount_lte, "status": status, "destination_id": destination_id, "reference": reference, "metadata": metadata, "bank_reference": bank_reference})
        return answer

    async def create_withdrawal(self, body: types.WithdrawalCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Withdrawal:
        """Create a withdrawal: POST /v1/withdrawals."""
        answer: types.Withdrawal = await self._send(_CREATE_WITHDRAWAL, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_withdrawal(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Withdrawal:
        """Retrieve a withdrawal: GET /v1/withdrawals/{id}."""
        answer: types.Withdrawal = await self._send(_GET_WITHDRAWAL, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_withdrawal(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Withdrawal:
        """Update the metadata of a withdrawal: PATCH /v1/withdrawals/{id}."""
        answer: types.Withdrawal = await self._send(_UPDATE_WITHDRAWAL, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_withdrawal_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a withdrawal: GET /v1/withdrawals/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_WITHDRAWAL_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_approval_policy(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.ApprovalPolicy:
        """Retrieve the approval policy: GET /v1/approval-policy."""
        answer: types.ApprovalPolicy = await self._send(_GET_APPROVAL_POLICY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def replace_approval_policy(self, body: types.ApprovalPolicyUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.ApprovalPolicy:
        """Configure the approval policy: PUT /v1/approval-policy."""
        answer: types.ApprovalPolicy = await self._send(_REPLACE_APPROVAL_POLICY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def list_approvals(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["pending", "approved", "declined", "expired"]] = None, resource_id: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Approval, types.ApprovalList]:
        """List approvals, newest first: GET /v1/approvals."""
        answer: AsyncPages[types.Approval, types.ApprovalList] = self._list(_LIST_APPROVALS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "resource_id": resource_id})
        return answer

    async def get_approval(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Approval:
        """Retrieve an approval: GET /v1/approvals/{id}."""
        answer: types.Approval = await self._send(_GET_APPROVAL, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_approval_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of an approval: GET /v1/approvals/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_APPROVAL_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def approve_approval(self, id_: str, body: Optional[types.ApprovalApprove] = None, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Approval:
        """Approve what waits for an approval: POST /v1/approvals/{id}/approve."""
        answer: types.Approval = await self._send(_APPROVE_APPROVAL, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def decline_approval(self, id_: str, body: Optional[types.ApprovalDecline] = None, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Approval:
        """Decline what waits for an approval: POST /v1/approvals/{id}/decline."""
        answer: types.Approval = await self._send(_DECLINE_APPROVAL, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    def list_events(self, *, limit: Optional[int] = None, after: Optional[str] = None, type_: Optional[str] = None, resource_id: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Event, types.EventList]:
        """List events, oldest first: GET /v1/events."""
        answer: AsyncPages[types.Event, types.EventList] = self._list(_LIST_EVENTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "after": after, "type": type_, "resource_id": resource_id})
        return answer

    async def get_event(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Event:
        """Retrieve an event: GET /v1/events/{id}."""
        answer: types.Event = await self._send(_GET_EVENT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_webhook_endpoints(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.WebhookEndpoint, types.WebhookEndpointList]:
        """List webhook endpoints, newest first: GET /v1/webhook-endpoints."""
        answer: AsyncPages[types.WebhookEndpoint, types.WebhookEndpointList] = self._list(_LIST_WEBHOOK_ENDPOINTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before})
        return answer

    async def create_webhook_endpoint(self, body: types.WebhookEndpointCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookEndpoint:
        """Create a webhook endpoint: POST /v1/webhook-endpoints."""
        answer: types.WebhookEndpoint = await self._send(_CREATE_WEBHOOK_ENDPOINT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def list_webhook_deliveries(self, id_: str, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["pending", "delivered", "failed", "cancelled"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.WebhookDelivery, types.WebhookDeliveryList]:
        """List deliveries to a webhook endpoint, newest first: GET /v1/webhook-endpoints/{id}/deliveries."""
        answer: AsyncPages[types.WebhookDelivery, types.WebhookDeliveryList] = self._list(_LIST_WEBHOOK_DELIVERIES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status})
        return answer

    async def rotate_webhook_secret(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookEndpoint:
        """Rotate the secret of a webhook endpoint: POST /v1/webhook-endpoints/{id}/rotate-secret."""
        answer: types.WebhookEndpoint = await self._send(_ROTATE_WEBHOOK_SECRET, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def ping_webhook_endpoint(self, id_: str, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookDelivery:
        """Ping a webhook endpoint: POST /v1/webhook-endpoints/{id}/ping."""
        answer: types.WebhookDelivery = await self._send(_PING_WEBHOOK_ENDPOINT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def redeliver_event(self, id_: str, body: Optional[types.EventRedeliver] = None, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookDeliveryList:
        """Redeliver an event: POST /v1/events/{id}/redeliver."""
        answer: types.WebhookDeliveryList = await self._send(_REDELIVER_EVENT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_webhook_endpoint(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookEndpoint:
        """Retrieve a webhook endpoint: GET /v1/webhook-endpoints/{id}."""
        answer: types.WebhookEndpoint = await self._send(_GET_WEBHOOK_ENDPOINT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_webhook_endpoint(self, id_: str, body: types.WebhookEndpointUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.WebhookEndpoint:
        """Update a webhook endpoint: PATCH /v1/webhook-endpoints/{id}."""
        answer: types.WebhookEndpoint = await self._send(_UPDATE_WEBHOOK_ENDPOINT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def delete_webhook_endpoint(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Delete a webhook endpoint: DELETE /v1/webhook-endpoints/{id}."""
        answer: None = await self._send(_DELETE_WEBHOOK_ENDPOINT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_webhook_endpoint_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a webhook endpoint: GET /v1/webhook-endpoints/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_WEBHOOK_ENDPOINT_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_hosted_page(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedPage:
        """Retrieve the hosted page: GET /v1/hosted-page."""
        answer: types.HostedPage = await self._send(_GET_HOSTED_PAGE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def replace_hosted_page(self, body: types.HostedPageUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedPage:
        """Configure the hosted page: PUT /v1/hosted-page."""
        answer: types.HostedPage = await self._send(_REPLACE_HOSTED_PAGE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    def list_hosted_domains(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.HostedDomain, types.HostedDomainList]:
        """List hosted domains, newest first: GET /v1/hosted-domains."""
        answer: AsyncPages[types.HostedDomain, types.HostedDomainList] = self._list(_LIST_HOSTED_DOMAINS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before})
        return answer

    async def claim_hosted_domain(self, body: types.HostedDomainCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedDomain:
        """Claim a hosted domain: POST /v1/hosted-domains."""
        answer: types.HostedDomain = await self._send(_CLAIM_HOSTED_DOMAIN, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_hosted_domain(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedDomain:
        """Retrieve a hosted domain: GET /v1/hosted-domains/{id}."""
        answer: types.HostedDomain = await self._send(_GET_HOSTED_DOMAIN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def remove_hosted_domain(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Remove a hosted domain: DELETE /v1/hosted-domains/{id}."""
        answer: None = await self._send(_REMOVE_HOSTED_DOMAIN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def get_hosted_domain_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a hosted domain: GET /v1/hosted-domains/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_HOSTED_DOMAIN_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_hosted_sessions(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, reference: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.HostedSession, types.HostedSessionList]:
        """List hosted sessions, newest first: GET /v1/hosted-sessions."""
        answer: AsyncPages[types.HostedSession, types.HostedSessionList] = self._list(_LIST_HOSTED_SESSIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "reference": reference, "metadata": metadata})
        return answer

    async def create_hosted_session(self, body: types.HostedSessionCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedSession:
        """Create a hosted session: POST /v1/hosted-sessions."""
        answer: types.HostedSession = await self._send(_CREATE_HOSTED_SESSION, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def get_hosted_session(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedSession:
        """Retrieve a hosted session: GET /v1/hosted-sessions/{id}."""
        answer: types.HostedSession = await self._send(_GET_HOSTED_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_hosted_session(self, id_: str, body: types.MetadataUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.HostedSession:
        """Update the metadata of a hosted session: PATCH /v1/hosted-sessions/{id}."""
        answer: types.HostedSession = await self._send(_UPDATE_HOSTED_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_hosted_session_timeline(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Timeline:
        """Retrieve the timeline of a hosted session: GET /v1/hosted-sessions/{id}/timeline."""
        answer: types.Timeline = await self._send(_GET_HOSTED_SESSION_TIMELINE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    def list_reconciliation_exceptions(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, status: Optional[Literal["open", "resolved"]] = None, type_: Optional[Literal["amount_mismatch", "payin_reversed", "unmatched_deposit", "duplicate_deposit", "late_payment_evidence", "provider_mismatch"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.ReconciliationException, types.ReconciliationExceptionList]:
        """List reconciliation exceptions, newest first: GET /v1/reconciliation-exceptions."""
        answer: AsyncPages[types.ReconciliationException, types.ReconciliationExceptionList] = self._list(_LIST_RECONCILIATION_EXCEPTIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "type": type_})
        return answer

    @overload
    def run_report(self, name: Literal["transactions", "payins", "payouts", "remittances", "refunds", "withdrawals", "settlements", "fees", "fx", "balances"], *, from_: str, to: str, format_: Literal["csv"], currency: Optional[str] = None, limit: Optional[int] = None, after: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Awaitable[str]: ...

    @overload
    def run_report(self, name: Literal["transactions", "payins", "payouts", "remittances", "refunds", "withdrawals", "settlements", "fees", "fx", "balances"], *, from_: str, to: str, currency: Optional[str] = None, limit: Optional[int] = None, after: Optional[str] = None, format_: Optional[Literal["json"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[Dict[str, Optional[str]], types.Report]: ...

    def run_report(self, name: Literal["transactions", "payins", "payouts", "remittances", "refunds", "withdrawals", "settlements", "fees", "fx", "balances"], *, from_: str, to: str, currency: Optional[str] = None, limit: Optional[int] = None, after: Optional[str] = None, format_: Optional[Literal["json", "csv"]] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> Union[Awaitable[str], AsyncPages[Dict[str, Optional[str]], types.Report]]:
        """Run a report: GET /v1/reports/{name}."""
        if format_ is not None and format_ != "json":
            text: Awaitable[str] = self._send(_RUN_REPORT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(name,), query={"from": from_, "to": to, "currency": currency, "limit": limit, "after": after, "format": format_})
            return text
        answer: AsyncPages[Dict[str, Optional[str]], types.Report] = self._list(_RUN_REPORT, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(name,), query={"from": from_, "to": to, "currency": currency, "limit": limit, "after": after, "format": format_})
        return answer

    def list_requests(self, *, limit: Optional[int] = None, starting_after: Optional[str] = None, created_after: Optional[str] = None, created_before: Optional[str] = None, outcome: Optional[Literal["succeeded", "refused", "failed", "unheard"]] = None, status: Optional[int] = None, method: Optional[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]] = None, path: Optional[str] = None, idempotency_key: Optional[str] = None, api_key_prefix: Optional[str] = None, resource_id: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> AsyncPages[types.Request, types.RequestList]:
        """List requests, newest first: GET /v1/requests."""
        answer: AsyncPages[types.Request, types.RequestList] = self._list(_LIST_REQUESTS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "outcome": outcome, "status": status, "method": method, "path": path, "idempotency_key": idempotency_key, "api_key_prefix": api_key_prefix, "resource_id": resource_id})
        return answer

    async def get_request(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Request:
        """Retrieve a request: GET /v1/requests/{id}."""
        answer: types.Request = await self._send(_GET_REQUEST, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def create_sandbox_deposit(self, body: types.DepositCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Deposit:
        """Create a deposit: POST /v1/sandbox/deposits."""
        answer: types.Deposit = await self._send(_CREATE_SANDBOX_DEPOSIT, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def create_sandbox_evidence(self, id_: str, body: types.EvidenceCreate, *, idempotency_key: Optional[str] = None, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.EvidencedOperation:
        """Create evidence of an operation: POST /v1/sandbox/operations/{id}/evidence."""
        answer: types.EvidencedOperation = await self._send(_CREATE_SANDBOX_EVIDENCE, Options(idempotency_key=idempotency_key, correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,), body=body)
        return answer

    async def get_idempotency_key(self, key: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.IdempotencyKey:
        """Look up what an idempotency key made: GET /v1/idempotency-keys/{key}."""
        answer: types.IdempotencyKey = await self._send(_GET_IDEMPOTENCY_KEY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(key,))
        return answer

    async def list_sessions(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.OpenSessionList:
        """List your sessions: GET /dashboard/sessions."""
        answer: types.OpenSessionList = await self._send(_LIST_SESSIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def delete_other_sessions(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Sign out everywhere else: DELETE /dashboard/sessions."""
        answer: None = await self._send(_DELETE_OTHER_SESSIONS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def delete_session(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Sign out: DELETE /dashboard/sessions/current."""
        answer: None = await self._send(_DELETE_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def delete_session_by_id(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Sign out of a session: DELETE /dashboard/sessions/{id}."""
        answer: None = await self._send(_DELETE_SESSION_BY_ID, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def update_preferences(self, body: types.PreferencesUpdate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Preferences:
        """Update your preferences: PATCH /dashboard/preferences."""
        answer: types.Preferences = await self._send(_UPDATE_PREFERENCES, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def list_passkeys(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PasskeyList:
        """List your passkeys: GET /dashboard/passkeys."""
        answer: types.PasskeyList = await self._send(_LIST_PASSKEYS, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def create_passkey(self, body: types.PasskeyCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Passkey:
        """Create a passkey: POST /dashboard/passkeys."""
        answer: types.Passkey = await self._send(_CREATE_PASSKEY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def start_passkey(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PasskeyCreation:
        """Ask for the options of a new passkey: POST /dashboard/passkeys/challenge."""
        answer: types.PasskeyCreation = await self._send(_START_PASSKEY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def delete_passkey(self, id_: str, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> None:
        """Delete a passkey of yours: DELETE /dashboard/passkeys/{id}."""
        answer: None = await self._send(_DELETE_PASSKEY, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), path_args=(id_,))
        return answer

    async def send_confirmation_code(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.ConfirmationCode:
        """Ask for a confirmation code: POST /dashboard/confirmations/code."""
        answer: types.ConfirmationCode = await self._send(_SEND_CONFIRMATION_CODE, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def create_confirmation(self, body: types.ConfirmationCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Confirmation:
        """Confirm with a code: POST /dashboard/confirmations."""
        answer: types.Confirmation = await self._send(_CREATE_CONFIRMATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def start_passkey_confirmation(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PasskeyConfirmationChallenge:
        """Ask for a challenge to confirm: POST /dashboard/passkey-confirmations/challenge."""
        answer: types.PasskeyConfirmationChallenge = await self._send(_START_PASSKEY_CONFIRMATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def create_passkey_confirmation(self, body: types.PasskeyConfirmationCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.Confirmation:
        """Confirm with a passkey: POST /dashboard/passkey-confirmations."""
        answer: types.Confirmation = await self._send(_CREATE_PASSKEY_CONFIRMATION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer


class AsyncSignInMethods:
    async def _send(self, operation: Operation, options: Options, *, path_args: Sequence[str] = (), query: Optional[Mapping[str, Any]] = None, body: Any = None) -> Any:
        raise NotImplementedError

    async def sign_in(self, body: types.SignIn, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignInAccepted:
        """Ask for a sign-in code: POST /dashboard/sign-in."""
        answer: types.SignInAccepted = await self._send(_SIGN_IN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def create_session(self, body: types.SessionCreate, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignedIn:
        """Sign in with a code: POST /dashboard/sessions."""
        answer: types.SignedIn = await self._send(_CREATE_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer

    async def start_passkey_sign_in(self, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.PasskeyChallenge:
        """Ask for a passkey challenge: POST /dashboard/passkey-challenges."""
        answer: types.PasskeyChallenge = await self._send(_START_PASSKEY_SIGN_IN, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer))
        return answer

    async def create_passkey_session(self, body: types.PasskeySignIn, *, correlation_id: Optional[str] = None, max_retries: Optional[int] = None, timeout: Optional[float] = None, deadline: Optional[float] = None, on_answer: Optional[OnAnswer] = None) -> types.SignedIn:
        """Sign in with a passkey: POST /dashboard/passkey-sessions."""
        answer: types.SignedIn = await self._send(_CREATE_PASSKEY_SESSION, Options(correlation_id=correlation_id, max_retries=max_retries, timeout=timeout, deadline=deadline, on_answer=on_answer), body=body)
        return answer
