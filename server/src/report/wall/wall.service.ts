import { dayStart, dayText } from '@showroom/contract/kernel/day'
import { isLoss, measures } from '@showroom/contract/report/measures'
import {
  changeRate,
  pointsBetween,
  shareRate,
  wallPeriod,
  wallQueryType,
} from '@showroom/contract/report/wall.rules'
import type { WallPeriod, WallQueryType } from '@showroom/contract/report/wall.rules'
import { notYet } from '@showroom/contract/report/wall.schema'
import type {
  WallFunnel,
  WallQuery,
  WallSourceRow,
  WallSources,
  WallStates,
  WallSummary,
} from '@showroom/contract/report/wall.schema'
import { secondsOf } from '../../platform/clock.ts'
import type { Context } from '../../platform/http/handler.ts'
import { cacheUntilChanged } from '../../platform/live/kept.ts'
import type { Live } from '../../platform/live/live.ts'
import { refuseField } from '../../platform/refusal.ts'
import type { StoreRanks } from './rank.repository.ts'
import type { RankWork } from './rank.work.ts'
import { readWall } from './wall.numbers.ts'
import type { NodeCount, SourceCount, WallNumbers } from './wall.numbers.ts'

/** The dealer's big screen: the store's own numbers and its places among the stores of the city. */

type Question = Pick<WallQuery, 'dateType' | 'seriesId' | 'startDate'>

interface Counted extends WallNumbers {
  readonly countedAt: number
}

export interface Wall {
  summary(context: Context, query: Question & { readonly queryType: WallQueryType }): Promise<WallSummary>
  sources(context: Context, query: Question): Promise<WallSources>
  states(context: Context, query: Question): Promise<WallStates>
  funnel(context: Context, query: Question): Promise<WallFunnel>
}

export function openWall(live: Pick<Live, 'watch' | 'isUp'>, ranks: RankWork): Wall {
  const answers = cacheUntilChanged<Counted>(live, ['lead', 'customer', 'order', 'desk'])

  /** Counts once for all parts of the screen and all screens of the store. */
  function numbersOf({ db, session, now }: Context, query: Question): Promise<Counted> {
    const period = periodOf(query, now)
    const question = ['wall', query.dateType, query.seriesId, period.now.start]
    return answers.get(session.dealerId, question, async () => ({
      ...(await readWall(db, session.scope, { period, seriesId: query.seriesId })),
      countedAt: secondsOf(now),
    }))
  }

  function ranksOf({ session, now }: Context, query: Question): Promise<StoreRanks> {
    const { province, city } = session.dealer
    const { dateType, seriesId } = query
    const startsOn = dayText(periodOf(query, now).now.start)
    return ranks.read(session.scope, { province, city, dateType, seriesId, startsOn }, now)
  }

  return {
    async summary(context, query) {
      const places = await ranksOf(context, query)
      const numbers = await numbersOf(context, query)
      const [count, before] = [0, 1].map((at) =>
        sum(
          numbers.sources.filter((one) => one.at === at && isAskedFor(one, query.queryType)),
          'count',
        ),
      ) as [number, number]
      const [thisRank, lastRank] = places.places[cardOf[query.queryType]] ?? [0, 0]
      return {
        data: { thisCount: count, rate: changeRate(count, before), thisRank, lastRank },
        ...countedOf(numbers, places),
      }
    },

    async sources(context, query) {
      const places = await ranksOf(context, query)
      const numbers = await numbersOf(context, query)
      return {
        data: [true, false].map((isOnline) => channelOf(context, isOnline, numbers.sources, places)),
        ...countedOf(numbers, places),
      }
    },

    async states(context, query) {
      const places = await ranksOf(context, query)
      const numbers = await numbersOf(context, query)
      return { data: nodesOf(numbers.nodes, places), ...countedOf(numbers, places) }
    },

    async funnel(context, query) {
      const numbers = await numbersOf(context, query)
      return { data: funnelOf(numbers.sources), countedAt: numbers.countedAt }
    },
  }
}

function periodOf({ dateType, startDate }: Question, now: Date): WallPeriod {
  if (dayStart(startDate) > secondsOf(now)) throw refuseField('INVALID', 'startDate', notYet)
  return wallPeriod(dateType, startDate, secondsOf(now))
}

