import { paper } from '@showroom/contract/appointment/appointment.api'
import type { TimelineLink } from '../customer/public'
import { may } from '../frame/areas'
import { paperHref } from './drive/paperHref'

/** Opens the agreement of the test drive that a timeline row is about. */
export const paperLink: TimelineLink = {
  label: '试驾协议',
  idOf: ({ facts }) => (facts?.kind === 'annotated' ? (facts.testDriveId ?? 0) : 0),
  mayOpen: (session) => may(session, paper),
  opens: { hrefOf: paperHref },
}
