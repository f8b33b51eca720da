export { teamRoutes } from './team.routes.ts'
export { findAssignable, listManagers, sourceExists } from './team.repository.ts'
