import { source } from '../customer/customer.rules.ts'
import { type MeasureName, measures } from './measures.ts'
import { leadMeasures, orderMeasures, reports, type ReportName } from './report.rules.ts'
import type { ReportRow } from './report.schema.ts'

/**
 * What a number of a report opens: the list of exactly the rows that it counts, where one goes on working with them. Follow-ups and
 * dormancies have none that tells who did them, and nobody's rows cannot be asked for in one: those stand as they are.
 */
export type NumberLink =
  | { readonly list: 'customer'; readonly filter: CustomerPart }
  | { readonly list: 'lead'; readonly filter: LeadPart }
  | { readonly list: 'order' | 'review'; readonly filter: CreditPart }
  | { readonly list: 'rows'; readonly filter: RowsPart }

/** Of the customer list, beside the days on which the files were created. */
export interface CustomerPart {
  readonly saleIds?: number[]
  readonly levels?: string[]
  readonly fromType?: number
  readonly fromSources?: number[]
  readonly otherSource?: number
  readonly mainSeries?: number
}
/** Of the lead list, beside the days on which the leads came in. */
export interface LeadPart {
  readonly userIds?: number[]
  readonly onlineSources?: number[]
  readonly counted?: number
}
/** Of what happened to customers, beside the days: whose they were then, of what they are. */
export interface CreditPart {
  readonly counted: number
  readonly creditedId?: number
  readonly mainSeries?: number
  readonly fromType?: number
  readonly fromSources?: number[]
  readonly otherSources?: number[]
}
/** Of the rows behind a number, beside the days. */
export interface RowsPart {
  readonly measure: MeasureName
  readonly memberId?: number
  readonly seriesId?: number
  readonly source?: number
  readonly otherSource?: number
  readonly isOffline?: 1
}

type Of = Pick<ReportRow, 'id' | 'otherId'>

const isStoreSource = (name: ReportName): boolean => name === 'storeCustomer'

/** 线上, 线下 and the levels, beside whose or of what they are. */
function filesPart(measure: MeasureName): CustomerPart {
  if (measure === 'filesOnline') return { fromType: 1 }
  if (measure === 'filesOffline') return { fromType: 2 }
  const [, level] = /^level(\w)$/.exec(measure) ?? []
  return level ? { levels: [level] } : {}
}

function customerPart(name: ReportName, of: Of | undefined): CustomerPart {
  const { by } = reports[name]
  if (!of) return isStoreSource(name) ? { fromType: 2 } : {}
  if (by === 'member') return { saleIds: [of.id] }
  if (by === 'series') return { mainSeries: of.id }
  return of.id === source.custom ? { otherSource: of.otherId } : { fromSources: [of.id] }
}

function creditPart(name: ReportName, of: Of | undefined): Omit<CreditPart, 'counted'> {
  const { by } = reports[name]
  if (!of) return isStoreSource(name) ? { fromType: 2 } : {}
  if (by === 'member') return { creditedId: of.id }
  if (by === 'series') return { mainSeries: of.id }
  return of.id === source.custom ? { otherSources: [of.otherId] } : { fromSources: [of.id] }
}

function rowsPart(name: ReportName, of: Of | undefined): Omit<RowsPart, 'measure'> {
  const { by } = reports[name]
  if (!of) return isStoreSource(name) ? { isOffline: 1 } : {}
  if (by === 'member') return { memberId: of.id }
  if (by === 'series') return { seriesId: of.id }
  if (name === 'onlineClue') return { source: source.network, otherSource: of.id }
  return of.id === source.custom ? { source: of.id, otherSource: of.otherId } : { source: of.id }
}

/**
 * Where a number leads: that of a row, or of the row 合计 (no `of`), which for the report of online leads may be that of some
 * platforms.
 */
export function linkOf(
  name: ReportName,
  measure: MeasureName,
  of?: Of,
  platforms: readonly Of[] = [],
): NumberLink {
  const { rows } = measures[measure]
  // Nobody's, or of no series: no list can be narrowed to that.
  const isNone = of?.id === 0
  if (rows === 'file' && !isNone)
    return { list: 'customer', filter: { ...customerPart(name, of), ...filesPart(measure) } }
  if (rows === 'lead' && !isNone) {
    const counted = (leadMeasures as readonly MeasureName[]).indexOf(measure)
    const sources = (of && name === 'onlineClue' ? [of] : platforms).map(({ id }) => id)
    return {
      list: 'lead',
      filter: {
        ...(of && reports[name].by === 'member' && { userIds: [of.id] }),
        ...(sources.length > 0 && { onlineSources: sources }),
        ...(counted > 0 && { counted: counted + 1 }),
      },
    }
  }
  const order = (orderMeasures as readonly MeasureName[]).indexOf(measure)
  if (order >= 0 && !isNone) return { list: 'order', filter: { counted: order + 1, ...creditPart(name, of) } }
  if (rows === 'defeat' && !isNone) return { list: 'review', filter: { counted: 1, ...creditPart(name, of) } }
  return { list: 'rows', filter: { measure, ...rowsPart(name, of) } }
}
