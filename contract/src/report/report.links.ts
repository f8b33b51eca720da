import { source } from '../customer/customer.rules.ts'
import { type MeasureName, measures } from './measures.ts'
import { leadMeasures, orderMeasures, reports, type ReportName } from './report.rules.ts'
import type { ReportRow } from './report.schema.ts'

/**
 * The list that a number of a report opens: exactly the rows it counts, in the list where members work with them. No list of follow-ups or
 * dormancies filters by the member credited, and no list filters by "no owner". Those numbers open the plain list of counted rows.
 */
export type NumberLink =
  | { readonly list: 'customer'; readonly filter: CustomerPart }
  | { readonly list: 'lead'; readonly filter: LeadPart }
  | { readonly list: 'order' | 'review'; readonly filter: CreditPart }
  | { readonly list: 'rows'; readonly filter: RowsPart }

/** Filter of the customer list, in addition to the days on which the files were created. */
export interface CustomerPart {
  readonly saleIds?: number[]
  readonly levels?: string[]
  readonly fromType?: number
  readonly fromSources?: number[]
  readonly otherSource?: number
  readonly mainSeries?: number
  /** Files are counted where their deal was created, also if the customer bought again. */
  readonly withSuperseded: 1
}
/** Filter of the lead list, in addition to the days on which the leads came in. */
export interface LeadPart {
  readonly userIds?: number[]
  readonly onlineSources?: number[]
  readonly counted?: number
}
/** Filter of orders and defeat requests, in addition to the days: the owner credited then, the series or the source. */
export interface CreditPart {
  readonly counted: number
  readonly creditedId?: number
  readonly mainSeries?: number
  readonly fromType?: number
  readonly fromSources?: number[]
  readonly otherSources?: number[]
}
/** Filter of the counted rows, in addition to the days. */
export interface RowsPart {
  readonly measure: MeasureName
  readonly memberId?: number
  readonly seriesId?: number
  readonly carId?: number
  readonly source?: number
  readonly otherSource?: number
  readonly isOffline?: 1
}

type Of = Pick<ReportRow, 'id' | 'otherId'>

const isStoreSource = (name: ReportName): boolean => name === 'storeCustomer'

/** Filter for the measures 线上 and 线下 and for the levels, in addition to the row's member, series or source. */
function filesPart(measure: MeasureName): Partial<CustomerPart> {
  if (measure === 'filesOnline') return { fromType: 1 }
  if (measure === 'filesOffline') return { fromType: 2 }
  const [, level] = /^level(\w)$/.exec(measure) ?? []
  return level ? { levels: [level] } : {}
}

function customerPart(name: ReportName, of: Of | undefined): Partial<CustomerPart> {
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
  if (by === 'car') return { carId: of.id }
  if (name === 'onlineClue') return { source: source.network, otherSource: of.id }
  return of.id === source.custom ? { source: of.id, otherSource: of.otherId } : { source: of.id }
}

/**
 * Returns the list that a number opens: a number of one row, or of the total row 合计 if `of` is missing. `platforms` narrows a total of the
 * online lead report to some platforms.
 */
export function linkOf(
  name: ReportName,
  measure: MeasureName,
  of?: Of,
  platforms: readonly Of[] = [],
): NumberLink {
  const { rows } = measures[measure]
  // Rows without an owner or series: no business list can filter by that.
  const isNone = of?.id === 0
  if (rows === 'file' && !isNone)
    return {
      list: 'customer',
      filter: { ...customerPart(name, of), ...filesPart(measure), withSuperseded: 1 },
    }
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
