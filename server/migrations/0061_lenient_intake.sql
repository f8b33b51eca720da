-- Fields of a delivery that were left out or cut: [{path, text}]. Written once, told in every answer about the delivery.
alter table lead_delivery add column warnings jsonb not null default '[]';
alter table order_delivery add column warnings jsonb not null default '[]';
alter table record_delivery add column warnings jsonb not null default '[]';
-- The lead's page shows them.
create index lead_delivery_warned on lead_delivery (dealer_id, lead_id) where warnings <> '[]';

-- The district or county city that a source named.
alter table lead add column area text not null default '';

-- Regions of before by their short names become full names: 吉林/长春 is 吉林省/长春市, 湘西州 is 湘西土家族苗族自治州, and a county city the
-- area of its city: 昆山 is 江苏省/苏州市/昆山市. A name that fits several regions, or none, stays. Only rows with such names are written.
create function pg_temp.bare(name text) returns text language sql immutable as $$
  select case name when '内蒙' then '内蒙古' else coalesce(
    substring(name from '^(.{2,}?)(?:(?:壮|满|回|苗|维吾尔|土家|彝|蒙古|藏|布依|侗|瑶|朝鲜|白|哈尼|哈萨克|黎|傣|畲|傈僳|仡佬|东乡|拉祜|水|佤|纳西|羌|土|仫佬|锡伯|柯尔克孜|达斡尔|景颇|毛南|撒拉|布朗|塔吉克|阿昌|普米|鄂温克|怒|保安|裕固|鄂伦春|独龙|各)族|维吾尔|蒙古|哈萨克|柯尔克孜|塔吉克|锡伯)+自治[区州县旗]$'),
    substring(name from '^(.{2,}?)(?:特别行政区|自治区|自治州|自治县|自治旗|地区|新区|林区|矿区|[省市区县旗盟州])$'),
    name) end
$$;
create temp table place on commit drop as
select r.level, r.name, pg_temp.bare(r.name) as bare,
       coalesce(top.name, up.name, r.name) as province,
       case r.level when 1 then '' when 2 then r.name else up.name end as city,
       case r.level when 3 then r.name else '' end as area
from region r
left join region up on r.level > 1 and up.code = r.parent_code
left join region top on r.level = 3 and top.code = up.parent_code
-- Many cities have zones of one name.
where r.level < 3 or r.name !~ '(开发|高新|产业|工业|示范|试验|管理|园)区$';
create index on place (name);
create index on place (bare);

create function pg_temp.locate(sent_province text, sent_city text) returns setof place language plpgsql stable as $$
declare
  inside text;
  own constant text := pg_temp.bare(sent_city);
  found place[];
begin
  -- An earlier release took 吉林 for the city.
  select p.province into inside from place p
  where p.level = 1 and sent_province <> '' and pg_temp.bare(sent_province) = p.bare;
  if sent_province <> '' and inside is null then return; end if;
  if sent_city = '' then
    -- A municipality is its own city.
    return query select * from place p where p.province = inside and (p.level = 1 or p.level = 2 and p.name = inside)
      order by p.level desc limit 1;
    return;
  end if;
  -- Full names first, and cities before districts: 朝阳区 is not 朝阳市.
  for step in 2 .. 3 loop
    select array_agg(p) into found from place p
    where p.name = sent_city and p.level = step and (inside is null or p.province = inside);
    exit when found is not null;
  end loop;
  for step in 2 .. 3 loop
    exit when found is not null;
    select array_agg(p) into found from place p
    where p.bare = own and p.level = step and (inside is null or p.province = inside);
  end loop;
  if cardinality(found) = 1 then return next found[1]; end if;
end $$;

do $regions$
declare
  one record;
  remote constant text := 'case r.city when '''' then 3 when d.city then 2 else 1 end';
begin
  for one in values
    ('customer', 'province', 'city', 'area', ''),
    ('deal', 'buy_province', 'buy_city', 'buy_area', ', is_remote = ' || remote),
    -- Cleaning as valid has asked where the prospect buys; before that the lead's own city counts.
    ('lead', 'province', 'city', 'area', ', is_remote = case t.clear_status when 1 then t.is_remote else ' || remote || ' end')
  loop
    execute format($sql$
      create temp table renamed on commit drop as
      select w.province as sent_province, w.city as sent_city, f.province, f.city, f.area
      from (select distinct %2$I as province, %3$I as city from %1$I where %2$I <> '' or %3$I <> '') w
      cross join lateral pg_temp.locate(w.province, w.city) f
      where not exists (select from place p where p.level <= 2 and p.province = w.province and p.city = w.city)$sql$,
      one.column1, one.column2, one.column3);
    execute format($sql$
      update %1$I t set %2$I = r.province, %3$I = r.city, %4$I = case r.area when '' then t.%4$I else r.area end$sql$ || one.column5 || $sql$
      from renamed r, dealer d
      where t.%2$I = r.sent_province and t.%3$I = r.sent_city and d.id = t.dealer_id$sql$,
      one.column1, one.column2, one.column3, one.column4);
    drop table renamed;
  end loop;
end $regions$;
drop function pg_temp.locate(text, text);
drop table place;
