import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import type { Texts } from '../platform/texts/outbox.ts'
import { guardMessage, storeMessageResult } from './result.service.ts'
import { listTemplates } from './sms.repository.ts'
import { addTemplate, deleteTemplate, preview, sendSms, updateTemplate } from './sms.service.ts'

export { tables } from './sms.tables.ts'

const smsRoutes = (texts: Texts): HandlersOf<typeof rooms.sms> => ({
  list: async ({ db, session }) => ({ data: await listTemplates(db, session.scope) }),
  add: addTemplate,
  async update(context, { id, ...template }) {
    await updateTemplate(context, id, template)
    return {}
  },
  async remove(context, { id }) {
    await deleteTemplate(context, id)
    return {}
  },
  preview,
  async send(context, request) {
    await sendSms(context, texts, request)
    return {}
  },
})

export function open({ texts }: RoomDeps): Room<typeof rooms.sms> {
  texts.follow(storeMessageResult)
  texts.guard(guardMessage)
  return {
    handlers: smsRoutes(texts),
  }
}
