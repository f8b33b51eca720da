/** Rows whose copied columns differ from their sources, as `from` clauses by what they are: no process and no seed leaves one behind. */
export const wrongCopies: Readonly<Record<string, string>> = {
  'leads of customers without a deal': 'lead where customer_id is not null and deal_id is null',
  'past deals without an end': 'deal where not is_current and superseded_at is null and merged_at is null',
  'deals with two ends': 'deal where superseded_at is not null and merged_at is not null',
  "activities with another source than their deal's": `activity a join deal d on d.dealer_id = a.dealer_id and d.id = a.deal_id
     where a.from_source <> d.from_source`,
  "orders with another source than their deal's": `vehicle_order o join deal d on d.dealer_id = o.dealer_id and d.id = o.deal_id
     where (o.from_source, o.other_source) is distinct from (d.from_source::smallint, d.other_source::bigint)`,
  'orders whose vehicles differ from their lines': `vehicle_order o
     where o.series_ids is distinct from array(
         select l.series_id from vehicle_order_line l where l.dealer_id = o.dealer_id and l.order_id = o.id order by l.id)
       or o.model_ids is distinct from array(
         select l.model_id from vehicle_order_line l where l.dealer_id = o.dealer_id and l.order_id = o.id order by l.id)`,
  'orders with another buyer': `vehicle_order o left join vehicle_order_buyer b on b.dealer_id = o.dealer_id and b.order_id = o.id
     where (b.name, b.contact_name, b.phone) is distinct from (o.name, o.contact_name, o.phone)`,
  'visits without a deal': 'visit where deal_id is null or owner_id is null',
  'received visits without a first receiver':
    'visit where receiver_id is not null and first_receiver_id is null',
  'received visits without one reception': `visit v
     where v.receiver_id is not null and 1 <> (
       select count(*) from reception r
       where r.dealer_id = v.dealer_id and r.visit_id = v.id and r.member_id = v.receiver_id and r.received_at = v.received_at)`,
}
