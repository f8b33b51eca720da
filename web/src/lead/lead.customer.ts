import { opensLeads } from '@showroom/contract/lead/lead.rights'
import type { TimelineLink } from '../customer/public'
import { may } from '../frame/areas'
import { lazyDialog } from '../ui/lazyDialog'

/** Opens the online lead of a timeline row. */
export const leadLink: TimelineLink = {
  label: '查看线索',
  idOf: (row) => row.onlineCustomerId,
  mayOpen: (session) => may(session, { may: opensLeads }),
  opens: { Dialog: lazyDialog(() => import('./drawer/LeadDialog').then((module) => module.LeadDialog)) },
}
