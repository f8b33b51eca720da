import { lazyDialog } from '../ui/lazyDialog'

/** What other rooms may use of online leads. */
export const LeadDialog = lazyDialog(() => import('./LeadDialog').then((module) => module.LeadDialog))
export { Countdown } from './Countdown'
