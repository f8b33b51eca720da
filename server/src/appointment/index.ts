export { carOut, drivesOf, isEndangered, listByPlate } from './car/out.repository.ts'
export { handsAll } from './drive/drive.service.ts'
export { findDriveAt } from './drive/match.repository.ts'
