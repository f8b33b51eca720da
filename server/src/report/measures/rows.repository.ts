import { activityType, communicationTypes, source } from '@showroom/contract/customer/customer.rules'
import { followLevels } from '@showroom/contract/customer/level.rules'
import { leadStatus } from '@showroom/contract/lead/lead.rules'
import { liveStatuses, orderStatus } from '@showroom/contract/order/order.rules'
import { measures } from '@showroom/contract/report/measures'
import type { Dimension, MeasureName, MeasureRows } from '@showroom/contract/report/measures'
import { sql } from 'kysely'
import type { DateRange } from '@showroom/contract/kernel/wire'
import { type Condition, inRange, literals } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'

/**
 * The rows behind each measure, with their time and their owner. Every expression is covered by an index of the table, so a count never
 * reads the table itself.
 */
interface Rows {
  readonly from: Condition
  /** Condition that selects these rows, exactly as written in the partial index. */
  readonly where: Condition
  readonly at: Condition
  /** Owner; null for none. */
  readonly owner: Condition
  readonly source: Condition
  /** Id of the online or custom source. */
  readonly otherSource: Condition
  /** The main series; null for none. */
  readonly series: Condition
  /** Test-drive car; missing if the rows have none. */
  readonly car?: Condition
  /** Join to the deal of the row; for a lead, to the deal that it opened or joined, which may be missing. */
  readonly deal?: (dealer: Condition) => Condition
  /** Dimensions read from that deal. It is joined only if one of them is requested or a measure reads it (`needsDeal`). */
  readonly dealTells?: readonly Dimension[]
}

/** Joins the deal `t` of an event for its source, and for the series of rows whose own one is not known yet. */
const dealOf =
  (table: string) =>
  (dealer: Condition): Condition =>
    sql`join deal t on t.dealer_id = ${dealer} and t.id = ${sql.ref(`${table}.deal_id`)}`
const sourceOfDeal = {
  dealTells: ['source', 'series'],
  source: sql`t.from_source`,
  otherSource: sql`t.other_source`,
} as const

/** Series that a row of the table has kept since it happened (docs/decisions/0116). */
export const seriesThen = (table: string, deal = 't'): Condition =>
  sql`coalesce(${sql.ref(`${table}.main_series_id`)}, ${sql.ref(`${deal}.series_ids`)}[1])`

/** Series of an appointment when it was settled, whatever completed the row on a later day. */
const seriesKept = sql`coalesce(a.kept_series_id, ${seriesThen('a')})`

/** An order counts for the series of its first line. */
export const mainSeriesOfOrder = sql`o.series_ids[1]`

const ordered = {
  from: sql`vehicle_order o`,
  deal: dealOf('o'),
  source: sql`o.from_source`,
  otherSource: sql`o.other_source`,
  series: mainSeriesOfOrder,
} as const

