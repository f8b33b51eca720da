export { teamRoutes } from './team.routes.ts'
export { findAssignable, sourceExists } from './team.repository.ts'
