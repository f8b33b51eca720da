export { carOut, drivesOf, isEndangered } from './car/out.repository.ts'
export { findDriveAt } from './drive/match.repository.ts'
