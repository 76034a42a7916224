-- expand
-- Language of the mails to a member (supplement §11.16); null: not known yet.
alter table member add column language text check (language in ('en', 'es', 'pt'));
