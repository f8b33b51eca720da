export { baseRoutes } from './base.routes.ts'
export { regionExists } from './base.repository.ts'
