import { lazyDialog } from '../../ui/lazyDialog'

/** A look at a customer: a chunk of its own, fetched when a mouse comes near a name. */
export const CustomerPeek = lazyDialog(() => import('./CustomerPeek').then((module) => module.CustomerPeek))
