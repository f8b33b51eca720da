import { lazyDialog } from '../ui/lazyDialog'

/** Parts of defeat reviews that other rooms may use. */
export { reviewList } from './review.fields'
export const WaitingDefeats = lazyDialog(() =>
  import('./WaitingDefeats').then((module) => module.WaitingDefeats),
)
