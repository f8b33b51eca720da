import { z } from 'zod'
import { code, pageFields, word } from '../ui/list/searchFields'

/** The task list's filters as they stand in the address. */
export const TaskListSearch = z.object({
  /** Tabs: activity and state. */
  t: code(3),
  f: code(3),
  /** Levels, members, series, lead source. */
  lv: word,
  m: word,
  se: word,
  ft: code(2),
  /** Completed in. */
  cd: word,
  ...pageFields,
  /** The task whose follow-up is open. */
  at: code(Number.MAX_SAFE_INTEGER),
})
export type TaskListSearch = z.output<typeof TaskListSearch>
