-- expand
alter table customer validate constraint customer_name_hash_check;
