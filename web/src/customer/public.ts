/** What other rooms may use of customers. */
export { blankCustomer, addRequestOf, newCustomerFields, type NewCustomerForm } from './customer.add'
export {
  BusinessMoreFields,
  BusinessTypeField,
  IntentFields,
  PersonFields,
  RegionField,
  SeriesFields,
} from './CustomerFields'
export { MoreFields } from './CustomerMoreFields'
export { useBlockedDialog } from './BlockedDialog'
export { NextFollowFields } from './NextFollowFields'
export { DialButton, MobileNumber } from './MobileNumber'
export { RevealNumber } from './RevealNumber'
export { type Reveal, revealed, useReveal } from './useReveal'
export { ActivityIcon, groupOf } from './activityKinds'
export { FollowFields, useFollowForm } from './FollowForm'
export { whyNoFollow, stateOf } from './customerState'
export { CustomerName } from './CustomerName'
export { LevelChip } from './LevelChip'
export { useRowToCustomer } from './useRowToCustomer'
export { dueText, urgencyOf } from './NextFollowCard'
export const loadRejectDefeat = () =>
  import('./RejectDefeatDialog').then((module) => module.RejectDefeatDialog)
