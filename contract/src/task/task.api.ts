import { readsTasks } from './task.rights.ts'
import { call, omitted } from '../kernel/call.ts'
import { countsCall } from '../kernel/counts.ts'
import { TaskCounts, TaskCountsQuery, TaskListAnswer, TaskListQuery } from './task.schema.ts'

/** Follow-up tasks (docs/product/task.md). */

export const list = call({
  path: '/v1/taskRpc/list',
  summary: '跟进任务',
  may: readsTasks,
  refusals: ['TOO_MANY'],
  request: TaskListQuery,
  answer: TaskListAnswer,
  omits: omitted.rows,
  withoutNetwork: 'seen',
})

export const viewCounts = countsCall('/v1/taskRpc/viewCounts', list, ['customer'])

export const counts = call({
  path: '/v1/taskRpc/counts',
  summary: '跟进任务各页签数量',
  may: readsTasks,
  refusals: ['TOO_MANY'],
  request: TaskCountsQuery,
  answer: TaskCounts,
  shows: ['customer'],
  withoutNetwork: 'seen',
})
