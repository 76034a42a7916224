-- expand
-- A review ends with its operation: those that were left open are closed.
update risk_decision r set status = case o.became when 'not_executed' then 'rejected' else 'approved' end,
    decided_at = greatest(o.updated_at, r.created_at), version = r.version + 1
  from operation o where o.risk_decision_id = r.id and o.became is not null and r.status = 'in_review';
update payout p set risk_status = r.status, version = p.version + 1
  from risk_decision r where r.id = p.risk_decision_id and p.risk_status = 'in_review' and r.status <> 'in_review';
update refund p set risk_status = r.status, version = p.version + 1
  from risk_decision r where r.id = p.risk_decision_id and p.risk_status = 'in_review' and r.status <> 'in_review';
update withdrawal p set risk_status = r.status, version = p.version + 1
  from risk_decision r where r.id = p.risk_decision_id and p.risk_status = 'in_review' and r.status <> 'in_review';
update settlement p set risk_status = r.status, version = p.version + 1
  from risk_decision r where r.id = p.risk_decision_id and p.risk_status = 'in_review' and r.status <> 'in_review';
