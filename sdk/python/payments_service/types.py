"""The shapes of the API: requests, answers and events. Made from schema/v1.openapi.json by `npm run sdk`."""

from typing import Any, Dict, List, Literal, NotRequired, Optional, TypedDict, Union

AccountStatus = Literal["active", "suspended", "closed"]

AccountEnvironment = Literal["sandbox", "live"]

AccountCredentialType = Literal["api_key", "member"]

AccountCredentialScopes = Literal["read", "write"]

AccountCredential = TypedDict("AccountCredential", {
    "type": Union[AccountCredentialType, str],
    "id": str,
    "prefix": str,
    "label": NotRequired[str],
    "scopes": List[Union[AccountCredentialScopes, str]],
    "created_at": str,
    "expires_at": NotRequired[str],
    "last_used_at": NotRequired[str],
    "networks": NotRequired[List[str]],
    "permissions": NotRequired[List[str]],
})

Account = TypedDict("Account", {
    "id": str,
    "name": str,
    "status": Union[AccountStatus, str],
    "environment": Union[AccountEnvironment, str],
    "primary_treasury_asset": str,
    "created_at": str,
    "credential": "AccountCredential",
})

ApprovalStatus = Literal["pending", "approved", "declined", "expired"]

ApprovalResourceType = Literal["payout", "payout_batch", "account", "member"]

ApprovalGiven = TypedDict("ApprovalGiven", {
    "member_id": str,
    "at": str,
    "note": NotRequired[str],
})

ApprovalChangeRole = Literal["owner", "admin", "developer", "viewer"]

ApprovalChangeStatus = Literal["invited", "active", "disabled"]

ApprovalChange = TypedDict("ApprovalChange", {
    "role": NotRequired[Union[ApprovalChangeRole, str]],
    "status": NotRequired[Union[ApprovalChangeStatus, str]],
})

Approval = TypedDict("Approval", {
    "id": str,
    "status": Union[ApprovalStatus, str],
    "resource_type": Union[ApprovalResourceType, str],
    "resource_id": str,
    "required": int,
    "given": List["ApprovalGiven"],
    "requested_by": str,
    "decided_by": NotRequired[str],
    "note": NotRequired[str],
    "change": NotRequired["ApprovalChange"],
    "expires_at": str,
    "created_at": str,
    "updated_at": str,
    "decided_at": NotRequired[str],
})

ApprovalApprove = TypedDict("ApprovalApprove", {
    "note": NotRequired[str],
})

ApprovalDecline = TypedDict("ApprovalDecline", {
    "note": NotRequired[str],
})

ApprovalEventType = Literal["approval.requested", "approval.decided"]

ApprovalEvent = TypedDict("ApprovalEvent", {
    "id": str,
    "type": ApprovalEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "Approval",
})

