-- expand
-- Becomes the bound of the first partition, as in 0182.
do $$ begin
  execute format('alter table mail add constraint mail_bound check (id < %L) not valid',
    public.id_floor('mail', date_trunc('day', public.business_now(), 'UTC') + interval '10 days'));
end $$;