export const rowsOf: Readonly<Record<MeasureRows, Rows>> = {
  file: {
    from: sql`deal d`,
    where: sql`d.merged_at is null`,
    at: sql`d.created_at`,
    owner: sql`d.owner_id`,
    source: sql`d.from_source`,
    otherSource: sql`d.other_source`,
    series: sql`d.series_ids[1]`,
  },
  lead: {
    from: sql`lead l`,
    deal: (dealer) => sql`left join deal d on d.dealer_id = ${dealer} and d.id = l.deal_id`,
    where: sql`true`,
    at: sql`l.created_at`,
    owner: sql`l.owner_id`,
    source: sql.lit(source.network),
    otherSource: sql`l.source_id`,
    series: sql`l.series_id`,
  },
  activity: {
    from: sql`activity a`,
    where: sql`a.completed_at is not null`,
    at: sql`a.completed_at`,
    owner: sql`a.completed_by`,
    deal: dealOf('a'),
    ...sourceOfDeal,
    series: seriesThen('a'),
  },
  visit: {
    from: sql`visit v`,
    where: sql`true`,
    at: sql`v.registered_at`,
    owner: sql`coalesce(v.first_receiver_id, v.owner_id)`,
    deal: dealOf('v'),
    ...sourceOfDeal,
    series: seriesThen('v'),
  },
  invitation: {
    from: sql`activity a`,
    where: sql`a.minutes is not null and not a.is_late and (a.kept is not null or (a.completed_at is null and a.cancelled_at is null))`,
    at: sql`a.due_at`,
    owner: sql`coalesce(a.kept_owner_id, a.owner_id)`,
    deal: dealOf('a'),
    ...sourceOfDeal,
    series: seriesKept,
    car: sql`coalesce(a.test_car_id, 0)`,
  },
  drive: {
    from: sql`activity a join test_drive r on r.dealer_id = ${theDealer} and r.activity_id = a.id`,
    where: sql`a.type = ${sql.lit(activityType.testDrive)} and r.back_at is not null`,
    // Not when the keys were given: a car may come back on a later day, and the numbers of a day that is over stay.
    at: sql`r.back_at`,
    owner: sql`coalesce(r.owner_id, a.kept_owner_id, a.owner_id)`,
    deal: dealOf('a'),
    ...sourceOfDeal,
    series: seriesThen('r'),
    car: sql`r.car_id`,
  },
  approval: {
    ...ordered,
    where: sql`o.status in ${literals([...liveStatuses, orderStatus.completed].toSorted((a, b) => a - b))}`,
    at: sql`o.reviewed_at`,
    owner: sql`o.approved_owner_id`,
  },
  delivery: {
    ...ordered,
    where: sql`o.status in ${literals([orderStatus.completed, orderStatus.delivered])}`,
    at: sql`o.delivered_at`,
    owner: sql`o.delivered_owner_id`,
  },
  defeat: {
    from: sql`defeat_request f`,
    where: sql`f.state = 1 and f.revived_at is null`,
    at: sql`f.reviewed_at`,
    owner: sql`f.owner_id`,
    deal: dealOf('f'),
    ...sourceOfDeal,
    series: seriesThen('f'),
  },
  suspension: {
    from: sql`suspension s`,
    where: sql`true`,
    at: sql`s.began_at`,
    owner: sql`s.owner_id`,
    deal: dealOf('s'),
    ...sourceOfDeal,
    series: seriesThen('s'),
  },
}

/**
 * Files whose source has been corrected from online to offline, or the other way. 线索总量 counts files that were opened offline: it adds those
 * that are online by now, and leaves out those that were online.
 */
export const changedSides = sql`d.opened_source is not null
  and (d.opened_source = ${sql.lit(source.network)}) <> (d.from_source = ${sql.lit(source.network)})`

/** Table aliases used in all of these expressions. */
export const aliases: Readonly<Record<MeasureRows, string>> = {
  file: 'd',
  lead: 'l',
  activity: 'a',
  visit: 'v',
  invitation: 'a',
  drive: 'a',
  approval: 'o',
  delivery: 'o',
  defeat: 'f',
  suspension: 's',
}

const bought = sql`d.level in ('O', 'D')`
const repeat = sql`l.is_repeat`
const waiting = sql`not l.is_repeat and l.status in ${literals([leadStatus.waiting, leadStatus.unreachable])}`
const invalid = sql`not l.is_repeat and l.status = ${sql.lit(leadStatus.invalid)}`
const valid = sql`not l.is_repeat
  and l.status not in ${literals([leadStatus.waiting, leadStatus.unreachable, leadStatus.invalid])}`
/** Outcome of a valid lead: the status of the deal that it opened or joined. A closed lead without a customer counts as given up. */
const became = sql`coalesce(d.status, case when l.status = ${sql.lit(leadStatus.closed)} then 5 else 1 end)`
const followed = sql`l.first_follow_at is not null`
const completed = (types: readonly number[]): Condition => sql`a.completed_type in ${literals(types)}`
const ofLevel = (level: string): Condition => sql`d.level = ${sql.lit(level)}`
const [levelN, levelH, levelA, levelB, levelC] = followLevels.map(ofLevel) as [
  Condition,
  Condition,
  Condition,
  Condition,
  Condition,
]

const isKept = sql`a.kept`
const missed = sql`not a.kept`
const booksCar = sql`a.test_car_id is not null`

