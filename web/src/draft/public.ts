import type { DraftStore } from '../ui/form/draft/store'

/** What other rooms may use of drafts: where forms keep them, fetched when the first of them opens. */
export const fetchDraftStore = (): Promise<DraftStore> =>
  import('./draftStore').then(({ draftStore }) => draftStore)
