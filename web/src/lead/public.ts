import { lazyDialog } from '../ui/lazyDialog'

/** The lead room's exports for other rooms. */
export { leadList } from './list/lead.fields'
export { Countdown } from './queue/Countdown'
export const WaitingLeads = lazyDialog(() =>
  import('./queue/WaitingLeads').then((module) => module.WaitingLeads),
)
