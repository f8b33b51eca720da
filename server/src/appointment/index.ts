export { findDriveAt } from './drive/match.repository.ts'
