import { viewCounts } from '@showroom/contract/task/task.api'
import { viewedList } from '../view/public'
import { taskList } from './task.fields'

export const taskViews = viewedList('tasks', taskList, viewCounts)
