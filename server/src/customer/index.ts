export { problemsOf, readReferences } from './add.check.ts'
export type { References } from './add.check.ts'
export { openFiles } from './add.service.ts'
export type { NewFile } from './add.service.ts'
export type { FileForm } from './add.repository.ts'
export { bumpVersions, fileOfNumber, findOnFile } from './on-file.repository.ts'
export { listPagesOf } from './deep.ts'
export type { ListPages } from './deep.ts'
export { specNames, stopped } from './list.repository.ts'
export { exportableCustomers } from './export.service.ts'
export { foundCustomers } from './find.repository.ts'
export { fileIdOf, findNumbers } from './customer.repository.ts'
export { chooseOwner } from './plan.ts'
export {
  cancelOpenActivity,
  completeActivity,
  findOpenActivity,
  insertActivity,
} from './activity.repository.ts'
export { awake, changeDeal, insertTimelines } from './customer.repository.ts'
export { lockCustomer, lockCustomerRows, lockFound, lockOnFile } from './lock.ts'
export type { CustomerRow, LockedCustomer } from './lock.ts'
export { confirmDefeat, confirmDefeats, rejectDefeat } from './defeat.service.ts'
export { happened } from './events.ts'
export type { CustomerEvents } from './events.ts'
export { inheritOrder } from './merge.repository.ts'
export { seenPictures, seenRecordings } from './media.repository.ts'
export { recordTimeline } from './timeline.ts'
export { claimContact, insertCall, insertDrive, keepContact } from './record.write.ts'
