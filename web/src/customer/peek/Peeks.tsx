import { lazyDialog } from '../../ui/lazyDialog'
import { useIdle } from '../../ui/useIdle'

const CustomerPeeks = lazyDialog(() => import('./CustomerPeeks').then((module) => module.CustomerPeeks))

/** Lets one look at the customers of a page from their names; fetched once the page stands. */
export const Peeks = () => useIdle() && <CustomerPeeks />
