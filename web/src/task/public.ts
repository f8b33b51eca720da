/** What other rooms may use of follow-up tasks. */
export { taskList } from './task.fields'
export { taskListQuery } from './task.queries'
export { ContentCell, DayCell, KindCell } from './TaskCells'
export { useTaskQueue } from './useTaskQueue'
