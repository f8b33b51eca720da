import { lazyDialog } from '../ui/lazyDialog'

/** The customer room's exports for other rooms. */
export { customerList } from './list/customer.fields'
export {
  blankCustomer,
  addRequestOf,
  newCustomerFields,
  newCustomerProblems,
  type NewCustomerForm,
} from './add/customer.add'
export {
  BusinessMoreFields,
  BusinessTypeField,
  IntentFields,
  RegionField,
  SeriesFields,
} from './fields/CustomerFields'
export { agreedText, agreement, AgreeToDefeat } from './defeat/AgreeToDefeat'
export { DeskCustomerFields } from './fields/DeskCustomerFields'
export { OnFileNote } from './add/OnFileNote'
export { useWecomQuestion } from './dialogs/useWecomQuestion'
export { stateOf, whyNoDelivery, whyNoFollow, whyNoOrder } from './customerState'
export { invalidateCustomerList } from './customer.queries'
export { appointmentsQuery } from './hours.queries'
export { carOptions } from './fields/carOptions'
export { SlotFields } from './fields/SlotFields'
export { hourOf, type HourValues, type PlannedSlot, slotAt } from './fields/hour'
export { NewCustomerFields } from './fields/NewCustomerFields'
export { usePrefilledRegion } from './fields/usePrefilledRegion'
export { takeCall, wasDiscarded } from './fields/call'
export { CallTime, DialButton, MobileNumber } from './fields/MobileNumber'
export { RevealNumber } from './fields/RevealNumber'
export { keepDialled, type Reveal, revealed, useClearText, useReveal } from './fields/useReveal'
export { AppointmentMarks } from './fields/AppointmentMarks'
export { ActivityIcon, groupOf } from './fields/activityKinds'
export { CustomerName } from './fields/CustomerName'
export { ReassignButton } from './list/ReassignButton'
export { DueCell } from './list/DueCell'
export { LevelChip } from './fields/LevelChip'
export { type ActionEntry as CustomerActionEntry, useOpenAction } from './actionDialog'
export { type CustomerParts, CustomerPartsContext, type FileCard, type TimelineLink } from './parts'
export { useRowToCustomer } from './useRowToCustomer'
export { Peeks } from './peek/Peeks'
export { remarkOf } from './timeline/rowView'
export type { FollowQueue } from './follow/followQueue'
/** Follow-up drawer over any page, alone or with a list's queue. */
export const FollowDrawer = lazyDialog(() =>
  import('./follow/FollowDrawer').then((module) => module.FollowDrawer),
)
/** A customer's file in a narrow column, as beside a chat. */
export const FileBeside = lazyDialog(() => import('./file/FileBeside').then((module) => module.FileBeside))
export const NewCustomerDialog = lazyDialog(() =>
  import('./add/NewCustomerDialog').then((module) => module.NewCustomerDialog),
)
export const RejectDefeatDialog = lazyDialog(() =>
  import('./defeat/RejectDefeatDialog').then((module) => module.RejectDefeatDialog),
)
