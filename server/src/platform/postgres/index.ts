/** The door of the embedded PostgreSQL; everything else in this folder drives it. */
export { findBinaries } from './binaries.ts'
export { openBeside } from './beside.ts'
export { FolderInUse, startEmbeddedPostgres } from './embedded.ts'
export { findRunAs } from './system-user.ts'
