export { countTabs } from './task.repository.ts'
