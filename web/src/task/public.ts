/** Parts of follow-up tasks that other rooms may use. */
export { taskList } from './task.fields'
export { taskListQuery } from './task.queries'
export { ContentCell, DayCell, KindCell } from './TaskCells'
export { useTaskQueue } from './useTaskQueue'
