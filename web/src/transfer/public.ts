/** The import room's exports for other rooms. */
export { ImportCustomers } from './ImportCustomers'
