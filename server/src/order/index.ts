export { orderRoutes } from './order.routes.ts'
export { orderSubscriptions } from './subscriptions.ts'
