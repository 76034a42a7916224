-- expand
-- A session may have to prove again who uses it before it acts dangerously (supplement §11.14).

-- Whether the session asked for that when it was opened. Sessions of the release before did not.
alter table session add column step_up boolean not null default false;
-- Machine time of the last proof by the passkey of passkey_member_id; confirmed_at is that of the last proof of any kind.
alter table session add column passkey_at timestamptz;
