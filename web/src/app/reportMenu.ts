import { bigScreen, reportEntries } from '../report/report.area'
import { entriesFor } from './areaEntries'

/** The left menu of the reports, in its order. */
export const reportMenuOf = entriesFor([bigScreen, ...reportEntries])
