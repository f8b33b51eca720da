export { foundOrders } from './list/find.repository.ts'
