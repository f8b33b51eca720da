import { lazyDialog } from '../ui/lazyDialog'

/** The lead room's exports for other rooms. */
export { leadList } from './list/lead.fields'
export { Countdown } from './queue/Countdown'
export { deadlineOf } from './queue/lead.countdown'
export { LeadDrawer } from './drawer/LeadDrawerLoader'
export const WaitingLeads = lazyDialog(() =>
  import('./queue/WaitingLeads').then((module) => module.WaitingLeads),
)
