/** The appointment room's exports for other rooms. */
export { Drives } from './Drives'
export { paperHref } from './paperHref'
