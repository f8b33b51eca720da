/** The large network has no orders: one for each who has ordered. */
export const ordersOfSold = `
  with ordered as (
    insert into vehicle_order (dealer_id, order_no, customer_id, deal_id, owner_id, status, business_type, reviewed_at, delivered_at,
                               approved_owner_id, delivered_owner_id, created_at, created_by)
    select dealer_id, 'DD' || id, customer_id, id, owner_id, case level when 'D' then 14 else 16 end, 1, ordered_at, delivered_at,
           owner_id, case level when 'D' then owner_id end, ordered_at, owner_id
    from deal where level in ('O', 'D') returning dealer_id, id, deal_id
  )
  insert into vehicle_order_line (dealer_id, order_id, sub_order_no, series_id, model_id, sku_id, color, quantity, price_fen, status)
  select o.dealer_id, o.id, '1', d.series_ids[1], 1, 1, '白', 1, 100, 14
  from ordered o join deal d on d.dealer_id = o.dealer_id and d.id = o.deal_id`
