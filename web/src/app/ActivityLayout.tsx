import { useRouter } from '@tanstack/react-router'
import { useSession } from '../frame/session'
import { activityMenuOf } from './activityMenu'
import { AreaLayout } from './AreaLayout'

/** The activity area: tasks, leads and reviews. */
export const ActivityLayout = () => (
  <AreaLayout label="工作任务" entries={activityMenuOf(useRouter(), useSession())} />
)
