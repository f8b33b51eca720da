/** The door of the embedded PostgreSQL; everything else in this folder drives it. */
export { findBinaries } from './binaries.ts'
export { startBaseBackup } from './base.ts'
export { openBeside } from './beside.ts'
export type { Beside } from './beside.ts'
export { FolderInUse, outboxOf, placeOf, startEmbeddedPostgres } from './embedded.ts'
export { lockFolder } from './folder-lock.ts'
export { draftName, restoreCluster } from './restore.ts'
export { findRunAs } from './system-user.ts'
