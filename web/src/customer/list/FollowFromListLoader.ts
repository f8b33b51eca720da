import { lazyDialog } from '../../ui/lazyDialog'

/** Loads the follow-up queue as a separate chunk, so that the list appears sooner. */
export const FollowFromList = lazyDialog(() =>
  import('./FollowFromList').then((module) => module.FollowFromList),
)
