export { leadRoutes } from './lead.routes.ts'
export { passToCity } from './lead.repository.ts'
