import { lazyDialog } from '../ui/lazyDialog'

/** The lead room's exports for other rooms. */
export { leadList } from './lead.fields'
export const LeadDialog = lazyDialog(() => import('./LeadDialog').then((module) => module.LeadDialog))
export { Countdown } from './Countdown'
export const WaitingLeads = lazyDialog(() => import('./WaitingLeads').then((module) => module.WaitingLeads))
