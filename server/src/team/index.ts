export { findAssignable, listManagers, sourceExists } from './team.repository.ts'
