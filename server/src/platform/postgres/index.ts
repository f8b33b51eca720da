/** The door of the embedded PostgreSQL; everything else in this folder drives it. */
export { openBeside } from './beside.ts'
export { FolderInUse, startEmbeddedPostgres } from './embedded.ts'
