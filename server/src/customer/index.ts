export { problemsOf, readReferences } from './add/add.check.ts'
export type { References } from './add/add.check.ts'
export { openFiles } from './add/add.service.ts'
export type { NewFile } from './add/add.service.ts'
export type { FileForm } from './add/add.repository.ts'
export { fillFiles } from './add/fill.repository.ts'
export type { Offer } from './add/fill.repository.ts'
export { bumpVersions, fileOfNumber, findOnFile } from './add/on-file.repository.ts'
export { listPagesOf } from './list/deep.ts'
export type { ListPages } from './list/deep.ts'
export { specNames, stopped } from './list/list.repository.ts'
export { exportableCustomers } from './list/export.service.ts'
export {
  customersById,
  customersByKey,
  dealsByKey,
  foundCustomers,
  isExpected,
} from './list/find.repository.ts'
export { fileIdOf, findNumbers } from './customer.repository.ts'
export { chooseOwner } from './follow/plan.ts'
export {
  cancelOpenActivity,
  completeActivity,
  findOpenActivity,
  insertActivity,
} from './follow/activity.repository.ts'
export {
  claimUnsettled,
  confirmedKind,
  isConfirmed,
  listStoresUnsettled,
  markKept,
  markNoShows,
} from './follow/kept.repository.ts'
export { awake, changeDeal, insertTimelines, writeAction } from './customer.repository.ts'
export { lockCustomer, lockFound, lockOnFile } from './lock.ts'
export { lockCustomerRows } from './lock.repository.ts'
export type { LockedCustomer } from './lock.ts'
export type { CustomerRow } from './lock.repository.ts'
export { confirmArrival, plannedText } from './arrival.service.ts'
export { confirmDefeat, confirmDefeats, rejectDefeat } from './defeat/defeat.service.ts'
export { happened } from './events.ts'
export type { CustomerEvents } from './events.ts'
export { inheritOrder } from './merge/merge.repository.ts'
export { mergeDouble } from './merge/merge.service.ts'
export { seenPictures, seenRecordings } from './profile/media.repository.ts'
export { recordTimeline } from './timeline.ts'
export { claimWecomContact as claimContact } from './add/add.repository.ts'
export { forgetPictures, insertCall, insertDrive, keepContact } from './follow/record.repository.ts'
export { amendFiles, importFollows, planAmendments, restoreFiles } from './amend/amend.service.ts'
export type { Amended, AmendedFile, Amending } from './amend/amend.service.ts'
export type { Given } from './amend/amend.rules.ts'
