"""Made from schema/v1.openapi.json by `npm run sdk`."""

from typing import Any, Mapping, NamedTuple, Optional

from . import _schema as schema
from ._page import Pages


class Operation(NamedTuple):
    method: str
    path: str
    is_keyed: bool
    is_repeatable: bool
    cursor: Optional[str]


class Methods:
    def _send(self, operation: Operation, **asked: Any) -> Any:
        raise NotImplementedError

    def _list(self, operation: Operation, **asked: Any) -> Pages:
        raise NotImplementedError

    def get_description(self, **options: Any) -> Mapping[str, Any]:
        """Retrieve this description: GET /v1/openapi.json."""
        operation = Operation("GET", "/v1/openapi.json", False, True, None)
        return self._send(operation, **options)

    def get_account(self, **options: Any) -> "schema.Account":
        """Retrieve the account: GET /v1/account."""
        operation = Operation("GET", "/v1/account", False, True, None)
        return self._send(operation, **options)

    def get_me(self, **options: Any) -> "schema.Me":
        """Retrieve the caller: GET /v1/me."""
        operation = Operation("GET", "/v1/me", False, True, None)
        return self._send(operation, **options)

    def list_members(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, role: Any = None, **options: Any) -> Pages:
        """List members, newest first: GET /v1/members."""
        operation = Operation("GET", "/v1/members", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "role": role}, **options)

    def invite_member(self, body: "schema.MemberCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Member":
        """Invite a member: POST /v1/members."""
        operation = Operation("POST", "/v1/members", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def update_member(self, id_: str, body: "schema.MemberUpdate", **options: Any) -> "schema.Member":
        """Update a member: PATCH /v1/members/{id}."""
        operation = Operation("PATCH", "/v1/members/{id}", False, True, None)
        return self._send(operation, places=(id_,), body=body, **options)

    def list_balances(self, *, at: Any = None, **options: Any) -> "schema.Balances":
        """List balances: GET /v1/balances."""
        operation = Operation("GET", "/v1/balances", False, True, None)
        return self._send(operation, query={"at": at}, **options)

    def list_balance_entries(self, currency: str, *, limit: Any = None, after: Any = None, **options: Any) -> Pages:
        """List balance entries, newest first: GET /v1/balances/{currency}/entries."""
        operation = Operation("GET", "/v1/balances/{currency}/entries", False, True, "after")
        return self._list(operation, places=(currency,), query={"limit": limit, "after": after}, **options)

    def get_balance_statement(self, currency: str, *, from_: str, to: str, account: Any = None, format_: Any = None, **options: Any) -> Any:
        """Download the statement of one part of a balance: GET /v1/balances/{currency}/statement."""
        operation = Operation("GET", "/v1/balances/{currency}/statement", False, True, None)
        return self._send(operation, places=(currency,), query={"from": from_, "to": to, "account": account, "format": format_}, **options)

    def list_capabilities(self, *, product: Any = None, country: Any = None, currency: Any = None, method: Any = None, **options: Any) -> "schema.CapabilityList":
        """List capabilities: GET /v1/capabilities."""
        operation = Operation("GET", "/v1/capabilities", False, True, None)
        return self._send(operation, query={"product": product, "country": country, "currency": currency, "method": method}, **options)

    def list_customers(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, external_id: Any = None, type_: Any = None, country: Any = None, **options: Any) -> Pages:
        """List customers, newest first: GET /v1/customers."""
        operation = Operation("GET", "/v1/customers", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "external_id": external_id, "type": type_, "country": country}, **options)

    def create_customer(self, body: "schema.CustomerCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Customer":
        """Create a customer: POST /v1/customers."""
        operation = Operation("POST", "/v1/customers", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_customer(self, id_: str, **options: Any) -> "schema.Customer":
        """Retrieve a customer: GET /v1/customers/{id}."""
        operation = Operation("GET", "/v1/customers/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def update_customer(self, id_: str, body: "schema.CustomerUpdate", **options: Any) -> "schema.Customer":
        """Update a customer: PATCH /v1/customers/{id}."""
        operation = Operation("PATCH", "/v1/customers/{id}", False, True, None)
        return self._send(operation, places=(id_,), body=body, **options)

    def get_customer_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a customer: GET /v1/customers/{id}/timeline."""
        operation = Operation("GET", "/v1/customers/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_beneficiaries(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, customer_id: Any = None, method: Any = None, currency: Any = None, **options: Any) -> Pages:
        """List beneficiaries, newest first: GET /v1/beneficiaries."""
        operation = Operation("GET", "/v1/beneficiaries", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "customer_id": customer_id, "method": method, "currency": currency}, **options)

    def create_beneficiary(self, body: "schema.BeneficiaryCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Beneficiary":
        """Create a beneficiary: POST /v1/beneficiaries."""
        operation = Operation("POST", "/v1/beneficiaries", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_beneficiary(self, id_: str, **options: Any) -> "schema.Beneficiary":
        """Retrieve a beneficiary: GET /v1/beneficiaries/{id}."""
        operation = Operation("GET", "/v1/beneficiaries/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_beneficiary_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a beneficiary: GET /v1/beneficiaries/{id}/timeline."""
        operation = Operation("GET", "/v1/beneficiaries/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def archive_beneficiary(self, id_: str, *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Beneficiary":
        """Archive a beneficiary: POST /v1/beneficiaries/{id}/archive."""
        operation = Operation("POST", "/v1/beneficiaries/{id}/archive", True, True, None)
        return self._send(operation, places=(id_,), idempotency_key=idempotency_key, **options)

    def create_quote(self, body: "schema.QuoteCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Quote":
        """Create a quote: POST /v1/quotes."""
        operation = Operation("POST", "/v1/quotes", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_quote(self, id_: str, **options: Any) -> "schema.Quote":
        """Retrieve a quote: GET /v1/quotes/{id}."""
        operation = Operation("GET", "/v1/quotes/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_funding_accounts(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, **options: Any) -> Pages:
        """List funding accounts, newest first: GET /v1/funding-accounts."""
        operation = Operation("GET", "/v1/funding-accounts", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status}, **options)

    def create_funding_account(self, body: "schema.FundingAccountCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.FundingAccount":
        """Create a funding account: POST /v1/funding-accounts."""
        operation = Operation("POST", "/v1/funding-accounts", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_funding_account(self, id_: str, **options: Any) -> "schema.FundingAccount":
        """Retrieve a funding account: GET /v1/funding-accounts/{id}."""
        operation = Operation("GET", "/v1/funding-accounts/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_funding_account_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a funding account: GET /v1/funding-accounts/{id}/timeline."""
        operation = Operation("GET", "/v1/funding-accounts/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_payins(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, funding_account_id: Any = None, **options: Any) -> Pages:
        """List pay-ins, newest first: GET /v1/payins."""
        operation = Operation("GET", "/v1/payins", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "funding_account_id": funding_account_id}, **options)

    def get_payin(self, id_: str, **options: Any) -> "schema.Payin":
        """Retrieve a pay-in: GET /v1/payins/{id}."""
        operation = Operation("GET", "/v1/payins/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_payin_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a pay-in: GET /v1/payins/{id}/timeline."""
        operation = Operation("GET", "/v1/payins/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_refunds(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, payin_id: Any = None, **options: Any) -> Pages:
        """List refunds, newest first: GET /v1/refunds."""
        operation = Operation("GET", "/v1/refunds", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "payin_id": payin_id}, **options)

    def create_refund(self, body: "schema.RefundCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Refund":
        """Create a refund: POST /v1/refunds."""
        operation = Operation("POST", "/v1/refunds", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_refund(self, id_: str, **options: Any) -> "schema.Refund":
        """Retrieve a refund: GET /v1/refunds/{id}."""
        operation = Operation("GET", "/v1/refunds/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_refund_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a refund: GET /v1/refunds/{id}/timeline."""
        operation = Operation("GET", "/v1/refunds/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_payouts(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, beneficiary_id: Any = None, risk_status: Any = None, **options: Any) -> Pages:
        """List payouts, newest first: GET /v1/payouts."""
        operation = Operation("GET", "/v1/payouts", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "beneficiary_id": beneficiary_id, "risk_status": risk_status}, **options)

    def create_payout(self, body: "schema.PayoutCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Payout":
        """Create a payout: POST /v1/payouts."""
        operation = Operation("POST", "/v1/payouts", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_payout(self, id_: str, **options: Any) -> "schema.Payout":
        """Retrieve a payout: GET /v1/payouts/{id}."""
        operation = Operation("GET", "/v1/payouts/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_payout_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a payout: GET /v1/payouts/{id}/timeline."""
        operation = Operation("GET", "/v1/payouts/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def cancel_payout(self, id_: str, *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Payout":
        """Cancel a payout: POST /v1/payouts/{id}/cancel."""
        operation = Operation("POST", "/v1/payouts/{id}/cancel", True, True, None)
        return self._send(operation, places=(id_,), idempotency_key=idempotency_key, **options)

    def list_remittances(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, payin_id: Any = None, payout_id: Any = None, customer_id: Any = None, beneficiary_id: Any = None, **options: Any) -> Pages:
        """List remittances, newest first: GET /v1/remittances."""
        operation = Operation("GET", "/v1/remittances", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "payin_id": payin_id, "payout_id": payout_id, "customer_id": customer_id, "beneficiary_id": beneficiary_id}, **options)

    def create_remittance(self, body: "schema.RemittanceCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Remittance":
        """Create a remittance: POST /v1/remittances."""
        operation = Operation("POST", "/v1/remittances", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_remittance(self, id_: str, **options: Any) -> "schema.Remittance":
        """Retrieve a remittance: GET /v1/remittances/{id}."""
        operation = Operation("GET", "/v1/remittances/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_remittance_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a remittance: GET /v1/remittances/{id}/timeline."""
        operation = Operation("GET", "/v1/remittances/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_payout_batches(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, **options: Any) -> Pages:
        """List payout batches, newest first: GET /v1/payout-batches."""
        operation = Operation("GET", "/v1/payout-batches", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status}, **options)

    def create_payout_batch(self, body: "schema.PayoutBatchCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.PayoutBatch":
        """Create a payout batch: POST /v1/payout-batches."""
        operation = Operation("POST", "/v1/payout-batches", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_payout_batch(self, id_: str, **options: Any) -> "schema.PayoutBatch":
        """Retrieve a payout batch: GET /v1/payout-batches/{id}."""
        operation = Operation("GET", "/v1/payout-batches/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_payout_batch_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a payout batch: GET /v1/payout-batches/{id}/timeline."""
        operation = Operation("GET", "/v1/payout-batches/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_payout_batch_items(self, id_: str, *, limit: Any = None, starting_after: Any = None, **options: Any) -> Pages:
        """List the items of a payout batch, in their order: GET /v1/payout-batches/{id}/items."""
        operation = Operation("GET", "/v1/payout-batches/{id}/items", False, True, "starting_after")
        return self._list(operation, places=(id_,), query={"limit": limit, "starting_after": starting_after}, **options)

    def cancel_payout_batch(self, id_: str, *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.PayoutBatch":
        """Cancel a payout batch: POST /v1/payout-batches/{id}/cancel."""
        operation = Operation("POST", "/v1/payout-batches/{id}/cancel", True, True, None)
        return self._send(operation, places=(id_,), idempotency_key=idempotency_key, **options)

    def preview_payout(self, body: "schema.PayoutCreate", **options: Any) -> "schema.PayoutPreview":
        """Preview a payout: POST /v1/payouts/preview."""
        operation = Operation("POST", "/v1/payouts/preview", False, True, None)
        return self._send(operation, body=body, **options)

    def preview_payout_batch(self, body: "schema.PayoutBatchCreate", **options: Any) -> "schema.PayoutBatchPreview":
        """Preview a payout batch: POST /v1/payout-batches/preview."""
        operation = Operation("POST", "/v1/payout-batches/preview", False, True, None)
        return self._send(operation, body=body, **options)

    def preview_refund(self, body: "schema.RefundCreate", **options: Any) -> "schema.RefundPreview":
        """Preview a refund: POST /v1/refunds/preview."""
        operation = Operation("POST", "/v1/refunds/preview", False, True, None)
        return self._send(operation, body=body, **options)

    def list_settlement_destinations(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, currency: Any = None, **options: Any) -> Pages:
        """List settlement destinations, newest first: GET /v1/settlement-destinations."""
        operation = Operation("GET", "/v1/settlement-destinations", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "currency": currency}, **options)

    def create_settlement_destination(self, body: "schema.SettlementDestinationCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.SettlementDestination":
        """Create a settlement destination: POST /v1/settlement-destinations."""
        operation = Operation("POST", "/v1/settlement-destinations", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_settlement_destination(self, id_: str, **options: Any) -> "schema.SettlementDestination":
        """Retrieve a settlement destination: GET /v1/settlement-destinations/{id}."""
        operation = Operation("GET", "/v1/settlement-destinations/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_settlement_destination_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a settlement destination: GET /v1/settlement-destinations/{id}/timeline."""
        operation = Operation("GET", "/v1/settlement-destinations/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_settlement_schedules(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, **options: Any) -> Pages:
        """List settlement schedules, newest first: GET /v1/settlement-schedules."""
        operation = Operation("GET", "/v1/settlement-schedules", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before}, **options)

    def list_settlements(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, currency: Any = None, **options: Any) -> Pages:
        """List settlements, newest first: GET /v1/settlements."""
        operation = Operation("GET", "/v1/settlements", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "currency": currency}, **options)

    def get_settlement(self, id_: str, **options: Any) -> "schema.Settlement":
        """Retrieve a settlement: GET /v1/settlements/{id}."""
        operation = Operation("GET", "/v1/settlements/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_settlement_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a settlement: GET /v1/settlements/{id}/timeline."""
        operation = Operation("GET", "/v1/settlements/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_settlement_configuration(self, *, currency: Any = None, **options: Any) -> "schema.SettlementConfiguration":
        """Retrieve the settlement configuration: GET /v1/settlement-configuration."""
        operation = Operation("GET", "/v1/settlement-configuration", False, True, None)
        return self._send(operation, query={"currency": currency}, **options)

    def list_withdrawals(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, destination_id: Any = None, **options: Any) -> Pages:
        """List withdrawals, newest first: GET /v1/withdrawals."""
        operation = Operation("GET", "/v1/withdrawals", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "destination_id": destination_id}, **options)

    def create_withdrawal(self, body: "schema.WithdrawalCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Withdrawal":
        """Create a withdrawal: POST /v1/withdrawals."""
        operation = Operation("POST", "/v1/withdrawals", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_withdrawal(self, id_: str, **options: Any) -> "schema.Withdrawal":
        """Retrieve a withdrawal: GET /v1/withdrawals/{id}."""
        operation = Operation("GET", "/v1/withdrawals/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_withdrawal_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a withdrawal: GET /v1/withdrawals/{id}/timeline."""
        operation = Operation("GET", "/v1/withdrawals/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_events(self, *, limit: Any = None, after: Any = None, type_: Any = None, resource_id: Any = None, **options: Any) -> Pages:
        """List events, oldest first: GET /v1/events."""
        operation = Operation("GET", "/v1/events", False, True, "after")
        return self._list(operation, query={"limit": limit, "after": after, "type": type_, "resource_id": resource_id}, **options)

    def get_event(self, id_: str, **options: Any) -> "schema.Event":
        """Retrieve an event: GET /v1/events/{id}."""
        operation = Operation("GET", "/v1/events/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_webhook_endpoints(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, **options: Any) -> Pages:
        """List webhook endpoints, newest first: GET /v1/webhook-endpoints."""
        operation = Operation("GET", "/v1/webhook-endpoints", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before}, **options)

    def create_webhook_endpoint(self, body: "schema.WebhookEndpointCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.WebhookEndpoint":
        """Create a webhook endpoint: POST /v1/webhook-endpoints."""
        operation = Operation("POST", "/v1/webhook-endpoints", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def list_webhook_deliveries(self, id_: str, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, **options: Any) -> Pages:
        """List deliveries to a webhook endpoint, newest first: GET /v1/webhook-endpoints/{id}/deliveries."""
        operation = Operation("GET", "/v1/webhook-endpoints/{id}/deliveries", False, True, "starting_after")
        return self._list(operation, places=(id_,), query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status}, **options)

    def rotate_webhook_secret(self, id_: str, *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.WebhookEndpoint":
        """Rotate the secret of a webhook endpoint: POST /v1/webhook-endpoints/{id}/rotate-secret."""
        operation = Operation("POST", "/v1/webhook-endpoints/{id}/rotate-secret", True, True, None)
        return self._send(operation, places=(id_,), idempotency_key=idempotency_key, **options)

    def ping_webhook_endpoint(self, id_: str, *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.WebhookDelivery":
        """Ping a webhook endpoint: POST /v1/webhook-endpoints/{id}/ping."""
        operation = Operation("POST", "/v1/webhook-endpoints/{id}/ping", True, True, None)
        return self._send(operation, places=(id_,), idempotency_key=idempotency_key, **options)

    def redeliver_event(self, id_: str, body: Optional["schema.EventRedeliver"] = None, *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.WebhookDeliveryList":
        """Redeliver an event: POST /v1/events/{id}/redeliver."""
        operation = Operation("POST", "/v1/events/{id}/redeliver", True, True, None)
        return self._send(operation, places=(id_,), body=body, idempotency_key=idempotency_key, **options)

    def get_webhook_endpoint(self, id_: str, **options: Any) -> "schema.WebhookEndpoint":
        """Retrieve a webhook endpoint: GET /v1/webhook-endpoints/{id}."""
        operation = Operation("GET", "/v1/webhook-endpoints/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def update_webhook_endpoint(self, id_: str, body: "schema.WebhookEndpointUpdate", **options: Any) -> "schema.WebhookEndpoint":
        """Update a webhook endpoint: PATCH /v1/webhook-endpoints/{id}."""
        operation = Operation("PATCH", "/v1/webhook-endpoints/{id}", False, True, None)
        return self._send(operation, places=(id_,), body=body, **options)

    def delete_webhook_endpoint(self, id_: str, **options: Any) -> Any:
        """Delete a webhook endpoint: DELETE /v1/webhook-endpoints/{id}."""
        operation = Operation("DELETE", "/v1/webhook-endpoints/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_webhook_endpoint_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a webhook endpoint: GET /v1/webhook-endpoints/{id}/timeline."""
        operation = Operation("GET", "/v1/webhook-endpoints/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_hosted_page(self, **options: Any) -> "schema.HostedPage":
        """Retrieve the hosted page: GET /v1/hosted-page."""
        operation = Operation("GET", "/v1/hosted-page", False, True, None)
        return self._send(operation, **options)

    def replace_hosted_page(self, body: "schema.HostedPageUpdate", **options: Any) -> "schema.HostedPage":
        """Configure the hosted page: PUT /v1/hosted-page."""
        operation = Operation("PUT", "/v1/hosted-page", False, True, None)
        return self._send(operation, body=body, **options)

    def list_hosted_domains(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, **options: Any) -> Pages:
        """List hosted domains, newest first: GET /v1/hosted-domains."""
        operation = Operation("GET", "/v1/hosted-domains", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before}, **options)

    def claim_hosted_domain(self, body: "schema.HostedDomainCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.HostedDomain":
        """Claim a hosted domain: POST /v1/hosted-domains."""
        operation = Operation("POST", "/v1/hosted-domains", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_hosted_domain(self, id_: str, **options: Any) -> "schema.HostedDomain":
        """Retrieve a hosted domain: GET /v1/hosted-domains/{id}."""
        operation = Operation("GET", "/v1/hosted-domains/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def remove_hosted_domain(self, id_: str, **options: Any) -> Any:
        """Remove a hosted domain: DELETE /v1/hosted-domains/{id}."""
        operation = Operation("DELETE", "/v1/hosted-domains/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_hosted_domain_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a hosted domain: GET /v1/hosted-domains/{id}/timeline."""
        operation = Operation("GET", "/v1/hosted-domains/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_hosted_sessions(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, **options: Any) -> Pages:
        """List hosted sessions, newest first: GET /v1/hosted-sessions."""
        operation = Operation("GET", "/v1/hosted-sessions", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before}, **options)

    def create_hosted_session(self, body: "schema.HostedSessionCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.HostedSession":
        """Create a hosted session: POST /v1/hosted-sessions."""
        operation = Operation("POST", "/v1/hosted-sessions", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def get_hosted_session(self, id_: str, **options: Any) -> "schema.HostedSession":
        """Retrieve a hosted session: GET /v1/hosted-sessions/{id}."""
        operation = Operation("GET", "/v1/hosted-sessions/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def get_hosted_session_timeline(self, id_: str, **options: Any) -> "schema.Timeline":
        """Retrieve the timeline of a hosted session: GET /v1/hosted-sessions/{id}/timeline."""
        operation = Operation("GET", "/v1/hosted-sessions/{id}/timeline", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def list_reconciliation_exceptions(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, status: Any = None, type_: Any = None, **options: Any) -> Pages:
        """List reconciliation exceptions, newest first: GET /v1/reconciliation-exceptions."""
        operation = Operation("GET", "/v1/reconciliation-exceptions", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "status": status, "type": type_}, **options)

    def run_report(self, name: str, *, from_: str, to: str, currency: Any = None, limit: Any = None, after: Any = None, format_: Any = None, **options: Any) -> "schema.Report":
        """Run a report: GET /v1/reports/{name}."""
        operation = Operation("GET", "/v1/reports/{name}", False, True, None)
        return self._send(operation, places=(name,), query={"from": from_, "to": to, "currency": currency, "limit": limit, "after": after, "format": format_}, **options)

    def list_requests(self, *, limit: Any = None, starting_after: Any = None, created_after: Any = None, created_before: Any = None, outcome: Any = None, status: Any = None, method: Any = None, path: Any = None, idempotency_key: Any = None, api_key_prefix: Any = None, resource_id: Any = None, **options: Any) -> Pages:
        """List requests, newest first: GET /v1/requests."""
        operation = Operation("GET", "/v1/requests", False, True, "starting_after")
        return self._list(operation, query={"limit": limit, "starting_after": starting_after, "created_after": created_after, "created_before": created_before, "outcome": outcome, "status": status, "method": method, "path": path, "idempotency_key": idempotency_key, "api_key_prefix": api_key_prefix, "resource_id": resource_id}, **options)

    def get_request(self, id_: str, **options: Any) -> "schema.Request":
        """Retrieve a request: GET /v1/requests/{id}."""
        operation = Operation("GET", "/v1/requests/{id}", False, True, None)
        return self._send(operation, places=(id_,), **options)

    def create_sandbox_deposit(self, body: "schema.DepositCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.Deposit":
        """Create a deposit: POST /v1/sandbox/deposits."""
        operation = Operation("POST", "/v1/sandbox/deposits", True, True, None)
        return self._send(operation, body=body, idempotency_key=idempotency_key, **options)

    def create_sandbox_evidence(self, id_: str, body: "schema.EvidenceCreate", *, idempotency_key: Optional[str] = None, **options: Any) -> "schema.EvidencedOperation":
        """Create evidence of an operation: POST /v1/sandbox/operations/{id}/evidence."""
        operation = Operation("POST", "/v1/sandbox/operations/{id}/evidence", True, True, None)
        return self._send(operation, places=(id_,), body=body, idempotency_key=idempotency_key, **options)
