import { dictionaryKinds } from '@showroom/contract/base/base.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { foldedName } from '../platform/db/search.ts'
import { RawAnswer, RawJson } from '../platform/http/answer.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Scope } from '../platform/session/session.ts'

/** Reads base data. It is shared by all dealers, so only dealer-specific parts take a scope. PostgreSQL builds the JSON. */

const kinds: string[] = [...dictionaryKinds]

/** Flag that only switched-off rows of base data carry. */
const offOf = (alias: string) => sql`case when ${sql.ref(`${alias}.is_off`)} then true end`

/** Returns all dictionaries as one object, each an ordered list. Numeric codes are returned as numbers. */
export async function getBaseInfo(db: Executor): Promise<RawAnswer> {
  const { rows } = await sql<{ info: string }>`
    select json_object_agg(kind, options)::text as info
    from (
      select k.kind, coalesce(json_agg(json_strip_nulls(json_build_object(
               'dataValue', case when d.value ~ '^\\d{1,9}$' then to_json(d.value::int) else to_json(d.value) end,
               'dataDisplay', d.display, 'dataName', d.name, 'remark', d.remark, 'isOff', ${offOf('d')})) order by d.position)
             filter (where d.kind is not null), '[]') as options
      from unnest(${kinds}::text[]) as k (kind)
      left join dictionary d on d.kind = k.kind
      group by k.kind
    ) as by_kind`.execute(db)
  return new RawAnswer(rows[0]?.info ?? '{}')
}

export async function listSeries(db: Executor) {
  const rows = await db
    .selectFrom('series as s')
    .innerJoin('brand as b', 'b.id', 's.brand_id')
    .select(['s.id as specId', 's.name', 'b.name as brandName', 's.is_off as isOff'])
    .orderBy('s.position')
    .execute()
  return rows.map(({ isOff, ...series }) => ({ ...series, ...(isOff && { isOff }) }))
}

/** Returns series → models → configurations. */
export async function getVehicleTree(db: Executor): Promise<RawJson> {
  const { rows } = await sql<{ tree: string }>`
    select coalesce(json_agg(json_strip_nulls(json_build_object(
             'value', s.id, 'label', s.name, 'code', s.code, 'brandName', b.name, 'isOff', ${offOf('s')}, 'children', (
               select coalesce(json_agg(json_build_object(
                        'value', m.id, 'label', m.name, 'code', m.code, 'price', yuan(m.guide_price_fen), 'isOff', ${offOf('m')}, 'children', (
                          select coalesce(json_agg(json_build_object('value', c.id, 'label', c.name, 'code', c.code, 'isOff', ${offOf('c')})
                                   order by c.id), '[]')
                          from configuration c where c.model_id = m.id)) order by m.position), '[]')
               from model m where m.series_id = s.id))) order by s.position), '[]')::text as tree
    from series s join brand b on b.id = s.brand_id`.execute(db)
  return new RawJson(rows[0]?.tree ?? '[]')
}

export async function listCompetitors(db: Executor, key: string) {
  return db
    .selectFrom('competitor_series')
    .select(['id', 'brand_name as brandName', 'series_name as seriesName'])
    .where('is_off', '=', false)
    .where(
      sql<boolean>`(${key} = '' or position(${foldedName(key)} in fold_text(brand_name || series_name)) > 0)`,
    )
    .orderBy('id')
    .limit(100)
    .execute()
}

/** Lists the regions below a province or city by name; the provinces if both names are empty. */
export async function listRegions(db: Executor, province: string, city: string) {
  const level = city ? 3 : province ? 2 : 1
  const { rows } = await sql<{ code: string; name: string; isLeaf: boolean }>`
    select r.code, r.name, not exists (select from region below where below.parent_code = r.code) as "isLeaf"
    from region r
    where r.level = ${level}
      and (${level} = 1 or r.parent_code in (
        select p.code from region p
        where p.name = case when ${level} = 2 then ${province} else ${city} end and p.level = ${level} - 1
          and (${level} = 2 or p.parent_code in (select code from region where name = ${province} and level = 1))))
    order by r.code`.execute(db)
  return rows
}

/** Returns a model, or a series with its name and all colours of its models; only colours on offer. Rejects with NOT_FOUND. */
export async function getSpec(db: Executor, id: number) {
  const { rows } = await sql<{
    id: number
    seriesId: number
    seriesName: string
    specName: string
    colors: string
  }>`
    select x.id, s.id as "seriesId", s.name as "seriesName", x.name as "specName",
           coalesce((select string_agg(distinct k.color, ',' order by k.color)
                     from model m join configuration c on c.model_id = m.id join sku k on k.configuration_id = c.id
                     where m.series_id = s.id and (x.id = s.id or m.id = x.id) and not (m.is_off or c.is_off or k.is_off)), '') as colors
    from (select id, id as series_id, name from series union all select id, series_id, name from model) as x
    join series s on s.id = x.series_id
    where x.id = ${id}
    limit 1`.execute(db)
  const spec = rows[0]
  if (!spec) throw new Refusal('NOT_FOUND')
  return spec
}

export async function listColors(db: Executor, modelId: number) {
  return db
    .selectFrom('sku as k')
    .innerJoin('configuration as c', 'c.id', 'k.configuration_id')
    .select([
      'k.color',
      'k.product_code as productCode',
      'k.product_id as productId',
      'k.id as skuId',
      'c.name as configurationName',
    ])
    .where('c.model_id', '=', modelId)
    .where('c.is_off', '=', false)
    .where('k.is_off', '=', false)
    .orderBy('k.id')
    .execute()
}

/** Returns the interiors of a model in a colour as a comma-separated list; in any colour if none is given. */
export async function getInteriors(db: Executor, modelId: number, color: string): Promise<string> {
  const { rows } = await sql<{ interiors: string }>`
    select coalesce(string_agg(distinct k.interior_color, ','), '') as interiors
    from sku k join configuration c on c.id = k.configuration_id
    where c.model_id = ${modelId} and (${color} = '' or k.color = ${color})`.execute(db)
  return rows[0]?.interiors ?? ''
}

/** Lists the other stores of a city. Crosses dealers by design, so returns only names and ids. */
export async function listCityDealers(db: Executor, scope: Scope, province: string, city: string) {
  return db
    .selectFrom('dealer')
    .select(['id as dealerId', 'name'])
    .where('province', '=', province)
    .where('city', '=', city)
    .where('id', '!=', scope.dealerId)
    .orderBy('name')
    .limit(200)
    .execute()
}
