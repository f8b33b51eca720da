export { customerRoutes } from './customer.routes.ts'
export { findNumbers } from './customer.repository.ts'
export { wakeDormant } from './wake.job.ts'
