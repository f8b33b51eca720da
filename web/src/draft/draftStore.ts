import * as draft from '@showroom/contract/draft/draft.api'
import type { DraftContent } from '@showroom/contract/draft/draft.schema'
import { callApi } from '../api/client'
import { inOrder } from '../ui/form/draft/inOrder'
import type { DraftStore } from '../ui/form/draft/store'

/**
 * Stores drafts on the server, in the background: no form waits for it, and an expired session asks for no sign-in.
 */
export const draftStore: DraftStore = inOrder({
  read: async (place) => (await callApi(draft.read, place, { inBackground: true })).data,
  save: ({ content, ...saved }, isLeaving) =>
    callApi(
      draft.save,
      { ...saved, content: content as DraftContent },
      { inBackground: true, keepalive: isLeaving, withoutKey: 'same effect' },
    ),
  drop: (which) =>
    callApi(draft.drop, which, { inBackground: true, keepalive: true, withoutKey: 'same effect' }),
})
