-- Triggers that filled copied columns and ends of deals for release 0.1.0. Later releases write them in their statements
-- (docs/decisions/0085).
-- least release: 1.0.0
drop trigger visit_credited on visit;
drop trigger visit_received on visit;
drop trigger lead_joined on lead;
drop trigger activity_made on activity;
drop trigger vehicle_order_moved on vehicle_order;
drop trigger vehicle_order_sourced on vehicle_order;
drop trigger deal_passed on deal;
drop trigger merged_before on audit;
drop function credit_visit, note_reception, deal_of_lead, source_of_activity, source_of_order, deal_superseded, merged_before;
