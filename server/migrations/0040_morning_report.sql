-- Who wants the morning report, when and how; at most one a day.
create table morning_report (
  dealer_id int not null,
  member_id bigint not null,
  is_on boolean not null,
  -- `HH:MM` in Asia/Shanghai.
  send_at text not null check (send_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  by_bell boolean not null,
  by_sms boolean not null,
  by_wecom boolean not null,
  -- The last day of which nothing more is sent.
  sent_on date,
  primary key (dealer_id, member_id)
);
create index morning_report_due on morning_report (send_at) where is_on;
