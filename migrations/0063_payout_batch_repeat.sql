-- A batch that was sent again under another key is told from one that is new: the first of a body is named by all after it.
alter table payout_batch
  add column body_fingerprint text collate "C",
  add column repeats_id text collate "C",
  add constraint payout_batch_repeats check (repeats_id is null or body_fingerprint is not null and repeats_id <> id),
  add foreign key (account_id, repeats_id) references payout_batch (account_id, id);

with known as (
  select b.id, k.fingerprint, first_value(b.id) over (partition by b.account_id, k.fingerprint order by b.id) as first_id
  from payout_batch b join idempotency_key k on k.account_id = b.account_id and k.resource_id = b.id and k.key = b.idempotency_key
)
update payout_batch b set body_fingerprint = known.fingerprint, repeats_id = nullif(known.first_id, b.id)
from known where known.id = b.id;

create unique index payout_batch_first on payout_batch (account_id, body_fingerprint)
  where body_fingerprint is not null and repeats_id is null;
