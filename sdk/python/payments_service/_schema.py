"""Made from schema/v1.openapi.json by `npm run sdk`."""

from typing import Any, Dict, List, NotRequired, TypedDict, Union

Account = TypedDict("Account", {
    "id": str,
    "name": str,
    "status": str,
    "environment": str,
    "primary_treasury_asset": str,
    "created_at": str,
    "credential": Dict[str, Any],
})

Balance = TypedDict("Balance", {
    "currency": str,
    "primary": bool,
    "available": str,
    "pending": str,
    "reserved": str,
    "in_settlement": str,
    "earnings": str,
    "total": str,
    "as_of": NotRequired[str],
})

BalanceEntry = TypedDict("BalanceEntry", {
    "id": str,
    "journal_id": str,
    "purpose": str,
    "account": str,
    "direction": str,
    "amount": str,
    "currency": str,
    "origin": Dict[str, Any],
    "occurred_at": str,
    "resulting_balance": str,
})

BalanceEntryList = TypedDict("BalanceEntryList", {
    "data": List["BalanceEntry"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

Balances = TypedDict("Balances", {
    "data": List["Balance"],
})

Beneficiary = TypedDict("Beneficiary", {
    "id": str,
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "customer_id": NotRequired[str],
    "holder": NotRequired[str],
    "label": NotRequired[str],
    "metadata": Dict[str, Any],
    "status": str,
    "verification_status": str,
    "verified_at": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

BeneficiaryCreate = TypedDict("BeneficiaryCreate", {
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "customer_id": NotRequired[str],
    "details": Dict[str, Any],
    "holder": NotRequired[str],
    "label": NotRequired[str],
    "metadata": NotRequired[Dict[str, Any]],
})

BeneficiaryEvent = TypedDict("BeneficiaryEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

BeneficiaryList = TypedDict("BeneficiaryList", {
    "data": List["Beneficiary"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

Capability = TypedDict("Capability", {
    "product": str,
    "operation": NotRequired[str],
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "available": bool,
    "reason": NotRequired[str],
    "collection": NotRequired[List[str]],
    "payment_currency": NotRequired[str],
    "settlement_asset": NotRequired[str],
    "settlement_currencies": NotRequired[List[str]],
    "source_country": NotRequired[str],
    "source_currency": NotRequired[str],
    "source_method": NotRequired[str],
    "features": NotRequired[List[str]],
    "limits": List[Dict[str, Any]],
    "beneficiary_fields": NotRequired[List["FieldSpec"]],
    "customer_fields": NotRequired[List["FieldSpec"]],
    "payment_method_fields": NotRequired[List["FieldSpec"]],
})

CapabilityList = TypedDict("CapabilityList", {
    "data": List["Capability"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

Customer = TypedDict("Customer", {
    "id": str,
    "external_id": str,
    "type": str,
    "status": str,
    "country": str,
    "display_name": str,
    "metadata": Dict[str, Any],
    "compliance_status": str,
    "created_at": str,
    "updated_at": str,
    "profile": NotRequired["CustomerProfile"],
})

CustomerCreate = TypedDict("CustomerCreate", {
    "external_id": str,
    "type": str,
    "country": str,
    "display_name": str,
    "profile": NotRequired["CustomerProfile"],
    "metadata": NotRequired[Dict[str, Any]],
})

CustomerEvent = TypedDict("CustomerEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

CustomerList = TypedDict("CustomerList", {
    "data": List["Customer"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

CustomerProfile = TypedDict("CustomerProfile", {
    "first_name": NotRequired[str],
    "last_name": NotRequired[str],
    "date_of_birth": NotRequired[str],
    "identity_document_type": NotRequired[str],
    "identity_document": NotRequired[str],
    "identity_document_country": NotRequired[str],
    "email": NotRequired[str],
    "phone": NotRequired[str],
    "tax_id": NotRequired[str],
    "registration_number": NotRequired[str],
    "address": NotRequired[Dict[str, Any]],
})

CustomerUpdate = TypedDict("CustomerUpdate", {
    "metadata": NotRequired[Dict[str, Any]],
    "status": NotRequired[str],
})

Deposit1 = TypedDict("Deposit1", {

})

Deposit2 = TypedDict("Deposit2", {
    "funding_account_id": str,
    "reconciliation_exception_id": str,
})

Deposit = Union[Deposit1, Deposit2]

DepositCreate = TypedDict("DepositCreate", {
    "funding_account_id": str,
    "amount": NotRequired[str],
    "reference": NotRequired[str],
    "outcome": NotRequired[str],
    "delay_ms": NotRequired[int],
})

Error = TypedDict("Error", {
    "error": Dict[str, Any],
})

Event = Union["FundingAccountEvent", "PayinEvent", "PayoutEvent", "RemittanceEvent", "PayoutBatchEvent", "RefundEvent", "SettlementEvent", "SettlementScheduleEvent", "WithdrawalEvent", "CustomerEvent", "BeneficiaryEvent", "RiskReviewEvent", "ReconciliationExceptionEvent", "HostedSessionEvent", "WebhookEndpointEvent", "OtherEvent"]

EventList = TypedDict("EventList", {
    "data": List["Event"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

EventRedeliver = TypedDict("EventRedeliver", {
    "endpoint_id": NotRequired[str],
})

EvidenceCreate = TypedDict("EvidenceCreate", {
    "outcome": str,
    "code": NotRequired[str],
})

EvidencedOperation = Union["Payout", "Refund", "Settlement", "Withdrawal"]

FieldSpec = TypedDict("FieldSpec", {
    "name": str,
    "type": str,
    "required": bool,
    "description": str,
    "pattern": NotRequired[str],
    "enum": NotRequired[List[str]],
    "example": NotRequired[str],
    "note": NotRequired[str],
})

FundingAccount = TypedDict("FundingAccount", {
    "id": str,
    "status": str,
    "method": str,
    "currency": str,
    "settlement_currency": str,
    "amount": NotRequired[str],
    "instructions": NotRequired[Dict[str, Any]],
    "failure_code": NotRequired[str],
    "created_at": str,
})

FundingAccountCreate = TypedDict("FundingAccountCreate", {
    "method": str,
    "currency": str,
    "amount": NotRequired[str],
    "payer": NotRequired[Dict[str, Any]],
    "settlement_currency": NotRequired[str],
})

FundingAccountEvent = TypedDict("FundingAccountEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "FundingAccount",
})

FundingAccountList = TypedDict("FundingAccountList", {
    "data": List["FundingAccount"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

HostedDomain = TypedDict("HostedDomain", {
    "id": str,
    "hostname": str,
    "verification_status": str,
    "verification_token": str,
    "certificate_status": str,
    "verified_at": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

HostedDomainCreate = TypedDict("HostedDomainCreate", {
    "hostname": str,
})

HostedDomainList = TypedDict("HostedDomainList", {
    "data": List["HostedDomain"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

HostedPage = TypedDict("HostedPage", {
    "id": NotRequired[str],
    "enabled": bool,
    "branding_mode": str,
    "brand_name": str,
    "colors": Dict[str, Any],
    "radius": str,
    "font": str,
    "logo_url": NotRequired[str],
    "favicon_url": NotRequired[str],
    "support": Dict[str, Any],
    "public_start": bool,
    "created_at": NotRequired[str],
    "updated_at": NotRequired[str],
    "white_label_entitled": bool,
    "logo_error": NotRequired[str],
    "favicon_error": NotRequired[str],
})

HostedPageUpdate = TypedDict("HostedPageUpdate", {
    "enabled": NotRequired[bool],
    "branding_mode": NotRequired[str],
    "brand_name": NotRequired[str],
    "colors": NotRequired[Dict[str, Any]],
    "radius": NotRequired[str],
    "font": NotRequired[str],
    "logo_url": NotRequired[str],
    "favicon_url": NotRequired[str],
    "support": NotRequired[Dict[str, Any]],
    "public_start": NotRequired[bool],
})

HostedSession = TypedDict("HostedSession", {
    "id": str,
    "status": str,
    "origin": str,
    "page_id": str,
    "customer_id": NotRequired[str],
    "beneficiary_id": NotRequired[str],
    "quote_id": NotRequired[str],
    "funding_account_id": NotRequired[str],
    "remittance_id": NotRequired[str],
    "payment_reported_at": NotRequired[str],
    "prefill": NotRequired[Dict[str, Any]],
    "expires_at": str,
    "created_at": str,
    "updated_at": str,
    "token": NotRequired[str],
    "path": NotRequired[str],
})

HostedSessionCreate = TypedDict("HostedSessionCreate", {
    "customer_id": NotRequired[str],
    "expires_in": NotRequired[int],
    "prefill": NotRequired[Dict[str, Any]],
})

HostedSessionEvent = TypedDict("HostedSessionEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

HostedSessionList = TypedDict("HostedSessionList", {
    "data": List["HostedSession"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

Me = TypedDict("Me", {
    "kind": str,
    "environment": str,
    "account": Dict[str, Any],
    "api_key": NotRequired[Dict[str, Any]],
    "member": NotRequired[Dict[str, Any]],
    "accounts": NotRequired[List[Dict[str, Any]]],
})

Member = TypedDict("Member", {
    "id": str,
    "email": str,
    "role": str,
    "status": str,
    "invited_at": str,
    "invitation_expires_at": NotRequired[str],
    "last_signed_in_at": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

MemberCreate = TypedDict("MemberCreate", {
    "email": str,
    "role": str,
})

MemberList = TypedDict("MemberList", {
    "data": List["Member"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

MemberUpdate = TypedDict("MemberUpdate", {
    "role": NotRequired[str],
    "status": NotRequired[str],
})

OtherEvent = TypedDict("OtherEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

Payin = TypedDict("Payin", {
    "id": str,
    "status": str,
    "funding_account_id": str,
    "amount": str,
    "currency": str,
    "paid": NotRequired[Dict[str, Any]],
    "failure_code": NotRequired[str],
    "created_at": str,
    "completed_at": NotRequired[str],
    "refunded": NotRequired[Dict[str, Any]],
    "refundable": NotRequired[Dict[str, Any]],
})

PayinEvent = TypedDict("PayinEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

PayinList = TypedDict("PayinList", {
    "data": List["Payin"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

Payout = TypedDict("Payout", {
    "id": str,
    "status": str,
    "method": str,
    "beneficiary_id": str,
    "source": "Source",
    "destination": Dict[str, Any],
    "rate": str,
    "quote_id": NotRequired[str],
    "remittance_id": NotRequired[str],
    "batch_id": NotRequired[str],
    "failure_code": NotRequired[str],
    "risk_status": NotRequired[str],
    "risk_decision_id": NotRequired[str],
    "refund": NotRequired[Dict[str, Any]],
    "cancellation": NotRequired[Dict[str, Any]],
    "beneficiary": NotRequired[Dict[str, Any]],
    "description": NotRequired[str],
    "country": NotRequired[str],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
    "returned_at": NotRequired[str],
    "cancelled_at": NotRequired[str],
})

PayoutBatch = TypedDict("PayoutBatch", {
    "id": str,
    "status": str,
    "description": NotRequired[str],
    "summary": Dict[str, Any],
    "totals": List[Dict[str, Any]],
    "cancellation": NotRequired[Dict[str, Any]],
    "created_at": str,
    "updated_at": str,
    "finished_at": NotRequired[str],
})

PayoutBatchCreate = TypedDict("PayoutBatchCreate", {
    "items": List["PayoutBatchItemCreate"],
    "description": NotRequired[str],
})

PayoutBatchEvent = TypedDict("PayoutBatchEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

PayoutBatchItem = TypedDict("PayoutBatchItem", {
    "id": str,
    "index": int,
    "reference": NotRequired[str],
    "status": str,
    "payout_id": NotRequired[str],
    "error_code": NotRequired[str],
    "error_param": NotRequired[str],
    "not_cancelled_reason": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

PayoutBatchItemCreate1 = TypedDict("PayoutBatchItemCreate1", {
    "beneficiary_id": str,
    "source_currency": str,
    "amount": str,
    "amount_side": str,
    "description": NotRequired[str],
    "reference": NotRequired[str],
})

PayoutBatchItemCreate2 = TypedDict("PayoutBatchItemCreate2", {
    "beneficiary_id": str,
    "quote_id": str,
    "description": NotRequired[str],
    "reference": NotRequired[str],
})

PayoutBatchItemCreate = Union[PayoutBatchItemCreate1, PayoutBatchItemCreate2]

PayoutBatchItemList = TypedDict("PayoutBatchItemList", {
    "data": List["PayoutBatchItem"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

PayoutBatchItemPreview = TypedDict("PayoutBatchItemPreview", {
    "index": int,
    "reference": NotRequired[str],
    "outcome": str,
    "refusal": NotRequired["PreviewRefusal"],
    "reasons": NotRequired[List[str]],
    "short": NotRequired[Dict[str, Any]],
    "entries": List["PreviewEntry"],
    "payout": NotRequired[Dict[str, Any]],
})

PayoutBatchList = TypedDict("PayoutBatchList", {
    "data": List["PayoutBatch"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

PayoutBatchPreview = TypedDict("PayoutBatchPreview", {
    "outcome": str,
    "refusal": NotRequired["PreviewRefusal"],
    "summary": NotRequired[Dict[str, Any]],
    "totals": NotRequired[List[Dict[str, Any]]],
    "short": NotRequired[List[Dict[str, Any]]],
    "items": NotRequired[List["PayoutBatchItemPreview"]],
})

PayoutCreate1 = TypedDict("PayoutCreate1", {
    "beneficiary_id": str,
    "source_currency": str,
    "amount": str,
    "amount_side": str,
    "description": NotRequired[str],
})

PayoutCreate2 = TypedDict("PayoutCreate2", {
    "beneficiary_id": str,
    "quote_id": str,
    "description": NotRequired[str],
})

PayoutCreate = Union[PayoutCreate1, PayoutCreate2]

PayoutEvent = TypedDict("PayoutEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

PayoutList = TypedDict("PayoutList", {
    "data": List["Payout"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

PayoutPreview = TypedDict("PayoutPreview", {
    "outcome": str,
    "refusal": NotRequired["PreviewRefusal"],
    "reasons": NotRequired[List[str]],
    "short": NotRequired[Dict[str, Any]],
    "entries": List["PreviewEntry"],
    "payout": NotRequired[Dict[str, Any]],
})

PreviewEntry = TypedDict("PreviewEntry", {
    "account": str,
    "direction": str,
    "purpose": str,
    "amount": str,
    "currency": str,
})

PreviewRefusal = TypedDict("PreviewRefusal", {
    "status": int,
    "code": str,
    "message": str,
    "param": NotRequired[str],
    "reasons": NotRequired[List[str]],
})

Quote = TypedDict("Quote", {
    "id": str,
    "status": str,
    "product": str,
    "method": str,
    "country": NotRequired[str],
    "beneficiary_id": NotRequired[str],
    "source": "Source",
    "destination": Dict[str, Any],
    "rate": str,
    "source_method": NotRequired[str],
    "funding": NotRequired[Dict[str, Any]],
    "expires_at": str,
    "used_by": NotRequired[str],
    "created_at": str,
})

QuoteCreate1 = TypedDict("QuoteCreate1", {
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "source_currency": str,
    "amount": str,
    "amount_side": str,
    "product": NotRequired[str],
    "source_method": NotRequired[str],
    "source_country": NotRequired[str],
})

QuoteCreate2 = TypedDict("QuoteCreate2", {
    "beneficiary_id": str,
    "source_currency": str,
    "amount": str,
    "amount_side": str,
    "product": NotRequired[str],
    "source_method": NotRequired[str],
    "source_country": NotRequired[str],
})

QuoteCreate = Union[QuoteCreate1, QuoteCreate2]

ReconciliationException = TypedDict("ReconciliationException", {
    "id": str,
    "type": str,
    "status": str,
    "resource": NotRequired[Dict[str, Any]],
    "expected": NotRequired[Dict[str, Any]],
    "actual": NotRequired[Dict[str, Any]],
    "note": NotRequired[str],
    "created_at": str,
    "resolved_at": NotRequired[str],
})

ReconciliationExceptionEvent = TypedDict("ReconciliationExceptionEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "ReconciliationException",
})

ReconciliationExceptionList = TypedDict("ReconciliationExceptionList", {
    "data": List["ReconciliationException"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

Refund = TypedDict("Refund", {
    "id": str,
    "status": str,
    "payin_id": str,
    "amount": str,
    "currency": str,
    "payer": Dict[str, Any],
    "reason": NotRequired[str],
    "failure_code": NotRequired[str],
    "risk_status": str,
    "risk_decision_id": NotRequired[str],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
})

RefundCreate = TypedDict("RefundCreate", {
    "payin_id": str,
    "amount": NotRequired[str],
    "reason": NotRequired[str],
})

RefundEvent = TypedDict("RefundEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

RefundList = TypedDict("RefundList", {
    "data": List["Refund"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

RefundPreview = TypedDict("RefundPreview", {
    "outcome": str,
    "refusal": NotRequired["PreviewRefusal"],
    "reasons": NotRequired[List[str]],
    "short": NotRequired[Dict[str, Any]],
    "entries": List["PreviewEntry"],
    "refund": NotRequired[Dict[str, Any]],
})

Remittance = TypedDict("Remittance", {
    "id": str,
    "status": str,
    "quote_id": str,
    "beneficiary_id": str,
    "customer_id": NotRequired[str],
    "source": Dict[str, Any],
    "destination": Dict[str, Any],
    "rate": str,
    "payin_id": NotRequired[str],
    "payout_id": NotRequired[str],
    "failure_code": NotRequired[str],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "description": NotRequired[str],
})

RemittanceCreate = TypedDict("RemittanceCreate", {
    "quote_id": str,
    "beneficiary_id": str,
    "source": Dict[str, Any],
    "description": NotRequired[str],
})

RemittanceEvent = TypedDict("RemittanceEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

RemittanceList = TypedDict("RemittanceList", {
    "data": List["Remittance"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

Report = TypedDict("Report", {
    "name": str,
    "from": str,
    "to": str,
    "source": str,
    "as_of": str,
    "columns": List[str],
    "data": List[Dict[str, Any]],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

Request = TypedDict("Request", {
    "id": str,
    "method": str,
    "path": str,
    "route": str,
    "query": NotRequired[Dict[str, Any]],
    "status": int,
    "outcome": str,
    "error_code": NotRequired[str],
    "duration_ms": int,
    "api_key_prefix": NotRequired[str],
    "member_id": NotRequired[str],
    "idempotency_key": NotRequired[str],
    "replayed": bool,
    "correlation_id": NotRequired[str],
    "resource_id": NotRequired[str],
    "user_agent": NotRequired[str],
    "request_body": NotRequired[Dict[str, Any]],
    "response_body": NotRequired[Dict[str, Any]],
    "created_at": str,
})

RequestList = TypedDict("RequestList", {
    "data": List["Request"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

RiskReview = TypedDict("RiskReview", {
    "id": str,
    "status": str,
    "reasons": List[str],
    "resource": Dict[str, Any],
    "created_at": str,
})

RiskReviewEvent = TypedDict("RiskReviewEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "RiskReview",
})

SessionCreate = TypedDict("SessionCreate", {
    "email": str,
    "code": str,
})

Settlement = TypedDict("Settlement", {
    "id": str,
    "status": str,
    "schedule_id": str,
    "destination_id": str,
    "currency": str,
    "period": Dict[str, Any],
    "opening": str,
    "credits": str,
    "debits": str,
    "amount": str,
    "fee": str,
    "total": str,
    "left": NotRequired[str],
    "failure_code": NotRequired[str],
    "items": NotRequired[List[Dict[str, Any]]],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
})

SettlementConfiguration = TypedDict("SettlementConfiguration", {
    "state": str,
    "currencies": List[Dict[str, Any]],
})

SettlementDestination = TypedDict("SettlementDestination", {
    "id": str,
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "label": NotRequired[str],
    "status": str,
    "account_hint": str,
    "created_at": str,
    "updated_at": str,
})

SettlementDestinationCreate = TypedDict("SettlementDestinationCreate", {
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "details": Dict[str, Any],
    "label": NotRequired[str],
})

SettlementDestinationList = TypedDict("SettlementDestinationList", {
    "data": List["SettlementDestination"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

SettlementEvent = TypedDict("SettlementEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

SettlementList = TypedDict("SettlementList", {
    "data": List["Settlement"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

SettlementSchedule = TypedDict("SettlementSchedule", {
    "id": str,
    "currency": str,
    "destination_id": NotRequired[str],
    "interval": str,
    "weekday": NotRequired[int],
    "day": NotRequired[int],
    "cutoff_time": str,
    "minimum_amount": str,
    "automatic": bool,
    "status": str,
    "next_cutoff_at": NotRequired[str],
    "created_at": str,
    "closed_at": NotRequired[str],
})

SettlementScheduleEvent = TypedDict("SettlementScheduleEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "SettlementSchedule",
})

SettlementScheduleList = TypedDict("SettlementScheduleList", {
    "data": List["SettlementSchedule"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

SignIn = TypedDict("SignIn", {
    "email": str,
})

SignInAccepted = TypedDict("SignInAccepted", {

})

SignedIn = TypedDict("SignedIn", {
    "token": str,
    "expires_at": str,
})

Source = TypedDict("Source", {
    "currency": str,
    "principal": str,
    "platform_fee": str,
    "tenant_markup": str,
    "total": str,
})

Timeline = TypedDict("Timeline", {
    "data": List["TimelineEntry"],
})

TimelineEntry = TypedDict("TimelineEntry", {
    "at": str,
    "kind": str,
    "says": str,
    "source_id": NotRequired[str],
    "detail": NotRequired[Dict[str, Any]],
})

WebhookDelivery = TypedDict("WebhookDelivery", {
    "id": str,
    "endpoint_id": str,
    "event_id": str,
    "event_type": str,
    "status": str,
    "attempts": int,
    "created_at": str,
    "delivered_at": NotRequired[str],
    "next_attempt_at": NotRequired[str],
    "redelivery_of": NotRequired[str],
    "history": List[Dict[str, Any]],
})

WebhookDeliveryList = TypedDict("WebhookDeliveryList", {
    "data": List["WebhookDelivery"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

WebhookEndpoint = TypedDict("WebhookEndpoint", {
    "id": str,
    "url": str,
    "description": NotRequired[str],
    "event_types": List[str],
    "active": bool,
    "status": str,
    "secret": NotRequired[str],
    "previous_secret_expires_at": NotRequired[str],
    "failing_since": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

WebhookEndpointCreate = TypedDict("WebhookEndpointCreate", {
    "url": str,
    "description": NotRequired[str],
    "event_types": NotRequired[List[str]],
})

WebhookEndpointEvent = TypedDict("WebhookEndpointEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

WebhookEndpointList = TypedDict("WebhookEndpointList", {
    "data": List["WebhookEndpoint"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

WebhookEndpointUpdate = TypedDict("WebhookEndpointUpdate", {
    "url": NotRequired[str],
    "description": NotRequired[str],
    "event_types": NotRequired[List[str]],
    "active": NotRequired[bool],
})

Withdrawal = TypedDict("Withdrawal", {
    "id": str,
    "status": str,
    "destination_id": str,
    "amount": str,
    "fee": str,
    "total": str,
    "currency": str,
    "description": NotRequired[str],
    "failure_code": NotRequired[str],
    "risk_status": str,
    "risk_decision_id": NotRequired[str],
    "created_at": str,
    "updated_at": str,
    "submitted_at": NotRequired[str],
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
    "cancelled_at": NotRequired[str],
})

WithdrawalCreate = TypedDict("WithdrawalCreate", {
    "destination_id": str,
    "amount": str,
    "description": NotRequired[str],
})

WithdrawalEvent = TypedDict("WithdrawalEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": Dict[str, Any],
})

WithdrawalList = TypedDict("WithdrawalList", {
    "data": List["Withdrawal"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})
