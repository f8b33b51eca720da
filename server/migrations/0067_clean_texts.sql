-- Texts of several lines of before, as 0060 cleaned lines and codes: without hidden characters, with simple blanks, and with line ends as \n.
-- Joiners and selectors stay. Only rows with such characters are written.
do $clean$
declare
  hidden constant text := '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200c\u200e-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e0fff]';
  blank constant text := '[\u00a0\u1680\u2000-\u200a\u202f\u205f]';
  line_end constant text := '\r\n?|[\u000b\u000c\u0085\u2028\u2029]';
  one record;
begin
  for one in values
    ('deal', 'remark'), ('defeat_request', 'remark'), ('defeat_request', 'review_remark'), ('lead', 'remark'), ('lead', 'clear_remark'),
    ('lead_event', 'remark'), ('vehicle_order', 'remark'), ('vehicle_order', 'cancel_remark'), ('vehicle_order', 'reject_reason'),
    ('timeline', 'content'), ('sms_template', 'content'), ('dealer_topic', 'content'), ('attendance_sign', 'remark')
  loop
    execute format($sql$
      update %1$I set %2$I = trim(regexp_replace(regexp_replace(regexp_replace(normalize(%2$I, NFC), $3, e'\n', 'g'), $1, '', 'g'), $2, ' ', 'g'))
      where %2$I ~ ($1 || '|' || $2 || '|' || $3)$sql$, one.column1, one.column2) using hidden, blank, line_end;
  end loop;
end $clean$;