ApprovalList = TypedDict("ApprovalList", {
    "data": List["Approval"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

ApprovalPolicyPayoutsAbove = TypedDict("ApprovalPolicyPayoutsAbove", {
    "currency": str,
    "amount": str,
})

ApprovalPolicyPayouts = TypedDict("ApprovalPolicyPayouts", {
    "above": List["ApprovalPolicyPayoutsAbove"],
    "new_beneficiary_days": NotRequired[int],
})

ApprovalPolicyBatchesAbove = TypedDict("ApprovalPolicyBatchesAbove", {
    "currency": str,
    "amount": str,
})

ApprovalPolicyBatches = TypedDict("ApprovalPolicyBatches", {
    "above": List["ApprovalPolicyBatchesAbove"],
})

ApprovalPolicyPayeeCheck = Literal["off", "warn", "require"]

ApprovalPolicy = TypedDict("ApprovalPolicy", {
    "payouts": NotRequired["ApprovalPolicyPayouts"],
    "batches": NotRequired["ApprovalPolicyBatches"],
    "approvals": float,
    "expires_in": int,
    "payee_check": Union[ApprovalPolicyPayeeCheck, str],
    "pending_change": NotRequired["Approval"],
})

ApprovalPolicyUpdatePayoutsAbove = TypedDict("ApprovalPolicyUpdatePayoutsAbove", {
    "currency": str,
    "amount": str,
})

ApprovalPolicyUpdatePayouts = TypedDict("ApprovalPolicyUpdatePayouts", {
    "above": List["ApprovalPolicyUpdatePayoutsAbove"],
    "new_beneficiary_days": NotRequired[int],
})

ApprovalPolicyUpdateBatchesAbove = TypedDict("ApprovalPolicyUpdateBatchesAbove", {
    "currency": str,
    "amount": str,
})

ApprovalPolicyUpdateBatches = TypedDict("ApprovalPolicyUpdateBatches", {
    "above": List["ApprovalPolicyUpdateBatchesAbove"],
})

ApprovalPolicyUpdatePayeeCheck = Literal["off", "warn", "require"]

ApprovalPolicyUpdate = TypedDict("ApprovalPolicyUpdate", {
    "payouts": NotRequired["ApprovalPolicyUpdatePayouts"],
    "batches": NotRequired["ApprovalPolicyUpdateBatches"],
    "approvals": NotRequired[float],
    "expires_in": NotRequired[int],
    "payee_check": NotRequired[ApprovalPolicyUpdatePayeeCheck],
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

BalanceEntryAccount = Literal["available", "pending", "reserved", "in_settlement", "earnings"]

BalanceEntryDirection = Literal["credit", "debit"]

BalanceEntryOrigin = TypedDict("BalanceEntryOrigin", {
    "type": str,
    "id": str,
})

BalanceEntry = TypedDict("BalanceEntry", {
    "id": str,
    "journal_id": str,
    "purpose": str,
    "account": Union[BalanceEntryAccount, str],
    "direction": Union[BalanceEntryDirection, str],
    "amount": str,
    "currency": str,
    "origin": "BalanceEntryOrigin",
    "occurred_at": str,
    "resulting_balance": str,
})

BalanceEntryList = TypedDict("BalanceEntryList", {
    "data": List["BalanceEntry"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
    "archived_before": NotRequired[str],
})

Balances = TypedDict("Balances", {
    "data": List["Balance"],
})

BeneficiaryStatus = Literal["active", "archived"]

BeneficiaryVerificationStatus = Literal["unverified", "verified", "failed"]

Beneficiary = TypedDict("Beneficiary", {
    "id": str,
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "customer_id": NotRequired[str],
    "holder": NotRequired[str],
    "label": NotRequired[str],
    "metadata": Dict[str, str],
    "status": Union[BeneficiaryStatus, str],
    "verification_status": Union[BeneficiaryVerificationStatus, str],
    "verified_at": NotRequired[str],
    "payee_check": NotRequired["PayeeCheck"],
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
    "metadata": NotRequired[Dict[str, str]],
})

BeneficiaryEventType = Literal["beneficiary.created", "beneficiary.verified"]

BeneficiaryEventDataStatus = Literal["active", "archived"]

BeneficiaryEventDataVerificationStatus = Literal["unverified", "verified", "failed"]

BeneficiaryEventData = TypedDict("BeneficiaryEventData", {
    "id": str,
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "customer_id": NotRequired[str],
    "label": NotRequired[str],
    "metadata": Dict[str, str],
    "status": Union[BeneficiaryEventDataStatus, str],
    "verification_status": Union[BeneficiaryEventDataVerificationStatus, str],
    "verified_at": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

BeneficiaryEvent = TypedDict("BeneficiaryEvent", {
    "id": str,
    "type": BeneficiaryEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "BeneficiaryEventData",
})

BeneficiaryList = TypedDict("BeneficiaryList", {
    "data": List["Beneficiary"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

CapabilityProduct = Literal["payin", "payout", "remittance"]

CapabilityOperation = Literal["payout", "payin"]

CapabilityReason = Literal["suspended", "not_enabled", "no_provider"]

CapabilityCollection = Literal["account", "payment"]

CapabilityFeatures = Literal["refund", "partial_refund"]

CapabilityLimits = TypedDict("CapabilityLimits", {
    "currency": str,
    "per_operation": str,
    "daily": str,
})

Capability = TypedDict("Capability", {
    "product": Union[CapabilityProduct, str],
    "operation": NotRequired[Union[CapabilityOperation, str]],
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "available": bool,
    "reason": NotRequired[Union[CapabilityReason, str]],
    "collection": NotRequired[List[Union[CapabilityCollection, str]]],
    "payment_currency": NotRequired[str],
    "settlement_asset": NotRequired[str],
    "settlement_currencies": NotRequired[List[str]],
    "source_country": NotRequired[str],
    "source_currency": NotRequired[str],
    "source_method": NotRequired[str],
    "features": NotRequired[List[Union[CapabilityFeatures, str]]],
    "limits": List["CapabilityLimits"],
    "arrives_within_seconds": NotRequired[int],
    "beneficiary_fields": NotRequired[List["FieldSpec"]],
    "customer_fields": NotRequired[List["FieldSpec"]],
    "payment_method_fields": NotRequired[List["FieldSpec"]],
})

CapabilityList = TypedDict("CapabilityList", {
    "data": List["Capability"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

Confirmation = TypedDict("Confirmation", {
    "confirmed_until": str,
})

ConfirmationCode = TypedDict("ConfirmationCode", {

})

ConfirmationCreate = TypedDict("ConfirmationCreate", {
    "code": str,
})

CustomerType = Literal["individual", "business"]

CustomerStatus = Literal["active", "blocked", "closed"]

CustomerComplianceStatus = Literal["unverified", "pending", "verified", "rejected", "review"]

Customer = TypedDict("Customer", {
    "id": str,
    "external_id": str,
    "type": Union[CustomerType, str],
    "status": Union[CustomerStatus, str],
    "country": str,
    "display_name": str,
    "metadata": Dict[str, str],
    "compliance_status": Union[CustomerComplianceStatus, str],
    "created_at": str,
    "updated_at": str,
    "profile": NotRequired["CustomerProfile"],
})

CustomerCreateType = Literal["individual", "business"]

CustomerCreate = TypedDict("CustomerCreate", {
    "external_id": str,
    "type": CustomerCreateType,
    "country": str,
    "display_name": str,
    "profile": NotRequired["CustomerProfile"],
    "metadata": NotRequired[Dict[str, str]],
})

CustomerEventType = Literal["customer.created", "customer.updated", "customer.status_changed"]

CustomerEventDataType = Literal["individual", "business"]

CustomerEventDataStatus = Literal["active", "blocked", "closed"]

CustomerEventDataComplianceStatus = Literal["unverified", "pending", "verified", "rejected", "review"]

CustomerEventData = TypedDict("CustomerEventData", {
    "id": str,
    "external_id": str,
    "type": Union[CustomerEventDataType, str],
    "status": Union[CustomerEventDataStatus, str],
    "country": str,
    "metadata": Dict[str, str],
    "compliance_status": Union[CustomerEventDataComplianceStatus, str],
    "created_at": str,
    "updated_at": str,
})

CustomerEvent = TypedDict("CustomerEvent", {
    "id": str,
    "type": CustomerEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "CustomerEventData",
})

CustomerList = TypedDict("CustomerList", {
    "data": List["Customer"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

CustomerProfileIdentityDocumentType = Literal["DNI", "RUC", "CE", "PAS", "PTP", "PASSPORT", "NATIONAL_ID", "RESIDENCE_PERMIT", "TAX_ID", "DRIVER_LICENSE"]

CustomerProfileAddress = TypedDict("CustomerProfileAddress", {
    "line1": NotRequired[str],
    "line2": NotRequired[str],
    "city": NotRequired[str],
    "state": NotRequired[str],
    "postal_code": NotRequired[str],
    "country": NotRequired[str],
})

CustomerProfile = TypedDict("CustomerProfile", {
    "first_name": NotRequired[str],
    "last_name": NotRequired[str],
    "date_of_birth": NotRequired[str],
    "identity_document_type": NotRequired[CustomerProfileIdentityDocumentType],
    "identity_document": NotRequired[str],
    "identity_document_country": NotRequired[str],
    "email": NotRequired[str],
    "phone": NotRequired[str],
    "tax_id": NotRequired[str],
    "registration_number": NotRequired[str],
    "address": NotRequired["CustomerProfileAddress"],
})

CustomerUpdateStatus = Literal["active", "closed"]

CustomerUpdate = TypedDict("CustomerUpdate", {
    "metadata": NotRequired[Dict[str, str]],
    "status": NotRequired[CustomerUpdateStatus],
})

Deposit2 = TypedDict("Deposit2", {
    "funding_account_id": str,
    "reconciliation_exception_id": str,
})

Deposit = Union["Payin", "Deposit2"]

DepositCreateOutcome = Literal["completed", "failed", "reversed"]

DepositCreate = TypedDict("DepositCreate", {
    "funding_account_id": str,
    "amount": NotRequired[str],
    "reference": NotRequired[str],
    "outcome": NotRequired[DepositCreateOutcome],
    "delay_ms": NotRequired[int],
})

ErrorErrorType = Literal["invalid_request", "authentication_error", "permission_error", "not_found", "conflict", "rate_limited", "internal_error", "unavailable"]

ErrorError = TypedDict("ErrorError", {
    "type": ErrorErrorType,
    "code": str,
    "message": str,
    "param": NotRequired[str],
    "reasons": NotRequired[List[str]],
    "archived_at": NotRequired[str],
    "request_id": NotRequired[str],
})

Error = TypedDict("Error", {
    "error": "ErrorError",
})

Event = Union["FundingAccountEvent", "PayinEvent", "PayoutEvent", "RemittanceEvent", "PayoutBatchEvent", "RefundEvent", "SettlementEvent", "SettlementScheduleEvent", "WithdrawalEvent", "ApprovalEvent", "CustomerEvent", "BeneficiaryEvent", "RiskReviewEvent", "ReconciliationExceptionEvent", "HostedSessionEvent", "WebhookEndpointEvent"]

EventList = TypedDict("EventList", {
    "data": List["Event"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
    "archived_before": NotRequired[str],
})

EventRedeliver = TypedDict("EventRedeliver", {
    "endpoint_id": NotRequired[str],
})

EvidenceCreateOutcome = Literal["paid", "not_executed", "returned"]

EvidenceCreate = TypedDict("EvidenceCreate", {
    "outcome": EvidenceCreateOutcome,
    "code": NotRequired[str],
})

EvidencedOperation = Union["Payout", "Refund", "Settlement", "Withdrawal"]

FieldSpecType = Literal["string", "number", "iban", "phone", "email", "date", "enum"]

FieldSpec = TypedDict("FieldSpec", {
    "name": str,
    "type": Union[FieldSpecType, str],
    "required": bool,
    "description": str,
    "pattern": NotRequired[str],
    "enum": NotRequired[List[str]],
    "example": NotRequired[str],
    "note": NotRequired[str],
})

FundingAccountStatus = Literal["pending", "active", "failed", "closed"]

FundingAccount = TypedDict("FundingAccount", {
    "id": str,
    "status": Union[FundingAccountStatus, str],
    "method": str,
    "currency": str,
    "settlement_currency": str,
    "amount": NotRequired[str],
    "instructions": NotRequired[Dict[str, str]],
    "failure_code": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "created_at": str,
})

FundingAccountCreate = TypedDict("FundingAccountCreate", {
    "method": str,
    "currency": str,
    "amount": NotRequired[str],
    "payer": NotRequired[Dict[str, str]],
    "settlement_currency": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

FundingAccountEventType = Literal["funding_account.active", "funding_account.failed"]

FundingAccountEvent = TypedDict("FundingAccountEvent", {
    "id": str,
    "type": FundingAccountEventType,
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

HostedDomainVerificationStatus = Literal["pending", "verified", "failed"]

HostedDomainCertificateStatus = Literal["none", "pending", "active", "failed"]

HostedDomain = TypedDict("HostedDomain", {
    "id": str,
    "hostname": str,
    "verification_status": Union[HostedDomainVerificationStatus, str],
    "verification_token": str,
    "certificate_status": Union[HostedDomainCertificateStatus, str],
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

HostedPageBrandingMode = Literal["platform", "co_branded", "white_label"]

HostedPageColors = TypedDict("HostedPageColors", {
    "background": str,
    "border": str,
    "primary": str,
    "secondary": str,
    "surface": str,
    "text": str,
})

HostedPageRadius = Literal["none", "sm", "md", "lg", "full"]

HostedPageFont = Literal["system", "inter", "roboto", "open_sans", "lato", "montserrat", "poppins", "nunito", "dm_sans", "source_serif"]

HostedPageSupport = TypedDict("HostedPageSupport", {
    "email": NotRequired[str],
    "phone": NotRequired[str],
    "url": NotRequired[str],
})

HostedPageLegal = TypedDict("HostedPageLegal", {
    "name": NotRequired[str],
    "terms_url": NotRequired[str],
    "privacy_url": NotRequired[str],
})

HostedPage = TypedDict("HostedPage", {
    "id": NotRequired[str],
    "enabled": bool,
    "branding_mode": Union[HostedPageBrandingMode, str],
    "brand_name": str,
    "colors": "HostedPageColors",
    "radius": Union[HostedPageRadius, str],
    "font": Union[HostedPageFont, str],
    "logo_url": NotRequired[str],
    "favicon_url": NotRequired[str],
    "support": "HostedPageSupport",
    "legal": "HostedPageLegal",
    "public_start": bool,
    "created_at": NotRequired[str],
    "updated_at": NotRequired[str],
    "white_label_entitled": bool,
    "logo_error": NotRequired[str],
    "favicon_error": NotRequired[str],
})

HostedPageUpdateBrandingMode = Literal["platform", "co_branded", "white_label"]

HostedPageUpdateColors = TypedDict("HostedPageUpdateColors", {
    "background": NotRequired[str],
    "border": NotRequired[str],
    "primary": NotRequired[str],
    "secondary": NotRequired[str],
    "surface": NotRequired[str],
    "text": NotRequired[str],
})

HostedPageUpdateRadius = Literal["none", "sm", "md", "lg", "full"]

HostedPageUpdateFont = Literal["system", "inter", "roboto", "open_sans", "lato", "montserrat", "poppins", "nunito", "dm_sans", "source_serif"]

HostedPageUpdateSupport = TypedDict("HostedPageUpdateSupport", {
    "email": NotRequired[str],
    "phone": NotRequired[str],
    "url": NotRequired[str],
})

HostedPageUpdateLegal = TypedDict("HostedPageUpdateLegal", {
    "name": NotRequired[str],
    "terms_url": NotRequired[str],
    "privacy_url": NotRequired[str],
})

HostedPageUpdate = TypedDict("HostedPageUpdate", {
    "enabled": NotRequired[bool],
    "branding_mode": NotRequired[HostedPageUpdateBrandingMode],
    "brand_name": NotRequired[str],
    "colors": NotRequired["HostedPageUpdateColors"],
    "radius": NotRequired[HostedPageUpdateRadius],
    "font": NotRequired[HostedPageUpdateFont],
    "logo_url": NotRequired[str],
    "favicon_url": NotRequired[str],
    "support": NotRequired["HostedPageUpdateSupport"],
    "legal": NotRequired["HostedPageUpdateLegal"],
    "public_start": NotRequired[bool],
})

HostedSessionStatus = Literal["open", "submitted", "expired"]

HostedSessionOrigin = Literal["tenant", "public"]

HostedSessionPrefillAmountSide = Literal["source", "destination"]

HostedSessionPrefill = TypedDict("HostedSessionPrefill", {
    "amount": NotRequired[str],
    "amount_side": NotRequired[Union[HostedSessionPrefillAmountSide, str]],
    "destination_country": NotRequired[str],
    "destination_currency": NotRequired[str],
    "method": NotRequired[str],
    "source_currency": NotRequired[str],
})

HostedSession = TypedDict("HostedSession", {
    "id": str,
    "status": Union[HostedSessionStatus, str],
    "origin": Union[HostedSessionOrigin, str],
    "page_id": str,
    "customer_id": NotRequired[str],
    "beneficiary_id": NotRequired[str],
    "quote_id": NotRequired[str],
    "funding_account_id": NotRequired[str],
    "remittance_id": NotRequired[str],
    "payment_reported_at": NotRequired[str],
    "prefill": NotRequired["HostedSessionPrefill"],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "expires_at": str,
    "created_at": str,
    "updated_at": str,
    "token": NotRequired[str],
    "path": NotRequired[str],
})

HostedSessionCreatePrefillAmountSide = Literal["source", "destination"]

HostedSessionCreatePrefill = TypedDict("HostedSessionCreatePrefill", {
    "amount": NotRequired[str],
    "amount_side": NotRequired[HostedSessionCreatePrefillAmountSide],
    "destination_country": NotRequired[str],
    "destination_currency": NotRequired[str],
    "method": NotRequired[str],
    "source_currency": NotRequired[str],
})

HostedSessionCreate = TypedDict("HostedSessionCreate", {
    "customer_id": NotRequired[str],
    "expires_in": NotRequired[int],
    "prefill": NotRequired["HostedSessionCreatePrefill"],
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

HostedSessionEventType = Literal["hosted_session.created", "hosted_session.payment_reported"]

HostedSessionEventDataStatus = Literal["open", "submitted", "expired"]

HostedSessionEventDataOrigin = Literal["tenant", "public"]

HostedSessionEventDataPrefillAmountSide = Literal["source", "destination"]

HostedSessionEventDataPrefill = TypedDict("HostedSessionEventDataPrefill", {
    "amount": NotRequired[str],
    "amount_side": NotRequired[Union[HostedSessionEventDataPrefillAmountSide, str]],
    "destination_country": NotRequired[str],
    "destination_currency": NotRequired[str],
    "method": NotRequired[str],
    "source_currency": NotRequired[str],
})

HostedSessionEventData = TypedDict("HostedSessionEventData", {
    "id": str,
    "status": Union[HostedSessionEventDataStatus, str],
    "origin": Union[HostedSessionEventDataOrigin, str],
    "page_id": str,
    "customer_id": NotRequired[str],
    "beneficiary_id": NotRequired[str],
    "quote_id": NotRequired[str],
    "funding_account_id": NotRequired[str],
    "remittance_id": NotRequired[str],
    "payment_reported_at": NotRequired[str],
    "prefill": NotRequired["HostedSessionEventDataPrefill"],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "expires_at": str,
    "created_at": str,
    "updated_at": str,
})

HostedSessionEvent = TypedDict("HostedSessionEvent", {
    "id": str,
    "type": HostedSessionEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "HostedSessionEventData",
})

HostedSessionList = TypedDict("HostedSessionList", {
    "data": List["HostedSession"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

IdempotencyKey = TypedDict("IdempotencyKey", {
    "resource_type": str,
    "resource_id": str,
    "path": NotRequired[str],
    "created_at": str,
})

LedgerSealBalances = TypedDict("LedgerSealBalances", {
    "currency": str,
    "number": str,
    "available": str,
    "pending": str,
    "reserved": str,
    "in_settlement": str,
    "earnings": str,
})

LedgerSeal = TypedDict("LedgerSeal", {
    "id": str,
    "account_id": str,
    "day": str,
    "number": int,
    "journals": int,
    "root": str,
    "previous": str,
    "balances": List["LedgerSealBalances"],
    "key_id": str,
    "signature": str,
    "hash": str,
    "created_at": str,
})

LedgerSealKeysData = TypedDict("LedgerSealKeysData", {
    "id": str,
    "algorithm": str,
    "public_key": str,
    "created_at": str,
})

LedgerSealKeys = TypedDict("LedgerSealKeys", {
    "data": List["LedgerSealKeysData"],
})

LedgerSealList = TypedDict("LedgerSealList", {
    "data": List["LedgerSeal"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

MeKind = Literal["api_key", "member"]

MeEnvironment = Literal["sandbox", "live"]

MeAccountStatus = Literal["active", "suspended", "closed"]

MeAccount = TypedDict("MeAccount", {
    "id": str,
    "name": str,
    "status": Union[MeAccountStatus, str],
})

MeApiKey = TypedDict("MeApiKey", {
    "id": str,
    "prefix": str,
    "label": NotRequired[str],
})

MeMemberRole = Literal["owner", "admin", "developer", "viewer"]

MeMemberStatus = Literal["invited", "active", "disabled"]

MeMemberLanguage = Literal["en", "es", "pt"]

MeMember = TypedDict("MeMember", {
    "id": str,
    "email": str,
    "role": Union[MeMemberRole, str],
    "status": Union[MeMemberStatus, str],
    "language": NotRequired[Union[MeMemberLanguage, str]],
    "last_signed_in_at": NotRequired[str],
})

MeAccountsStatus = Literal["active", "suspended", "closed"]

MeAccountsRole = Literal["owner", "admin", "developer", "viewer"]

MeAccounts = TypedDict("MeAccounts", {
    "id": str,
    "name": str,
    "status": Union[MeAccountsStatus, str],
    "role": Union[MeAccountsRole, str],
})

Me = TypedDict("Me", {
    "kind": Union[MeKind, str],
    "environment": Union[MeEnvironment, str],
    "account": "MeAccount",
    "api_key": NotRequired["MeApiKey"],
    "member": NotRequired["MeMember"],
    "accounts": NotRequired[List["MeAccounts"]],
})

MemberRole = Literal["owner", "admin", "developer", "viewer"]

MemberStatus = Literal["invited", "active", "disabled"]

MemberLanguage = Literal["en", "es", "pt"]

Member = TypedDict("Member", {
    "id": str,
    "email": str,
    "role": Union[MemberRole, str],
    "status": Union[MemberStatus, str],
    "language": NotRequired[Union[MemberLanguage, str]],
    "invited_at": str,
    "invitation_expires_at": NotRequired[str],
    "last_signed_in_at": NotRequired[str],
    "mail_refused_at": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

MemberCreateRole = Literal["owner", "admin", "developer", "viewer"]

MemberCreateLanguage = Literal["en", "es", "pt"]

MemberCreate = TypedDict("MemberCreate", {
    "email": str,
    "role": MemberCreateRole,
    "language": NotRequired[MemberCreateLanguage],
})

MemberList = TypedDict("MemberList", {
    "data": List["Member"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

MemberUpdateRole = Literal["owner", "admin", "developer", "viewer"]

MemberUpdateStatus = Literal["active", "disabled"]

MemberUpdate = TypedDict("MemberUpdate", {
    "role": NotRequired[MemberUpdateRole],
    "status": NotRequired[MemberUpdateStatus],
})

MemberUpdatedRole = Literal["owner", "admin", "developer", "viewer"]

MemberUpdatedStatus = Literal["invited", "active", "disabled"]

MemberUpdatedLanguage = Literal["en", "es", "pt"]

MemberUpdated = TypedDict("MemberUpdated", {
    "id": str,
    "email": str,
    "role": Union[MemberUpdatedRole, str],
    "status": Union[MemberUpdatedStatus, str],
    "language": NotRequired[Union[MemberUpdatedLanguage, str]],
    "invited_at": str,
    "invitation_expires_at": NotRequired[str],
    "last_signed_in_at": NotRequired[str],
    "mail_refused_at": NotRequired[str],
    "created_at": str,
    "updated_at": str,
    "pending_change": NotRequired["Approval"],
})

MetadataUpdate = TypedDict("MetadataUpdate", {
    "metadata": Dict[str, str],
})

OpenSession = TypedDict("OpenSession", {
    "id": str,
    "browser": NotRequired[str],
    "system": NotRequired[str],
    "is_current": bool,
    "created_at": str,
    "last_used_at": NotRequired[str],
    "expires_at": str,
})

OpenSessionList = TypedDict("OpenSessionList", {
    "data": List["OpenSession"],
    "has_more": bool,
})

OtherEventData = TypedDict("OtherEventData", {
    "id": str,
})

OtherEvent = TypedDict("OtherEvent", {
    "id": str,
    "type": str,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "OtherEventData",
})

Passkey = TypedDict("Passkey", {
    "id": str,
    "name": str,
    "is_usable": bool,
    "created_at": str,
    "last_used_at": NotRequired[str],
})

PasskeyChallenge = TypedDict("PasskeyChallenge", {
    "token": str,
    "options": Dict[str, Any],
})

PasskeyConfirmationChallenge = TypedDict("PasskeyConfirmationChallenge", {
    "options": Dict[str, Any],
})

PasskeyConfirmationCreateCredential = TypedDict("PasskeyConfirmationCreateCredential", {
    "id": str,
    "client_data": str,
    "authenticator_data": str,
    "signature": str,
    "user_handle": NotRequired[str],
})

PasskeyConfirmationCreate = TypedDict("PasskeyConfirmationCreate", {
    "credential": "PasskeyConfirmationCreateCredential",
})

PasskeyCreateCredentialTransports = Literal["ble", "hybrid", "internal", "nfc", "usb"]

PasskeyCreateCredential = TypedDict("PasskeyCreateCredential", {
    "id": str,
    "client_data": str,
    "attestation_object": str,
    "transports": NotRequired[List[PasskeyCreateCredentialTransports]],
})

PasskeyCreate = TypedDict("PasskeyCreate", {
    "name": str,
    "credential": "PasskeyCreateCredential",
})

PasskeyCreation = TypedDict("PasskeyCreation", {
    "options": Dict[str, Any],
})

PasskeyList = TypedDict("PasskeyList", {
    "data": List["Passkey"],
    "has_more": bool,
})

PasskeySignInCredential = TypedDict("PasskeySignInCredential", {
    "id": str,
    "client_data": str,
    "authenticator_data": str,
    "signature": str,
    "user_handle": NotRequired[str],
})

PasskeySignIn = TypedDict("PasskeySignIn", {
    "token": str,
    "credential": "PasskeySignInCredential",
    "device": NotRequired[str],
})

PayeeCheckResult = Literal["match", "close_match", "no_match", "not_possible"]

PayeeCheck = TypedDict("PayeeCheck", {
    "result": Union[PayeeCheckResult, str],
    "holder_hint": NotRequired[str],
    "checked_at": str,
})

PayinStatus = Literal["processing", "completed", "failed"]

PayinPaid = TypedDict("PayinPaid", {
    "amount": str,
    "currency": str,
})

PayinBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

PayinBankReference = TypedDict("PayinBankReference", {
    "kind": Union[PayinBankReferenceKind, str],
    "value": str,
})

PayinRefunded = TypedDict("PayinRefunded", {
    "amount": str,
    "currency": str,
})

PayinRefundable = TypedDict("PayinRefundable", {
    "amount": str,
    "currency": str,
})

Payin = TypedDict("Payin", {
    "id": str,
    "status": Union[PayinStatus, str],
    "funding_account_id": str,
    "amount": str,
    "currency": str,
    "paid": NotRequired["PayinPaid"],
    "failure_code": NotRequired[str],
    "bank_reference": NotRequired["PayinBankReference"],
    "created_at": str,
    "completed_at": NotRequired[str],
    "refunded": NotRequired["PayinRefunded"],
    "refundable": NotRequired["PayinRefundable"],
})

PayinEventType = Literal["payin.completed", "payin.failed"]

PayinEventDataStatus = Literal["processing", "completed", "failed"]

PayinEventDataPaid = TypedDict("PayinEventDataPaid", {
    "amount": str,
    "currency": str,
})

PayinEventDataBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

PayinEventDataBankReference = TypedDict("PayinEventDataBankReference", {
    "kind": Union[PayinEventDataBankReferenceKind, str],
    "value": str,
})

PayinEventData = TypedDict("PayinEventData", {
    "id": str,
    "status": Union[PayinEventDataStatus, str],
    "funding_account_id": str,
    "amount": str,
    "currency": str,
    "paid": NotRequired["PayinEventDataPaid"],
    "failure_code": NotRequired[str],
    "bank_reference": NotRequired["PayinEventDataBankReference"],
    "created_at": str,
    "completed_at": NotRequired[str],
})

PayinEvent = TypedDict("PayinEvent", {
    "id": str,
    "type": PayinEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "PayinEventData",
})

PayinList = TypedDict("PayinList", {
    "data": List["Payin"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

PayoutStatus = Literal["processing", "verification_pending", "completed", "failed", "returned", "cancelled"]

PayoutDestination = TypedDict("PayoutDestination", {
    "amount": str,
    "currency": str,
})

PayoutRiskStatus = Literal["allowed", "in_review", "approved", "rejected"]

PayoutApprovalStatus = Literal["pending", "approved", "declined", "expired"]

PayoutApprovalResourceType = Literal["payout", "payout_batch", "account", "member"]

PayoutApprovalGiven = TypedDict("PayoutApprovalGiven", {
    "member_id": str,
    "at": str,
    "note": NotRequired[str],
})

PayoutApprovalChangeRole = Literal["owner", "admin", "developer", "viewer"]

PayoutApprovalChangeStatus = Literal["invited", "active", "disabled"]

PayoutApprovalChange = TypedDict("PayoutApprovalChange", {
    "role": NotRequired[Union[PayoutApprovalChangeRole, str]],
    "status": NotRequired[Union[PayoutApprovalChangeStatus, str]],
})

PayoutApproval = TypedDict("PayoutApproval", {
    "id": str,
    "status": Union[PayoutApprovalStatus, str],
    "resource_type": NotRequired[Union[PayoutApprovalResourceType, str]],
    "resource_id": NotRequired[str],
    "required": NotRequired[int],
    "given": NotRequired[List["PayoutApprovalGiven"]],
    "requested_by": NotRequired[str],
    "decided_by": NotRequired[str],
    "note": NotRequired[str],
    "change": NotRequired["PayoutApprovalChange"],
    "expires_at": NotRequired[str],
    "created_at": NotRequired[str],
    "updated_at": NotRequired[str],
    "decided_at": NotRequired[str],
})

PayoutRefundStatus = Literal["pending", "settled"]

PayoutRefund = TypedDict("PayoutRefund", {
    "amount": str,
    "currency": str,
    "status": Union[PayoutRefundStatus, str],
})

PayoutCancellationStatus = Literal["requested", "refused"]

PayoutCancellation = TypedDict("PayoutCancellation", {
    "status": Union[PayoutCancellationStatus, str],
    "requested_at": str,
    "requested_via": str,
    "decided_at": NotRequired[str],
    "not_cancelled_reason": NotRequired[str],
})

PayoutBeneficiary = TypedDict("PayoutBeneficiary", {
    "id": str,
    "method": str,
    "country": NotRequired[str],
    "display_name": NotRequired[str],
    "account_hint": str,
})

PayoutBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

PayoutBankReference = TypedDict("PayoutBankReference", {
    "kind": Union[PayoutBankReferenceKind, str],
    "value": str,
})

Payout = TypedDict("Payout", {
    "id": str,
    "status": Union[PayoutStatus, str],
    "method": str,
    "beneficiary_id": str,
    "source": "Source",
    "destination": "PayoutDestination",
    "rate": str,
    "quote_id": NotRequired[str],
    "remittance_id": NotRequired[str],
    "batch_id": NotRequired[str],
    "failure_code": NotRequired[str],
    "risk_status": NotRequired[Union[PayoutRiskStatus, str]],
    "risk_decision_id": NotRequired[str],
    "approval": NotRequired["PayoutApproval"],
    "refund": NotRequired["PayoutRefund"],
    "cancellation": NotRequired["PayoutCancellation"],
    "beneficiary": NotRequired["PayoutBeneficiary"],
    "description": NotRequired[str],
    "country": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "bank_reference": NotRequired["PayoutBankReference"],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
    "returned_at": NotRequired[str],
    "cancelled_at": NotRequired[str],
})

PayoutBatchStatus = Literal["processing", "completed", "completed_with_failures", "cancelled", "partially_cancelled"]

PayoutBatchSummary = TypedDict("PayoutBatchSummary", {
    "total": int,
    "pending": int,
    "processing": int,
    "completed": int,
    "failed": int,
    "refused": int,
    "returned": int,
    "cancelled": int,
    "verification_pending": int,
})

PayoutBatchTotals = TypedDict("PayoutBatchTotals", {
    "currency": str,
    "requested": str,
    "completed": str,
})

PayoutBatchApprovalStatus = Literal["pending", "approved", "declined", "expired"]

PayoutBatchApprovalResourceType = Literal["payout", "payout_batch", "account", "member"]

PayoutBatchApprovalGiven = TypedDict("PayoutBatchApprovalGiven", {
    "member_id": str,
    "at": str,
    "note": NotRequired[str],
})

PayoutBatchApprovalChangeRole = Literal["owner", "admin", "developer", "viewer"]

PayoutBatchApprovalChangeStatus = Literal["invited", "active", "disabled"]

PayoutBatchApprovalChange = TypedDict("PayoutBatchApprovalChange", {
    "role": NotRequired[Union[PayoutBatchApprovalChangeRole, str]],
    "status": NotRequired[Union[PayoutBatchApprovalChangeStatus, str]],
})

PayoutBatchApproval = TypedDict("PayoutBatchApproval", {
    "id": str,
    "status": Union[PayoutBatchApprovalStatus, str],
    "resource_type": NotRequired[Union[PayoutBatchApprovalResourceType, str]],
    "resource_id": NotRequired[str],
    "required": NotRequired[int],
    "given": NotRequired[List["PayoutBatchApprovalGiven"]],
    "requested_by": NotRequired[str],
    "decided_by": NotRequired[str],
    "note": NotRequired[str],
    "change": NotRequired["PayoutBatchApprovalChange"],
    "expires_at": NotRequired[str],
    "created_at": NotRequired[str],
    "updated_at": NotRequired[str],
    "decided_at": NotRequired[str],
})

PayoutBatchCancellationStatus = Literal["in_progress", "finished"]

PayoutBatchCancellation = TypedDict("PayoutBatchCancellation", {
    "requested_at": str,
    "requested_via": str,
    "status": Union[PayoutBatchCancellationStatus, str],
})

PayoutBatch = TypedDict("PayoutBatch", {
    "id": str,
    "status": Union[PayoutBatchStatus, str],
    "description": NotRequired[str],
    "summary": "PayoutBatchSummary",
    "totals": List["PayoutBatchTotals"],
    "message_id": NotRequired[str],
    "approval": NotRequired["PayoutBatchApproval"],
    "cancellation": NotRequired["PayoutBatchCancellation"],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "created_at": str,
    "updated_at": str,
    "finished_at": NotRequired[str],
})

PayoutBatchCreate = TypedDict("PayoutBatchCreate", {
    "items": List["PayoutBatchItemCreate"],
    "description": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

PayoutBatchEventType = Literal["payout_batch.created", "payout_batch.completed", "payout_batch.cancellation_requested", "payout_batch.cancellation_finished", "payout_batch.updated"]

PayoutBatchEventDataStatus = Literal["processing", "completed", "completed_with_failures", "cancelled", "partially_cancelled"]

PayoutBatchEventDataSummary = TypedDict("PayoutBatchEventDataSummary", {
    "total": int,
    "pending": int,
    "processing": int,
    "completed": int,
    "failed": int,
    "refused": int,
    "returned": int,
    "cancelled": int,
    "verification_pending": int,
})

PayoutBatchEventDataTotals = TypedDict("PayoutBatchEventDataTotals", {
    "currency": str,
    "requested": str,
    "completed": str,
})

PayoutBatchEventDataApprovalStatus = Literal["pending", "approved", "declined", "expired"]

PayoutBatchEventDataApprovalResourceType = Literal["payout", "payout_batch", "account", "member"]

PayoutBatchEventDataApprovalGiven = TypedDict("PayoutBatchEventDataApprovalGiven", {
    "member_id": str,
    "at": str,
    "note": NotRequired[str],
})

PayoutBatchEventDataApprovalChangeRole = Literal["owner", "admin", "developer", "viewer"]

PayoutBatchEventDataApprovalChangeStatus = Literal["invited", "active", "disabled"]

PayoutBatchEventDataApprovalChange = TypedDict("PayoutBatchEventDataApprovalChange", {
    "role": NotRequired[Union[PayoutBatchEventDataApprovalChangeRole, str]],
    "status": NotRequired[Union[PayoutBatchEventDataApprovalChangeStatus, str]],
})

PayoutBatchEventDataApproval = TypedDict("PayoutBatchEventDataApproval", {
    "id": str,
    "status": Union[PayoutBatchEventDataApprovalStatus, str],
    "resource_type": NotRequired[Union[PayoutBatchEventDataApprovalResourceType, str]],
    "resource_id": NotRequired[str],
    "required": NotRequired[int],
    "given": NotRequired[List["PayoutBatchEventDataApprovalGiven"]],
    "requested_by": NotRequired[str],
    "decided_by": NotRequired[str],
    "note": NotRequired[str],
    "change": NotRequired["PayoutBatchEventDataApprovalChange"],
    "expires_at": NotRequired[str],
    "created_at": NotRequired[str],
    "updated_at": NotRequired[str],
    "decided_at": NotRequired[str],
})

PayoutBatchEventDataCancellationStatus = Literal["in_progress", "finished"]

PayoutBatchEventDataCancellation = TypedDict("PayoutBatchEventDataCancellation", {
    "requested_at": str,
    "requested_via": str,
    "status": Union[PayoutBatchEventDataCancellationStatus, str],
})

PayoutBatchEventData = TypedDict("PayoutBatchEventData", {
    "id": str,
    "status": Union[PayoutBatchEventDataStatus, str],
    "summary": "PayoutBatchEventDataSummary",
    "totals": List["PayoutBatchEventDataTotals"],
    "approval": NotRequired["PayoutBatchEventDataApproval"],
    "cancellation": NotRequired["PayoutBatchEventDataCancellation"],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "created_at": str,
    "updated_at": str,
    "finished_at": NotRequired[str],
})

PayoutBatchEvent = TypedDict("PayoutBatchEvent", {
    "id": str,
    "type": PayoutBatchEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "PayoutBatchEventData",
})

PayoutBatchItemStatus = Literal["pending", "processing", "completed", "failed", "refused", "returned", "cancelled", "verification_pending"]

PayoutBatchItem = TypedDict("PayoutBatchItem", {
    "id": str,
    "index": int,
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "status": Union[PayoutBatchItemStatus, str],
    "payout_id": NotRequired[str],
    "failure_code": NotRequired[str],
    "error_code": NotRequired[str],
    "error_param": NotRequired[str],
    "not_cancelled_reason": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

PayoutBatchItemCreateAtThePresentPriceAmountSide = Literal["source", "destination"]

PayoutBatchItemCreateAtThePresentPrice = TypedDict("PayoutBatchItemCreateAtThePresentPrice", {
    "beneficiary_id": str,
    "source_currency": str,
    "amount": str,
    "amount_side": PayoutBatchItemCreateAtThePresentPriceAmountSide,
    "description": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

PayoutBatchItemCreateAtThePriceOfAQuote = TypedDict("PayoutBatchItemCreateAtThePriceOfAQuote", {
    "beneficiary_id": str,
    "quote_id": str,
    "description": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

PayoutBatchItemCreate = Union["PayoutBatchItemCreateAtThePresentPrice", "PayoutBatchItemCreateAtThePriceOfAQuote"]

PayoutBatchItemList = TypedDict("PayoutBatchItemList", {
    "data": List["PayoutBatchItem"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

PayoutBatchItemPreviewOutcome = Literal["created", "in_review", "failed", "refused"]

PayoutBatchItemPreviewShort = TypedDict("PayoutBatchItemPreviewShort", {
    "amount": str,
    "currency": str,
})

PayoutBatchItemPreviewPayoutStatus = Literal["processing", "verification_pending", "completed", "failed", "returned", "cancelled"]

PayoutBatchItemPreviewPayoutDestination = TypedDict("PayoutBatchItemPreviewPayoutDestination", {
    "amount": str,
    "currency": str,
})

PayoutBatchItemPreviewPayoutRiskStatus = Literal["allowed", "in_review", "approved", "rejected"]

PayoutBatchItemPreviewPayout = TypedDict("PayoutBatchItemPreviewPayout", {
    "status": Union[PayoutBatchItemPreviewPayoutStatus, str],
    "method": str,
    "beneficiary_id": str,
    "source": "Source",
    "destination": "PayoutBatchItemPreviewPayoutDestination",
    "rate": str,
    "quote_id": NotRequired[str],
    "failure_code": NotRequired[str],
    "risk_status": NotRequired[Union[PayoutBatchItemPreviewPayoutRiskStatus, str]],
})

PayoutBatchItemPreview = TypedDict("PayoutBatchItemPreview", {
    "index": int,
    "reference": NotRequired[str],
    "outcome": Union[PayoutBatchItemPreviewOutcome, str],
    "refusal": NotRequired["PreviewRefusal"],
    "reasons": NotRequired[List[str]],
    "warnings": NotRequired[List[str]],
    "short": NotRequired["PayoutBatchItemPreviewShort"],
    "entries": List["PreviewEntry"],
    "payout": NotRequired["PayoutBatchItemPreviewPayout"],
})

PayoutBatchList = TypedDict("PayoutBatchList", {
    "data": List["PayoutBatch"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

PayoutBatchPreviewOutcome = Literal["created", "refused"]

PayoutBatchPreviewSummary = TypedDict("PayoutBatchPreviewSummary", {
    "total": int,
    "created": int,
    "in_review": int,
    "failed": int,
    "refused": int,
})

PayoutBatchPreviewTotals = TypedDict("PayoutBatchPreviewTotals", {
    "currency": str,
    "requested": str,
})

PayoutBatchPreviewShort = TypedDict("PayoutBatchPreviewShort", {
    "amount": str,
    "currency": str,
})

PayoutBatchPreview = TypedDict("PayoutBatchPreview", {
    "outcome": Union[PayoutBatchPreviewOutcome, str],
    "refusal": NotRequired["PreviewRefusal"],
    "summary": NotRequired["PayoutBatchPreviewSummary"],
    "totals": NotRequired[List["PayoutBatchPreviewTotals"]],
    "short": NotRequired[List["PayoutBatchPreviewShort"]],
    "warnings": NotRequired[List[str]],
    "items": NotRequired[List["PayoutBatchItemPreview"]],
})

PayoutCreateAtThePresentPriceAmountSide = Literal["source", "destination"]

PayoutCreateAtThePresentPrice = TypedDict("PayoutCreateAtThePresentPrice", {
    "beneficiary_id": str,
    "source_currency": str,
    "amount": str,
    "amount_side": PayoutCreateAtThePresentPriceAmountSide,
    "description": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

PayoutCreateAtThePriceOfAQuote = TypedDict("PayoutCreateAtThePriceOfAQuote", {
    "beneficiary_id": str,
    "quote_id": str,
    "description": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

PayoutCreate = Union["PayoutCreateAtThePresentPrice", "PayoutCreateAtThePriceOfAQuote"]

PayoutEventType = Literal["payout.created", "payout.completed", "payout.failed", "payout.cancelled", "payout.returned", "payout.return_settled"]

PayoutEventDataStatus = Literal["processing", "verification_pending", "completed", "failed", "returned", "cancelled"]

PayoutEventDataDestination = TypedDict("PayoutEventDataDestination", {
    "amount": str,
    "currency": str,
})

PayoutEventDataRiskStatus = Literal["allowed", "in_review", "approved", "rejected"]

PayoutEventDataApprovalStatus = Literal["pending", "approved", "declined", "expired"]

PayoutEventDataApprovalResourceType = Literal["payout", "payout_batch", "account", "member"]

PayoutEventDataApprovalGiven = TypedDict("PayoutEventDataApprovalGiven", {
    "member_id": str,
    "at": str,
    "note": NotRequired[str],
})

PayoutEventDataApprovalChangeRole = Literal["owner", "admin", "developer", "viewer"]

PayoutEventDataApprovalChangeStatus = Literal["invited", "active", "disabled"]

PayoutEventDataApprovalChange = TypedDict("PayoutEventDataApprovalChange", {
    "role": NotRequired[Union[PayoutEventDataApprovalChangeRole, str]],
    "status": NotRequired[Union[PayoutEventDataApprovalChangeStatus, str]],
})

PayoutEventDataApproval = TypedDict("PayoutEventDataApproval", {
    "id": str,
    "status": Union[PayoutEventDataApprovalStatus, str],
    "resource_type": NotRequired[Union[PayoutEventDataApprovalResourceType, str]],
    "resource_id": NotRequired[str],
    "required": NotRequired[int],
    "given": NotRequired[List["PayoutEventDataApprovalGiven"]],
    "requested_by": NotRequired[str],
    "decided_by": NotRequired[str],
    "note": NotRequired[str],
    "change": NotRequired["PayoutEventDataApprovalChange"],
    "expires_at": NotRequired[str],
    "created_at": NotRequired[str],
    "updated_at": NotRequired[str],
    "decided_at": NotRequired[str],
})

PayoutEventDataRefundStatus = Literal["pending", "settled"]

PayoutEventDataRefund = TypedDict("PayoutEventDataRefund", {
    "amount": str,
    "currency": str,
    "status": Union[PayoutEventDataRefundStatus, str],
})

PayoutEventDataBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

PayoutEventDataBankReference = TypedDict("PayoutEventDataBankReference", {
    "kind": Union[PayoutEventDataBankReferenceKind, str],
    "value": str,
})

PayoutEventData = TypedDict("PayoutEventData", {
    "id": str,
    "status": Union[PayoutEventDataStatus, str],
    "method": str,
    "beneficiary_id": str,
    "source": "Source",
    "destination": "PayoutEventDataDestination",
    "rate": str,
    "quote_id": NotRequired[str],
    "remittance_id": NotRequired[str],
    "batch_id": NotRequired[str],
    "failure_code": NotRequired[str],
    "risk_status": NotRequired[Union[PayoutEventDataRiskStatus, str]],
    "risk_decision_id": NotRequired[str],
    "approval": NotRequired["PayoutEventDataApproval"],
    "refund": NotRequired["PayoutEventDataRefund"],
    "country": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "bank_reference": NotRequired["PayoutEventDataBankReference"],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
    "returned_at": NotRequired[str],
    "cancelled_at": NotRequired[str],
})

PayoutEvent = TypedDict("PayoutEvent", {
    "id": str,
    "type": PayoutEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "PayoutEventData",
})

PayoutList = TypedDict("PayoutList", {
    "data": List["Payout"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

PayoutPreviewOutcome = Literal["created", "in_review", "failed", "refused"]

PayoutPreviewShort = TypedDict("PayoutPreviewShort", {
    "amount": str,
    "currency": str,
})

PayoutPreviewPayoutStatus = Literal["processing", "verification_pending", "completed", "failed", "returned", "cancelled"]

PayoutPreviewPayoutDestination = TypedDict("PayoutPreviewPayoutDestination", {
    "amount": str,
    "currency": str,
})

PayoutPreviewPayoutRiskStatus = Literal["allowed", "in_review", "approved", "rejected"]

PayoutPreviewPayout = TypedDict("PayoutPreviewPayout", {
    "status": Union[PayoutPreviewPayoutStatus, str],
    "method": str,
    "beneficiary_id": str,
    "source": "Source",
    "destination": "PayoutPreviewPayoutDestination",
    "rate": str,
    "quote_id": NotRequired[str],
    "failure_code": NotRequired[str],
    "risk_status": NotRequired[Union[PayoutPreviewPayoutRiskStatus, str]],
})

PayoutPreview = TypedDict("PayoutPreview", {
    "outcome": Union[PayoutPreviewOutcome, str],
    "refusal": NotRequired["PreviewRefusal"],
    "reasons": NotRequired[List[str]],
    "warnings": NotRequired[List[str]],
    "short": NotRequired["PayoutPreviewShort"],
    "entries": List["PreviewEntry"],
    "payout": NotRequired["PayoutPreviewPayout"],
})

PreferencesLanguage = Literal["en", "es", "pt"]

Preferences = TypedDict("Preferences", {
    "language": Union[PreferencesLanguage, str],
})

PreferencesUpdateLanguage = Literal["en", "es", "pt"]

PreferencesUpdate = TypedDict("PreferencesUpdate", {
    "language": PreferencesUpdateLanguage,
})

PreviewEntryAccount = Literal["available", "pending", "reserved", "in_settlement", "earnings"]

PreviewEntryDirection = Literal["credit", "debit"]

PreviewEntry = TypedDict("PreviewEntry", {
    "account": Union[PreviewEntryAccount, str],
    "direction": Union[PreviewEntryDirection, str],
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

QuoteStatus = Literal["open", "used", "expired"]

QuoteProduct = Literal["payout", "remittance"]

QuoteDestination = TypedDict("QuoteDestination", {
    "amount": str,
    "currency": str,
})

QuoteFunding = TypedDict("QuoteFunding", {
    "amount": str,
    "currency": str,
})

Quote = TypedDict("Quote", {
    "id": str,
    "status": Union[QuoteStatus, str],
    "product": Union[QuoteProduct, str],
    "method": str,
    "country": NotRequired[str],
    "beneficiary_id": NotRequired[str],
    "source": "Source",
    "destination": "QuoteDestination",
    "rate": str,
    "source_method": NotRequired[str],
    "funding": NotRequired["QuoteFunding"],
    "expires_at": str,
    "used_by": NotRequired[str],
    "created_at": str,
})

QuoteCreateForAMethodAmountSide = Literal["source", "destination"]

QuoteCreateForAMethodProduct = Literal["payout", "remittance"]

QuoteCreateForAMethod = TypedDict("QuoteCreateForAMethod", {
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "source_currency": str,
    "amount": str,
    "amount_side": QuoteCreateForAMethodAmountSide,
    "product": NotRequired[QuoteCreateForAMethodProduct],
    "source_method": NotRequired[str],
    "source_country": NotRequired[str],
})

QuoteCreateForABeneficiaryAmountSide = Literal["source", "destination"]

QuoteCreateForABeneficiaryProduct = Literal["payout", "remittance"]

QuoteCreateForABeneficiary = TypedDict("QuoteCreateForABeneficiary", {
    "beneficiary_id": str,
    "source_currency": str,
    "amount": str,
    "amount_side": QuoteCreateForABeneficiaryAmountSide,
    "product": NotRequired[QuoteCreateForABeneficiaryProduct],
    "source_method": NotRequired[str],
    "source_country": NotRequired[str],
})

QuoteCreate = Union["QuoteCreateForAMethod", "QuoteCreateForABeneficiary"]

ReconciliationExceptionType = Literal["amount_mismatch", "payin_reversed", "unmatched_deposit", "duplicate_deposit", "late_payment_evidence", "provider_mismatch"]

ReconciliationExceptionStatus = Literal["open", "resolved"]

ReconciliationExceptionResourceType = Literal["payin", "payout", "refund", "settlement", "withdrawal", "funding_account", "account"]

ReconciliationExceptionResource = TypedDict("ReconciliationExceptionResource", {
    "type": Union[ReconciliationExceptionResourceType, str],
    "id": str,
})

ReconciliationExceptionExpected = TypedDict("ReconciliationExceptionExpected", {
    "amount": str,
    "currency": str,
})

ReconciliationExceptionActual = TypedDict("ReconciliationExceptionActual", {
    "amount": str,
    "currency": str,
})

ReconciliationException = TypedDict("ReconciliationException", {
    "id": str,
    "type": Union[ReconciliationExceptionType, str],
    "status": Union[ReconciliationExceptionStatus, str],
    "resource": NotRequired["ReconciliationExceptionResource"],
    "expected": NotRequired["ReconciliationExceptionExpected"],
    "actual": NotRequired["ReconciliationExceptionActual"],
    "note": NotRequired[str],
    "created_at": str,
    "resolved_at": NotRequired[str],
})

ReconciliationExceptionEventType = Literal["reconciliation.exception_created", "reconciliation.exception_resolved"]

ReconciliationExceptionEvent = TypedDict("ReconciliationExceptionEvent", {
    "id": str,
    "type": ReconciliationExceptionEventType,
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

RefundStatus = Literal["pending_review", "processing", "completed", "failed"]

RefundPayer = TypedDict("RefundPayer", {
    "amount": str,
    "currency": str,
})

RefundRiskStatus = Literal["allowed", "in_review", "approved", "rejected"]

RefundBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

RefundBankReference = TypedDict("RefundBankReference", {
    "kind": Union[RefundBankReferenceKind, str],
    "value": str,
})

Refund = TypedDict("Refund", {
    "id": str,
    "status": Union[RefundStatus, str],
    "payin_id": str,
    "amount": str,
    "currency": str,
    "payer": "RefundPayer",
    "reason": NotRequired[str],
    "failure_code": NotRequired[str],
    "risk_status": Union[RefundRiskStatus, str],
    "risk_decision_id": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "bank_reference": NotRequired["RefundBankReference"],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
})

RefundCreate = TypedDict("RefundCreate", {
    "payin_id": str,
    "amount": NotRequired[str],
    "reason": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

RefundEventType = Literal["refund.created", "refund.approved", "refund.processing", "refund.completed", "refund.failed"]

RefundEventDataStatus = Literal["pending_review", "processing", "completed", "failed"]

RefundEventDataPayer = TypedDict("RefundEventDataPayer", {
    "amount": str,
    "currency": str,
})

RefundEventDataRiskStatus = Literal["allowed", "in_review", "approved", "rejected"]

RefundEventDataBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

RefundEventDataBankReference = TypedDict("RefundEventDataBankReference", {
    "kind": Union[RefundEventDataBankReferenceKind, str],
    "value": str,
})

RefundEventData = TypedDict("RefundEventData", {
    "id": str,
    "status": Union[RefundEventDataStatus, str],
    "payin_id": str,
    "amount": str,
    "currency": str,
    "payer": "RefundEventDataPayer",
    "failure_code": NotRequired[str],
    "risk_status": Union[RefundEventDataRiskStatus, str],
    "risk_decision_id": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "bank_reference": NotRequired["RefundEventDataBankReference"],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
})

RefundEvent = TypedDict("RefundEvent", {
    "id": str,
    "type": RefundEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "RefundEventData",
})

RefundList = TypedDict("RefundList", {
    "data": List["Refund"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

RefundPreviewOutcome = Literal["created", "in_review", "failed", "refused"]

RefundPreviewShort = TypedDict("RefundPreviewShort", {
    "amount": str,
    "currency": str,
})

RefundPreviewRefundStatus = Literal["pending_review", "processing", "completed", "failed"]

RefundPreviewRefundPayer = TypedDict("RefundPreviewRefundPayer", {
    "amount": str,
    "currency": str,
})

RefundPreviewRefundRiskStatus = Literal["allowed", "in_review", "approved", "rejected"]

RefundPreviewRefund = TypedDict("RefundPreviewRefund", {
    "status": Union[RefundPreviewRefundStatus, str],
    "payin_id": str,
    "amount": str,
    "currency": str,
    "payer": "RefundPreviewRefundPayer",
    "reason": NotRequired[str],
    "risk_status": Union[RefundPreviewRefundRiskStatus, str],
})

RefundPreview = TypedDict("RefundPreview", {
    "outcome": Union[RefundPreviewOutcome, str],
    "refusal": NotRequired["PreviewRefusal"],
    "reasons": NotRequired[List[str]],
    "warnings": NotRequired[List[str]],
    "short": NotRequired["RefundPreviewShort"],
    "entries": List["PreviewEntry"],
    "refund": NotRequired["RefundPreviewRefund"],
})

RemittanceStatus = Literal["awaiting_funds", "processing", "review", "completed", "failed", "returned"]

RemittanceSourceType = Literal["funding_account", "payin"]

RemittanceSource = TypedDict("RemittanceSource", {
    "type": Union[RemittanceSourceType, str],
    "funding_account_id": NotRequired[str],
    "payin_id": NotRequired[str],
    "currency": str,
    "amount": str,
})

RemittanceDestination = TypedDict("RemittanceDestination", {
    "amount": str,
    "currency": str,
})

Remittance = TypedDict("Remittance", {
    "id": str,
    "status": Union[RemittanceStatus, str],
    "quote_id": str,
    "beneficiary_id": str,
    "customer_id": NotRequired[str],
    "source": "RemittanceSource",
    "destination": "RemittanceDestination",
    "rate": str,
    "payin_id": NotRequired[str],
    "payout_id": NotRequired[str],
    "failure_code": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "description": NotRequired[str],
})

RemittanceCreateSourceTheNextDeposit = TypedDict("RemittanceCreateSourceTheNextDeposit", {
    "funding_account_id": str,
})

RemittanceCreateSourceACreditedPayIn = TypedDict("RemittanceCreateSourceACreditedPayIn", {
    "payin_id": str,
})

RemittanceCreate = TypedDict("RemittanceCreate", {
    "quote_id": str,
    "beneficiary_id": str,
    "source": Union["RemittanceCreateSourceTheNextDeposit", "RemittanceCreateSourceACreditedPayIn"],
    "description": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

RemittanceEventType = Literal["remittance.created", "remittance.processing", "remittance.review", "remittance.completed", "remittance.failed", "remittance.returned"]

RemittanceEventDataStatus = Literal["awaiting_funds", "processing", "review", "completed", "failed", "returned"]

RemittanceEventDataSourceType = Literal["funding_account", "payin"]

RemittanceEventDataSource = TypedDict("RemittanceEventDataSource", {
    "type": Union[RemittanceEventDataSourceType, str],
    "funding_account_id": NotRequired[str],
    "payin_id": NotRequired[str],
    "currency": str,
    "amount": str,
})

RemittanceEventDataDestination = TypedDict("RemittanceEventDataDestination", {
    "amount": str,
    "currency": str,
})

RemittanceEventData = TypedDict("RemittanceEventData", {
    "id": str,
    "status": Union[RemittanceEventDataStatus, str],
    "quote_id": str,
    "beneficiary_id": str,
    "customer_id": NotRequired[str],
    "source": "RemittanceEventDataSource",
    "destination": "RemittanceEventDataDestination",
    "rate": str,
    "payin_id": NotRequired[str],
    "payout_id": NotRequired[str],
    "failure_code": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
})

RemittanceEvent = TypedDict("RemittanceEvent", {
    "id": str,
    "type": RemittanceEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "RemittanceEventData",
})

RemittanceList = TypedDict("RemittanceList", {
    "data": List["Remittance"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

ReportName = Literal["transactions", "payins", "payouts", "remittances", "refunds", "withdrawals", "settlements", "fees", "fx", "balances"]

ReportSource = Literal["ledger", "operations"]

Report = TypedDict("Report", {
    "name": Union[ReportName, str],
    "from": str,
    "to": str,
    "source": Union[ReportSource, str],
    "as_of": str,
    "columns": List[str],
    "data": List[Dict[str, Optional[str]]],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

RequestMethod = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

RequestOutcome = Literal["succeeded", "refused", "failed", "unheard"]

RequestRequestBody = TypedDict("RequestRequestBody", {

})

RequestResponseBody = TypedDict("RequestResponseBody", {

})

Request = TypedDict("Request", {
    "id": str,
    "method": Union[RequestMethod, str],
    "path": str,
    "route": str,
    "query": NotRequired[Dict[str, str]],
    "status": int,
    "outcome": Union[RequestOutcome, str],
    "error_code": NotRequired[str],
    "duration_ms": int,
    "api_key_prefix": NotRequired[str],
    "member_id": NotRequired[str],
    "idempotency_key": NotRequired[str],
    "replayed": bool,
    "correlation_id": NotRequired[str],
    "resource_id": NotRequired[str],
    "user_agent": NotRequired[str],
    "request_body": NotRequired["RequestRequestBody"],
    "response_body": NotRequired["RequestResponseBody"],
    "created_at": str,
})

RequestList = TypedDict("RequestList", {
    "data": List["Request"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

RiskReviewResource = TypedDict("RiskReviewResource", {
    "type": str,
    "id": str,
})

RiskReview = TypedDict("RiskReview", {
    "id": str,
    "status": str,
    "reasons": List[str],
    "resource": "RiskReviewResource",
    "created_at": str,
})

RiskReviewEventType = Literal["risk.review_required"]

RiskReviewEvent = TypedDict("RiskReviewEvent", {
    "id": str,
    "type": RiskReviewEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "RiskReview",
})

SessionCreate = TypedDict("SessionCreate", {
    "email": str,
    "code": str,
    "device": NotRequired[str],
    "step_up": NotRequired[bool],
})

SettlementStatus = Literal["processing", "on_hold", "completed", "failed"]

SettlementPeriod = TypedDict("SettlementPeriod", {
    "from": str,
    "to": str,
})

SettlementItemsDirection = Literal["credit", "debit"]

SettlementItemsOrigin = TypedDict("SettlementItemsOrigin", {
    "type": str,
    "id": str,
})

SettlementItems = TypedDict("SettlementItems", {
    "journal_id": str,
    "purpose": str,
    "direction": Union[SettlementItemsDirection, str],
    "amount": str,
    "origin": "SettlementItemsOrigin",
    "occurred_at": str,
})

SettlementBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

SettlementBankReference = TypedDict("SettlementBankReference", {
    "kind": Union[SettlementBankReferenceKind, str],
    "value": str,
})

Settlement = TypedDict("Settlement", {
    "id": str,
    "status": Union[SettlementStatus, str],
    "schedule_id": str,
    "destination_id": str,
    "currency": str,
    "period": "SettlementPeriod",
    "opening": str,
    "credits": str,
    "debits": str,
    "amount": str,
    "fee": str,
    "total": str,
    "left": NotRequired[str],
    "failure_code": NotRequired[str],
    "items": NotRequired[List["SettlementItems"]],
    "bank_reference": NotRequired["SettlementBankReference"],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
})

SettlementConfigurationState = Literal["unconfigured", "active", "unexecutable"]

SettlementConfigurationCurrenciesState = Literal["unconfigured", "active", "unexecutable"]

SettlementConfigurationCurrencies = TypedDict("SettlementConfigurationCurrencies", {
    "currency": str,
    "state": Union[SettlementConfigurationCurrenciesState, str],
    "automatic": NotRequired[bool],
    "reason": NotRequired[str],
    "schedule_id": NotRequired[str],
    "destination_id": NotRequired[str],
})

SettlementConfiguration = TypedDict("SettlementConfiguration", {
    "state": Union[SettlementConfigurationState, str],
    "currencies": List["SettlementConfigurationCurrencies"],
})

SettlementDestinationStatus = Literal["active", "disabled"]

SettlementDestination = TypedDict("SettlementDestination", {
    "id": str,
    "method": str,
    "currency": str,
    "country": NotRequired[str],
    "label": NotRequired[str],
    "status": Union[SettlementDestinationStatus, str],
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

SettlementEventType = Literal["settlement.created", "settlement.processing", "settlement.on_hold", "settlement.completed", "settlement.failed"]

SettlementEventDataStatus = Literal["processing", "on_hold", "completed", "failed"]

SettlementEventDataPeriod = TypedDict("SettlementEventDataPeriod", {
    "from": str,
    "to": str,
})

SettlementEventDataBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

SettlementEventDataBankReference = TypedDict("SettlementEventDataBankReference", {
    "kind": Union[SettlementEventDataBankReferenceKind, str],
    "value": str,
})

SettlementEventData = TypedDict("SettlementEventData", {
    "id": str,
    "status": Union[SettlementEventDataStatus, str],
    "schedule_id": str,
    "destination_id": str,
    "currency": str,
    "period": "SettlementEventDataPeriod",
    "opening": str,
    "credits": str,
    "debits": str,
    "amount": str,
    "fee": str,
    "total": str,
    "left": NotRequired[str],
    "failure_code": NotRequired[str],
    "bank_reference": NotRequired["SettlementEventDataBankReference"],
    "created_at": str,
    "updated_at": str,
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
})

SettlementEvent = TypedDict("SettlementEvent", {
    "id": str,
    "type": SettlementEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "SettlementEventData",
})

SettlementList = TypedDict("SettlementList", {
    "data": List["Settlement"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

SettlementScheduleInterval = Literal["daily", "weekly", "monthly", "manual"]

SettlementScheduleStatus = Literal["active", "closed"]

SettlementSchedule = TypedDict("SettlementSchedule", {
    "id": str,
    "currency": str,
    "destination_id": NotRequired[str],
    "interval": Union[SettlementScheduleInterval, str],
    "weekday": NotRequired[int],
    "day": NotRequired[int],
    "cutoff_time": str,
    "minimum_amount": str,
    "automatic": bool,
    "status": Union[SettlementScheduleStatus, str],
    "next_cutoff_at": NotRequired[str],
    "created_at": str,
    "closed_at": NotRequired[str],
})

SettlementScheduleEventType = Literal["settlement_schedule.activated", "settlement_schedule.blocked"]

SettlementScheduleEvent = TypedDict("SettlementScheduleEvent", {
    "id": str,
    "type": SettlementScheduleEventType,
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

SignInPolicyPasskeys = Literal["optional", "required"]

SignInPolicy = TypedDict("SignInPolicy", {
    "passkeys": Union[SignInPolicyPasskeys, str],
})

SignInPolicyUpdatePasskeys = Literal["optional", "required"]

SignInPolicyUpdate = TypedDict("SignInPolicyUpdate", {
    "passkeys": SignInPolicyUpdatePasskeys,
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

TimelineEntryKind = Literal["request", "state", "review", "entries", "event", "delivery", "exception"]

TimelineEntryDetailEntriesAccount = Literal["available", "pending", "reserved", "in_settlement", "earnings"]

TimelineEntryDetailEntriesDirection = Literal["credit", "debit"]

TimelineEntryDetailEntries = TypedDict("TimelineEntryDetailEntries", {
    "account": Union[TimelineEntryDetailEntriesAccount, str],
    "direction": Union[TimelineEntryDetailEntriesDirection, str],
    "amount": str,
    "currency": str,
})

TimelineEntryDetail = TypedDict("TimelineEntryDetail", {
    "entries": NotRequired[List["TimelineEntryDetailEntries"]],
})

TimelineEntry = TypedDict("TimelineEntry", {
    "at": str,
    "kind": Union[TimelineEntryKind, str],
    "says": str,
    "source_id": NotRequired[str],
    "detail": NotRequired["TimelineEntryDetail"],
})

WebhookDeliveryStatus = Literal["pending", "delivered", "failed", "cancelled"]

WebhookDeliveryHistory = TypedDict("WebhookDeliveryHistory", {
    "number": int,
    "occurred_at": str,
    "http_status": NotRequired[int],
    "duration_ms": int,
    "error": NotRequired[str],
})

WebhookDelivery = TypedDict("WebhookDelivery", {
    "id": str,
    "endpoint_id": str,
    "event_id": str,
    "event_type": str,
    "status": Union[WebhookDeliveryStatus, str],
    "attempts": int,
    "created_at": str,
    "delivered_at": NotRequired[str],
    "next_attempt_at": NotRequired[str],
    "redelivery_of": NotRequired[str],
    "history": List["WebhookDeliveryHistory"],
})

WebhookDeliveryList = TypedDict("WebhookDeliveryList", {
    "data": List["WebhookDelivery"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

WebhookEndpointStatus = Literal["active", "failing"]

WebhookEndpoint = TypedDict("WebhookEndpoint", {
    "id": str,
    "url": str,
    "description": NotRequired[str],
    "event_types": List[str],
    "active": bool,
    "status": Union[WebhookEndpointStatus, str],
    "secret": NotRequired[str],
    "previous_secret_expires_at": NotRequired[str],
    "failing_since": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

WebhookEndpointCreateEventTypes = Literal["funding_account.active", "funding_account.failed", "payin.completed", "payin.failed", "payout.created", "payout.completed", "payout.failed", "payout.cancelled", "payout.returned", "payout.return_settled", "remittance.created", "remittance.processing", "remittance.review", "remittance.completed", "remittance.failed", "remittance.returned", "payout_batch.created", "payout_batch.completed", "payout_batch.cancellation_requested", "payout_batch.cancellation_finished", "payout_batch.updated", "refund.created", "refund.approved", "refund.processing", "refund.completed", "refund.failed", "settlement.created", "settlement.processing", "settlement.on_hold", "settlement.completed", "settlement.failed", "settlement_schedule.activated", "settlement_schedule.blocked", "withdrawal.created", "withdrawal.pending_approval", "withdrawal.approved", "withdrawal.submitted", "withdrawal.completed", "withdrawal.failed", "withdrawal.cancelled", "approval.requested", "approval.decided", "customer.created", "customer.updated", "customer.status_changed", "beneficiary.created", "beneficiary.verified", "risk.review_required", "reconciliation.exception_created", "reconciliation.exception_resolved", "hosted_session.created", "hosted_session.payment_reported", "webhook.ping"]

WebhookEndpointCreate = TypedDict("WebhookEndpointCreate", {
    "url": str,
    "description": NotRequired[str],
    "event_types": NotRequired[List[WebhookEndpointCreateEventTypes]],
})

WebhookEndpointEventType = Literal["webhook.ping"]

WebhookEndpointEventDataStatus = Literal["active", "failing"]

WebhookEndpointEventData = TypedDict("WebhookEndpointEventData", {
    "id": str,
    "url": str,
    "event_types": List[str],
    "active": bool,
    "status": Union[WebhookEndpointEventDataStatus, str],
    "previous_secret_expires_at": NotRequired[str],
    "failing_since": NotRequired[str],
    "created_at": str,
    "updated_at": str,
})

WebhookEndpointEvent = TypedDict("WebhookEndpointEvent", {
    "id": str,
    "type": WebhookEndpointEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "WebhookEndpointEventData",
})

WebhookEndpointList = TypedDict("WebhookEndpointList", {
    "data": List["WebhookEndpoint"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})

WebhookEndpointUpdateEventTypes = Literal["funding_account.active", "funding_account.failed", "payin.completed", "payin.failed", "payout.created", "payout.completed", "payout.failed", "payout.cancelled", "payout.returned", "payout.return_settled", "remittance.created", "remittance.processing", "remittance.review", "remittance.completed", "remittance.failed", "remittance.returned", "payout_batch.created", "payout_batch.completed", "payout_batch.cancellation_requested", "payout_batch.cancellation_finished", "payout_batch.updated", "refund.created", "refund.approved", "refund.processing", "refund.completed", "refund.failed", "settlement.created", "settlement.processing", "settlement.on_hold", "settlement.completed", "settlement.failed", "settlement_schedule.activated", "settlement_schedule.blocked", "withdrawal.created", "withdrawal.pending_approval", "withdrawal.approved", "withdrawal.submitted", "withdrawal.completed", "withdrawal.failed", "withdrawal.cancelled", "approval.requested", "approval.decided", "customer.created", "customer.updated", "customer.status_changed", "beneficiary.created", "beneficiary.verified", "risk.review_required", "reconciliation.exception_created", "reconciliation.exception_resolved", "hosted_session.created", "hosted_session.payment_reported", "webhook.ping"]

WebhookEndpointUpdate = TypedDict("WebhookEndpointUpdate", {
    "url": NotRequired[str],
    "description": NotRequired[str],
    "event_types": NotRequired[List[WebhookEndpointUpdateEventTypes]],
    "active": NotRequired[bool],
})

WithdrawalStatus = Literal["pending_approval", "processing", "submitted", "verification_pending", "completed", "failed", "cancelled"]

WithdrawalRiskStatus = Literal["allowed", "in_review", "approved", "rejected"]

WithdrawalBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

WithdrawalBankReference = TypedDict("WithdrawalBankReference", {
    "kind": Union[WithdrawalBankReferenceKind, str],
    "value": str,
})

Withdrawal = TypedDict("Withdrawal", {
    "id": str,
    "status": Union[WithdrawalStatus, str],
    "destination_id": str,
    "amount": str,
    "fee": str,
    "total": str,
    "currency": str,
    "description": NotRequired[str],
    "failure_code": NotRequired[str],
    "risk_status": Union[WithdrawalRiskStatus, str],
    "risk_decision_id": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "bank_reference": NotRequired["WithdrawalBankReference"],
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
    "reference": NotRequired[str],
    "metadata": NotRequired[Dict[str, str]],
})

WithdrawalEventType = Literal["withdrawal.created", "withdrawal.pending_approval", "withdrawal.approved", "withdrawal.submitted", "withdrawal.completed", "withdrawal.failed", "withdrawal.cancelled"]

WithdrawalEventDataStatus = Literal["pending_approval", "processing", "submitted", "verification_pending", "completed", "failed", "cancelled"]

WithdrawalEventDataRiskStatus = Literal["allowed", "in_review", "approved", "rejected"]

WithdrawalEventDataBankReferenceKind = Literal["end_to_end_id", "clave_rastreo", "trace_number", "operation_number", "other"]

WithdrawalEventDataBankReference = TypedDict("WithdrawalEventDataBankReference", {
    "kind": Union[WithdrawalEventDataBankReferenceKind, str],
    "value": str,
})

WithdrawalEventData = TypedDict("WithdrawalEventData", {
    "id": str,
    "status": Union[WithdrawalEventDataStatus, str],
    "destination_id": str,
    "amount": str,
    "fee": str,
    "total": str,
    "currency": str,
    "failure_code": NotRequired[str],
    "risk_status": Union[WithdrawalEventDataRiskStatus, str],
    "risk_decision_id": NotRequired[str],
    "reference": NotRequired[str],
    "metadata": Dict[str, str],
    "bank_reference": NotRequired["WithdrawalEventDataBankReference"],
    "created_at": str,
    "updated_at": str,
    "submitted_at": NotRequired[str],
    "completed_at": NotRequired[str],
    "failed_at": NotRequired[str],
    "cancelled_at": NotRequired[str],
})

WithdrawalEvent = TypedDict("WithdrawalEvent", {
    "id": str,
    "type": WithdrawalEventType,
    "schema_version": int,
    "occurred_at": str,
    "livemode": bool,
    "data": "WithdrawalEventData",
})

WithdrawalList = TypedDict("WithdrawalList", {
    "data": List["Withdrawal"],
    "has_more": bool,
    "next_cursor": NotRequired[str],
})