const countedOf = (numbers: Counted, ranks: StoreRanks) => ({
  countedAt: numbers.countedAt,
  rankedAt: secondsOf(ranks.countedAt),
  rankTotal: ranks.total,
})

const cardOf = { 1: 'total', 2: 'leads', 3: 'filesOffline' } as const
const isAskedFor = ({ isOnline }: SourceCount, queryType: WallQueryType): boolean =>
  queryType === wallQueryType.total || isOnline === (queryType === wallQueryType.online)

type SumField = Exclude<keyof SourceCount, 'at' | 'isOnline' | 'source'>
const sum = (rows: readonly SourceCount[], field: SumField): number =>
  rows.reduce((total, row) => total + row[field], 0)

/** One channel, online or offline, with its sources. */
function channelOf(
  { catalogue }: Context,
  isOnline: boolean,
  all: readonly SourceCount[],
  { places }: StoreRanks,
): WallSources['data'][number] {
  const rows = all.filter((row) => row.isOnline === isOnline)
  const ranked = isOnline
    ? Object.keys(places).flatMap((kind) => (kind.startsWith('source:') ? Number(kind.slice(7)) : []))
    : []
  const codes = new Set([...ranked, ...rows.map(({ source }) => source)])
  const children = [...codes].map((code) => ({
    code,
    ...rowOf(
      catalogue.display(isOnline ? 'onlineSources' : 'customerFromSources', code) || '其他',
      rows.filter(({ source }) => source === code),
      isOnline ? places[`source:${code}`]?.[0] : 0,
    ),
  }))
  return {
    ...rowOf(isOnline ? '线上' : '线下', rows, places[isOnline ? 'leads' : 'filesOffline']?.[0]),
    children: children
      .toSorted((one, other) => other.thisCount - one.thisCount || one.code - other.code)
      .map(({ code: _code, ...row }) => row),
  }
}

function rowOf(name: string, rows: readonly SourceCount[], place = 0): WallSourceRow {
  const now = rows.filter(({ at }) => at === 0)
  const count = sum(now, 'count')
  const [repeat, invalid, valid] = [sum(now, 'repeat'), sum(now, 'invalid'), sum(now, 'valid')]
  return {
    name,
    thisCount: count,
    rate: changeRate(count, sum(rows, 'count') - count),
    thisRank: place,
    thisRepeatCount: repeat,
    repeatRate: shareRate(repeat, count),
    thisInvalidCount: invalid,
    invalidRate: shareRate(invalid, count),
    thisValidCount: valid,
    validRate: shareRate(valid, count),
  }
}

const nodesOf = (nodes: readonly NodeCount[], { places }: StoreRanks): WallStates['data'] =>
  nodes.map(({ measure, count, before, driven }) => ({
    name: measures[measure].label,
    thisCount: count,
    rate: changeRate(count, before),
    thisRank: places[measure]?.[0] ?? 0,
    testDriveCount: driven,
    isLoss: isLoss(measure),
  }))

const stages = [
  ['线索总量', 'count'],
  ['有效', 'valid'],
  ['首次到店', 'arrived'],
  ['订车', 'ordered'],
] as const satisfies readonly (readonly [string, SumField])[]

/**
 * Stages that the period's leads reached, each with its share of the stage before and of all leads, and the same shares in the period
 * before, as they were at this point of it. Who reached a later stage counts in all earlier ones.
 */
function funnelOf(sources: readonly SourceCount[]): WallFunnel['data'] {
  const [now, before] = [0, 1].map((at) => {
    const rows = sources.filter((one) => one.at === at)
    return stages.map(([, amount]) => sum(rows, amount))
  }) as [number[], number[]]
  const rates = (counts: readonly number[], place: number): [number | null, number | null] =>
    place === 0
      ? [null, null]
      : [shareRate(counts[place] ?? 0, counts[place - 1] ?? 0), shareRate(counts[place] ?? 0, counts[0] ?? 0)]
  return stages.map(([name], place) => {
    const [rate1, rate2] = rates(now, place)
    const [rate1Before, rate2Before] = rates(before, place)
    return {
      name,
      count: now[place] ?? 0,
      rate1,
      rate2,
      compareRate1: pointsBetween(rate1, rate1Before),
      compareRate2: pointsBetween(rate2, rate2Before),
    }
  })
}