/** Condition of each measure on the rows of its table; undefined counts all rows. Tables go by their aliases in `rowsOf`. */
export const counted: Readonly<Record<MeasureName, Condition | undefined>> = {
  files: undefined,
  filesOnline: sql`d.from_source = ${sql.lit(source.network)}`,
  filesOffline: sql`d.from_source <> ${sql.lit(source.network)}`,
  levelN,
  levelH,
  levelA,
  levelB,
  levelC,
  filesArrived: sql`d.arrived_at is not null`,
  filesReached: sql`(d.arrived_at is not null or ${bought})`,
  filesBought: bought,
  leads: undefined,
  leadsRepeat: repeat,
  leadsValid: valid,
  leadsInvalid: invalid,
  leadsWaiting: waiting,
  leadsToFollow: sql`${valid} and ${became} in (1, 2) and not ${followed}`,
  leadsFollowing: sql`${valid} and ${became} in (1, 2) and ${followed}`,
  leadsOrdered: sql`${valid} and ${became} = 3`,
  leadsDelivered: sql`${valid} and ${became} = 4`,
  leadsDefeated: sql`${valid} and ${became} = 5`,
  leadsDormant: sql`${valid} and ${became} = 6`,
  leadsArrived: sql`${valid} and (d.arrived_at is not null or ${bought})`,
  leadsBought: sql`${valid} and ${bought}`,
  offlineFollows: sql`a.from_source <> ${sql.lit(source.network)}
    and ${completed([...communicationTypes, activityType.visit, activityType.testDrive, activityType.revisit])}`,
  talks: completed(communicationTypes),
  visits: undefined,
  testDrives: completed([activityType.testDrive]),
  revisits: completed([activityType.revisit]),
  orders: undefined,
  deliveries: undefined,
  defeats: undefined,
  invited: undefined,
  invitedCame: isKept,
  noShows: missed,
  carBookings: booksCar,
  carCame: sql`${booksCar} and ${isKept}`,
  carNoShows: sql`${booksCar} and ${missed}`,
  carMinutes: booksCar,
  carDriven: undefined,
  dormancies: undefined,
}

/** Minutes from the keys to the car back, as `drivenMinutes` of the contract rounds them. */
export const drivenMinutes = sql`greatest(1, round((epoch(r.back_at) - epoch(r.out_at)) / 60.0))::int`

/** Quantity that a measure sums over its rows instead of counting them. */
export const summed: Readonly<Partial<Record<MeasureName, Condition>>> = {
  carMinutes: sql`a.minutes`,
  carDriven: drivenMinutes,
}

/** When the lead became valid. `cleared_at` is the first result, which may have been 未接通 or invalid. */
const validAt = sql`coalesce(
  (select max(e.created_at) from lead_event e
   where e.dealer_id = ${theDealer} and e.lead_id = l.id and e.result = '清洗有效'), l.cleared_at, l.created_at)`
/** When the first of the deal's orders was approved. */
const boughtAt = sql`case when ${bought} then coalesce(
  (select min(o.reviewed_at) from vehicle_order o
   where o.dealer_id = ${theDealer} and o.deal_id = d.id and ${rowsOf.approval.where}), d.ordered_at) end`
const arrivedAt = sql`least(d.arrived_at, ${boughtAt})`

/** When a row began to count, for the measures of the funnel, whose comparison looks at the earlier period as it was (`Question.asOf`). */
export const countedSince: Readonly<Partial<Record<MeasureName, Condition>>> = {
  leadsValid: validAt,
  leadsArrived: sql`greatest(${validAt}, ${arrivedAt})`,
  leadsBought: sql`greatest(${validAt}, ${boughtAt})`,
  filesReached: arrivedAt,
  filesBought: boughtAt,
}

/** Measures that read the deal even if neither source nor series is grouped by. */
export const needsDeal: ReadonlySet<MeasureName> = new Set([
  'leadsToFollow',
  'leadsFollowing',
  'leadsOrdered',
  'leadsDelivered',
  'leadsDefeated',
  'leadsDormant',
  'leadsArrived',
  'leadsBought',
])

export const rowsNameOf = (measure: MeasureName): MeasureRows => measures[measure].rows

/** Conditions that limit a list to the rows a measure counts: on these days, and for the owner credited then (0: any). */
export function countedRows(
  measure: MeasureName | undefined,
  { days, creditedId }: { readonly days: DateRange; readonly creditedId: number },
): Condition[] {
  if (!measure) return []
  const { where, at, owner } = rowsOf[rowsNameOf(measure)]
  return [where, ...inRange(at, days), ...(creditedId ? [sql`${owner} = ${creditedId}`] : [])]
}
