export { foundOrders } from './list/find.repository.ts'
export { listToReview } from './verify/verify.service.ts'
