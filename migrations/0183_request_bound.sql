-- expand
alter table request validate constraint request_bound;
