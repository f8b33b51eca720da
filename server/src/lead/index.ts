export { leadRoutes } from './lead.routes.ts'
