export { findDriveAt } from './match.repository.ts'
