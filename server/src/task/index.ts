export { byWhatComesNext } from './order.repository.ts'
export { countStates, latestFollow } from './task.repository.ts'
