import { source } from '@showroom/contract/customer/customer.rules'
import type { Span, WallPeriod } from '@showroom/contract/report/wall.rules'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { countMeasures } from '../measures/count.repository.ts'
import type { Counted } from '../measures/count.repository.ts'
import { countDriven } from './wall.repository.ts'

/** Numbers of a store's big screen: leads and offline files by source, and events of the period. */

/** Leads and files of a source, in the period (`at` 0) or the one before (1). */
export interface SourceCount {
  readonly at: 0 | 1
  readonly isOnline: boolean
  /** Code of onlineSources, or of customerFromSources. */
  readonly source: number
  readonly count: number
  readonly repeat: number
  readonly invalid: number
  readonly valid: number
  /** Valid leads whose customer has arrived or ordered, and those whose customer has ordered. */
  readonly arrived: number
  readonly ordered: number
}

const happened = ['visits', 'orders', 'deliveries', 'defeats'] as const

export interface NodeCount {
  readonly measure: (typeof happened)[number]
  readonly count: number
  /** Count in the same part of the period before. */
  readonly before: number
  /** Customers among them who had a test drive; for visits, the number of test drives. */
  readonly driven: number
}

export interface WallNumbers {
  readonly sources: readonly SourceCount[]
  readonly nodes: readonly NodeCount[]
}

interface Which {
  readonly span: Span
  readonly seriesId: number
  /** Looks at leads and files as they were at this second. */
  readonly asOf?: number
}

/** Reads the store's numbers of a period and of the one before. */
export async function readWall(
  db: Executor,
  scope: Scope,
  { period, seriesId }: { readonly period: WallPeriod; readonly seriesId: number },
): Promise<WallNumbers> {
  const [now, before] = [
    { span: period.now, seriesId },
    { span: period.before, seriesId, asOf: period.beforeAsOf },
  ] as const
  const count = await countHappened(db, scope, now)
  const countBefore = await countHappened(db, scope, before)
  const driven = { ...(await countDriven(db, scope, now)), visits: count('testDrives') }
  return {
    sources: [...(await countSources(db, scope, now, 0)), ...(await countSources(db, scope, before, 1))],
    nodes: happened.map((measure) => ({
      measure,
      count: count(measure),
      before: countBefore(measure),
      driven: driven[measure],
    })),
  }
}

const spanOf = ({ start, end }: Span) => ({ from: start, until: end })

async function countHappened(db: Executor, scope: Scope, { span, seriesId }: Which) {
  const measures = [...happened, 'testDrives'] as const
  const [row] = await countMeasures(db, scope, { measures, span: spanOf(span), seriesId })
  return (measure: (typeof measures)[number]): number => row?.counts[measure] ?? 0
}

async function countSources(
  db: Executor,
  scope: Scope,
  { span, ...which }: Which,
  at: 0 | 1,
): Promise<SourceCount[]> {
  const leads = await countMeasures(db, scope, {
    ...which,
    measures: ['leads', 'leadsRepeat', 'leadsInvalid', 'leadsValid', 'leadsArrived', 'leadsBought'],
    span: spanOf(span),
    by: ['source'],
  })
  const question = {
    ...which,
    measures: ['files', 'filesReached', 'filesBought'],
    span: spanOf(span),
    by: ['source'],
  } as const
  const files = await countMeasures(db, scope, question)
  const changed = await countMeasures(db, scope, { ...question, changedSides: true })
  const isOnline = (row: { readonly source: number }): boolean => row.source === source.network
  return [
    ...leads.map(({ otherSource, counts }) => ({
      at,
      isOnline: true,
      source: otherSource,
      count: counts.leads,
      repeat: counts.leadsRepeat,
      invalid: counts.leadsInvalid,
      valid: counts.leadsValid,
      arrived: counts.leadsArrived,
      ordered: counts.leadsBought,
    })),
    ...files.filter((row) => !isOnline(row)).map((row) => fileCount(row, at, 1)),
    ...changed.map((row) => fileCount(row, at, isOnline(row) ? 1 : -1)),
  ]
}

/**
 * A file opened at the store counts as a valid lead, under its source of today; `sign` -1 takes those out that were opened online. Custom sources
 * are merged into one.
 */
const fileCount = (
  { source: from, otherSource, counts }: Counted<'files' | 'filesReached' | 'filesBought'>,
  at: 0 | 1,
  sign: 1 | -1,
): SourceCount => ({
  at,
  isOnline: from === source.network,
  source: from === source.network ? otherSource : from,
  count: sign * counts.files,
  repeat: 0,
  invalid: 0,
  valid: sign * counts.files,
  arrived: sign * counts.filesReached,
  ordered: sign * counts.filesBought,
})
