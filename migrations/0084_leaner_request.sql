-- expand
-- Most lines tell of a success, and are found without this index. The id of a thing that was made comes first in its
-- own index, since new ids follow each other there.
drop index request_outcome;
create index request_outcome on request (account_id, outcome, id) where outcome <> 'succeeded';
drop index request_resource;
create index request_resource on request (resource_id, account_id, id) where resource_id is not null;
