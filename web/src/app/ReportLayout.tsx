import { useRouter } from '@tanstack/react-router'
import { useSession } from '../frame/session'
import { AreaLayout } from './AreaLayout'
import { reportMenuOf } from './reportMenu'

/** The report area: big screen and reports. */
export const ReportLayout = () => (
  <AreaLayout label="报表" entries={reportMenuOf(useRouter(), useSession())} />
)
