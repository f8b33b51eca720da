export { carOut, drivesOf, isEndangered, listByPlate, listOut } from './car/out.repository.ts'
export { handsAll } from './drive/drive.service.ts'
export { findDriveAt } from './drive/match.repository.ts'
