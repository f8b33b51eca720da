export { countStates } from './task.repository.ts'
