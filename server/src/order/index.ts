export { foundOrders } from './find.repository.ts'
