/** The appointment room's exports for other rooms. */
export { Drives } from './drive/Drives'
export { paperHref } from './drive/paperHref'
export { StepDialog } from './plan/steps'
export { type ChosenCustomer, CustomerSelect } from './CustomerSelect'
