export { holdsLink } from './link.ts'
export { textCustomer } from './sms.service.ts'
