-- expand
-- Becomes the bound of the first partition, so that the table is attached without a scan. It is ten days ahead of all ids
-- and stands for the moments between this file and 0184.
do $$ begin
  execute format('alter table request add constraint request_bound check (id < %L) not valid',
    public.id_floor('req', date_trunc('day', public.business_now(), 'UTC') + interval '10 days'));
end $$;
