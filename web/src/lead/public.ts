import { lazyDialog } from '../ui/lazyDialog'

/** What other rooms may use of online leads. */
export { leadList } from './lead.fields'
export const LeadDialog = lazyDialog(() => import('./LeadDialog').then((module) => module.LeadDialog))
export { Countdown } from './Countdown'
