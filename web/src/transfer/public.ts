/** What other rooms may use of imports. */
export { ImportCustomers } from './ImportCustomers'
