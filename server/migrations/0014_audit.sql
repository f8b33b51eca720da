-- The audit stays whole against its owner's slips too: no row trigger sees a TRUNCATE. What is older than the row trigger of 0001
-- keeps (180 days) goes only by a delete that says what it is: set local showroom.audit_retention = 'on' in its transaction.
create trigger audit_not_emptied before truncate on audit for each statement execute function refuse_change();
create trigger audit_not_changed before update on audit for each statement execute function refuse_change();
create trigger audit_not_thinned before delete on audit for each statement
  when (current_setting('showroom.audit_retention', true) is distinct from 'on')
  execute function refuse_change();
