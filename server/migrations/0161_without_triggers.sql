-- Triggers that do for release 1.0.0 what statements do since: owners at work, copies of sources, buyers and vehicles, notifications
-- (docs/decisions/0090).
-- least release: 1.1.0
drop trigger deal_owner_at_work on deal;
drop trigger deal_new_owner_at_work on deal;
drop trigger deal_source_changed on deal;
drop trigger vehicle_order_made on vehicle_order;
drop trigger vehicle_order_buyer_changed on vehicle_order;
drop trigger vehicle_order_lines_made on vehicle_order_line;
drop trigger vehicle_order_lines_changed on vehicle_order_line;
drop trigger vehicle_order_lines_gone on vehicle_order_line;
drop trigger member_changed on member;
drop trigger member_available on member;
drop trigger dealer_changed on dealer;
drop trigger session_ended on session;
drop trigger session_gone on session;
drop trigger base_changed on dictionary;
drop trigger base_changed on region;
drop trigger base_changed on series;
drop trigger base_changed on competitor_series;
drop function owner_at_work, note_source, note_order_buyer, note_order_vehicles, tell_rights_changed, tell_member_available,
  tell_dealer_changed, tell_session_ended, tell_session_gone, tell_base_changed;
