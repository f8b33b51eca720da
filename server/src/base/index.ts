export { createCatalogue } from './catalogue.ts'
export { readBlocked, refuseBlocked } from './blocklist.ts'
export type { Blocked, Numbers } from './blocklist.ts'
export { displayOf, sourceName } from './display.ts'
