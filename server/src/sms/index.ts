export { holdsLink } from './link.ts'
export { recordFailure } from './result.service.ts'
export { textCustomer } from './sms.service.ts'
