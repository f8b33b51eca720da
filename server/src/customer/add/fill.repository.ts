import { dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { statement } from '../../platform/db/statement.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { FileForm } from './add.repository.ts'

/** Completes files with what a later inquiry brings. */

/** Known facts of an inquiry; empty values are unknown. */
export type Offer = Pick<
  FileForm,
  | 'specIds'
  | 'competitionSerieses'
  | 'budget'
  | 'buyProvince'
  | 'buyCity'
  | 'buyArea'
  | 'buycarDate'
  | 'buyCount'
  | 'addPurchaseOldSeriesId'
  | 'remark'
  | 'weixin'
  | 'gender'
  | 'companyName'
  | 'secondardPhone'
  | 'tags'
  | 'addition'
>

/** A field of the file: when it is taken from the offer `o`, and its columns then. */
interface Fillable {
  readonly label: string
  readonly lacks: RawBuilder<unknown>
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>
}

const filled = (column: string, offered: string): RawBuilder<unknown> =>
  sql`(${sql.ref(column)} = '' and ${sql.ref(offered)} <> '')`

/** Fields of a deal `d` that is neither delivered nor lost. A region is completed within itself only. */
const ofDeal: readonly Fillable[] = [
  {
    label: '意向车系',
    lacks: sql`(d.series_ids = '{}' and o.series <> '{}')`,
    columns: { series_ids: sql`o.series` },
  },
  {
    label: '竞品',
    lacks: sql`(d.competitor_series_ids = '{}' and o.competitors <> '{}')`,
    columns: { competitor_series_ids: sql`o.competitors` },
  },
  { label: '预算', lacks: sql`(d.budget = 0 and o.budget > 0)`, columns: { budget: sql`o.budget` } },
  {
    label: '购车地区',
    lacks: sql`((d.buy_province = '' and o.province <> '')
      or (d.buy_province = o.province and d.buy_city = '' and o.city <> '')
      or ((d.buy_province, d.buy_city) = (o.province, o.city) and d.buy_area = '' and o.area <> ''))`,
    columns: {
      buy_province: sql`o.province`,
      buy_city: sql`o.city`,
      buy_area: sql`o.area`,
      is_remote: sql`case when o.city = '' then d.is_remote when o.city = o.store_city then 2 else 1 end`,
    },
  },
  {
    label: '预计购车日期',
    lacks: sql`(d.buycar_on is null and o.buycar_on is not null)`,
    columns: { buycar_on: sql`o.buycar_on` },
  },
  {
    label: '购车台数',
    lacks: sql`(d.buy_count = 0 and o.buy_count > 0)`,
    columns: { buy_count: sql`o.buy_count` },
  },
  {
    label: '原有车系',
    lacks: sql`(d.old_series_id is null and o.old_series > 0)`,
    columns: { old_series_id: sql`o.old_series` },
  },
  { label: '备注', lacks: filled('d.remark', 'o.remark'), columns: { remark: sql`o.remark` } },
]

/** Fields of a customer `c`. */
const ofPerson: readonly Fillable[] = [
  { label: '微信', lacks: filled('c.weixin', 'o.weixin'), columns: { weixin: sql`o.weixin` } },
  { label: '性别', lacks: sql`(c.gender = 0 and o.gender > 0)`, columns: { gender: sql`o.gender` } },
  {
    label: '企业名称',
    lacks: sql`(c.type = 2 and ${filled('c.company_name', 'o.company')})`,
    columns: { company_name: sql`o.company` },
  },
  {
    label: '备用号码',
    lacks: filled('c.second_phone', 'o.second_phone'),
    columns: { second_phone: sql`o.second_phone` },
  },
  { label: '标签', lacks: filled('c.tags', 'o.tags'), columns: { tags: sql`o.tags` } },
  {
    label: '证件',
    lacks: filled('c.identify_no', 'o.identify_no'),
    columns: { identify_type: sql`o.identify_type`, identify_no: sql`o.identify_no` },
  },
  {
    label: '地址',
    lacks: sql`(c.province = '' and c.address = '' and o.home_province <> '')`,
    columns: {
      province: sql`o.home_province`,
      city: sql`o.home_city`,
      area: sql`o.home_area`,
      address: sql`o.address`,
    },
  },
  {
    label: '生日',
    lacks: sql`(c.birthday is null and o.birthday is not null)`,
    columns: { birthday: sql`o.birthday` },
  },
  { label: 'QQ', lacks: filled('c.qq', 'o.qq'), columns: { qq: sql`o.qq` } },
]

const setsOf = (alias: 'c' | 'd', fields: readonly Fillable[]): RawBuilder<unknown> =>
  sql.join(
    fields.flatMap(({ lacks, columns }) =>
      Object.entries(columns).map(
        ([column, value]) =>
          sql`${sql.ref(column)} = case when ${lacks} then ${value} else ${sql.ref(`${alias}.${column}`)} end`,
      ),
    ),
  )
const anyOfThem = (fields: readonly Fillable[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    fields.map(({ lacks }) => lacks),
    sql` or `,
  )})`
const isOpen = sql`d.level not in ('D', 'F')`
const labelsOf = (fields: readonly Fillable[], when: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(fields.map(({ label, lacks }) => sql`case when ${when} and ${lacks} then ${sql.lit(label)} end`))

/** An inquiry to fill a locked file from. */
export interface Filling {
  readonly customerId: number
  readonly dealId: number
  readonly offer: Offer
}

const fill = statement<
  { readonly dealerId: number; readonly offers: string },
  { at: number; labels: string[] }
>(
  ({ dealerId, offers }) => sql`
    with o as materialized (
      select * from jsonb_to_recordset(${offers}::jsonb) as o (
        at int, customer_id bigint, deal_id bigint,
        series int[], competitors int[], budget smallint, province text, city text, area text, store_city text, buycar_on date,
        buy_count int, old_series int, remark text, weixin text, gender smallint, company text, second_phone text, tags text,
        identify_type smallint, identify_no text, home_province text, home_city text, home_area text, address text,
        birthday date, qq text)
    ), completed_deal as (
      update ${target('deal')} d set ${setsOf('d', ofDeal)} from o
      where d.dealer_id = ${dealerId} and d.id = o.deal_id and ${isOpen} and ${anyOfThem(ofDeal)}
    ), completed_person as (
      update ${target('customer')} c set ${setsOf('c', ofPerson)} from o
      where c.dealer_id = ${dealerId} and c.id = o.customer_id and ${anyOfThem(ofPerson)}
    )
    select o.at, array_remove(array[${labelsOf(ofDeal, isOpen)}, ${labelsOf(ofPerson, sql`true`)}], null) as labels
    from o
    join customer c on c.dealer_id = ${dealerId} and c.id = o.customer_id
    join deal d on d.dealer_id = ${dealerId} and d.id = o.deal_id`,
)

/**
 * Fills the empty fields of locked files and their deals from inquiries; values on file stay. Returns the labels of the filled fields, for
 * each inquiry. A delivered or lost deal stays as it ended.
 */
export async function fillFiles(
  db: Executor,
  { dealerId }: Scope,
  fillings: readonly Filling[],
  city: string,
): Promise<(readonly string[])[]> {
  const labels: (readonly string[])[] = fillings.map(() => [])
  const offers = fillings.map((filling, at) => rowOf(filling, { at, city }))
  for (const round of oneOfEach(offers))
    for (const row of await fill(db, { dealerId, offers: JSON.stringify(round) })) labels[row.at] = row.labels
  return labels
}

const rowOf = (
  { customerId, dealId, offer }: Filling,
  { at, city }: { readonly at: number; readonly city: string },
) => ({
  at,
  customer_id: customerId,
  deal_id: dealId,
  series: offer.specIds,
  competitors: offer.competitionSerieses,
  budget: offer.budget,
  province: offer.buyProvince,
  city: offer.buyCity,
  area: offer.buyArea,
  store_city: city,
  buycar_on: offer.buycarDate ? dayText(offer.buycarDate) : null,
  buy_count: offer.buyCount,
  old_series: offer.addPurchaseOldSeriesId,
  remark: offer.remark,
  weixin: offer.weixin,
  gender: offer.gender,
  company: offer.companyName,
  second_phone: offer.secondardPhone,
  tags: offer.tags,
  identify_type: offer.addition.identifyType,
  identify_no: offer.addition.idNo.toUpperCase(),
  home_province: offer.addition.province,
  home_city: offer.addition.city,
  home_area: offer.addition.area,
  address: offer.addition.address,
  birthday: offer.addition.birthday || null,
  qq: offer.addition.qq,
})

/** Rounds with one offer of each file, because one statement updates a row once: the next offer fills what the one before left empty. */
function oneOfEach<Row extends { readonly customer_id: number }>(offers: readonly Row[]): Row[][] {
  const rounds: Row[][] = []
  for (const offer of offers) {
    const free = rounds.find((round) => round.every((one) => one.customer_id !== offer.customer_id))
    if (free) free.push(offer)
    else rounds.push([offer])
  }
  return rounds
}
