import type { DraftStore } from '../ui/form/draft/store'

/** Loads the store of form drafts for other rooms, when the first form opens. */
export const fetchDraftStore = (): Promise<DraftStore> =>
  import('./draftStore').then(({ draftStore }) => draftStore)
