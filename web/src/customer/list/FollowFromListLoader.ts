import { lazyDialog } from '../../ui/lazyDialog'

/** Following up from the list: a chunk of its own, so that the list is there sooner. */
export const FollowFromList = lazyDialog(() =>
  import('./FollowFromList').then((module) => module.FollowFromList),
)
