export { baseRoutes } from './base.routes.ts'
export { createCatalogue } from './catalogue.ts'
export { regionExists } from './base.repository.ts'
export { readBlocked, refuseBlocked } from './blocklist.ts'
export type { Blocked, Numbers } from './blocklist.ts'
export { displayOf, sourceName } from './display.ts'
export {
  countCompetitors,
  findCompetitorName,
  listCompetitorNames,
  readCompetitorIds,
  readDisplays,
  readSeriesById,
  readSeriesNames,
} from './name.repository.ts'
