import { lazyDialog } from '../ui/lazyDialog'

/** Parts of defeat reviews that other rooms may use. */
export { reviewList } from './review.fields'
export { Decide as DecideDefeat } from './Decide'
export { useDecisions as useDefeatDecisions } from './useDecisions'
export const WaitingDefeats = lazyDialog(() =>
  import('./WaitingDefeats').then((module) => module.WaitingDefeats),
)
