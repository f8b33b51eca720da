import { lazyDialog } from '../ui/lazyDialog'

/** What other rooms may use of customers. */
export { customerList } from './list/customer.fields'
export { customerListQuery } from './customer.queries'
export {
  blankCustomer,
  addRequestOf,
  newCustomerFields,
  newCustomerProblems,
  type NewCustomerForm,
} from './dialogs/customer.add'
export {
  BusinessMoreFields,
  BusinessTypeField,
  IntentFields,
  RegionField,
  SeriesFields,
} from './fields/CustomerFields'
export { agreedText, agreement, AgreeToDefeat } from './dialogs/AgreeToDefeat'
export { showBlocked } from './dialogs/BlockedDialog'
export { NewCustomerFields } from './fields/NewCustomerFields'
export { usePrefilledRegion } from './fields/usePrefilledRegion'
export { DialButton, MobileNumber } from './fields/MobileNumber'
export { RevealNumber } from './fields/RevealNumber'
export { type Reveal, revealed, useReveal } from './fields/useReveal'
export { ActivityIcon, groupOf } from './fields/activityKinds'
export { FollowFields, useFollowForm } from './dialogs/FollowForm'
export { whyNoFollow, stateOf } from './customerState'
export { CustomerName } from './fields/CustomerName'
export { LevelChip } from './fields/LevelChip'
export { useRowToCustomer } from './useRowToCustomer'
export { dueText, urgencyOf } from './file/NextFollowCard'
export const RejectDefeatDialog = lazyDialog(() =>
  import('./dialogs/RejectDefeatDialog').then((module) => module.RejectDefeatDialog),
)
