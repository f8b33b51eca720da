import { useRouter } from '@tanstack/react-router'
import { useSession } from '../frame/session'
import { AreaLayout } from './AreaLayout'
import { managerMenuOf } from './managerMenu'

/** Team management: members, files, templates, settings and records. */
export const ManagerLayout = () => (
  <AreaLayout label="团队管理" entries={managerMenuOf(useRouter(), useSession())} />
)
