import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import type { SmsSender } from '../platform/texts/sms.ts'
import { smsJob, sendWaiting } from './sms.job.ts'
import { listTemplates, moveMessages } from './sms.repository.ts'
import { addTemplate, deleteTemplate, preview, sendSms, updateTemplate } from './sms.service.ts'

export const tables = ['sms_template', 'sms_message'] as const satisfies readonly (keyof DB)[]

interface Sending {
  readonly sender: SmsSender
  readonly wake: () => void
}

const smsRoutes = (sending: Sending): HandlersOf<typeof rooms.sms> => ({
  list: async (_request, { db, session }) => ({ data: await listTemplates(db, session.scope) }),
  add: (request, context) => addTemplate(context, request),
  async update({ id, ...template }, context) {
    await updateTemplate(context, id, template)
    return {}
  },
  async remove({ id }, context) {
    await deleteTemplate(context, id)
    return {}
  },
  preview: (request, context) => preview(context, request),
  async send(request, context) {
    await sendSms(context, sending, request)
    return {}
  },
})

export function open(deps: RoomDeps, { sms: sender }: { readonly sms: SmsSender }): Room<typeof rooms.sms> {
  const work = { ...deps, sender }
  let running = Promise.resolve()
  const wake = (): void => {
    running = running
      .then(() => sendWaiting(work))
      // What failed is left to the job, which tries again.
      .catch((error: unknown) => deps.log.warn({ error }, 'messages were not sent'))
  }
  return {
    handlers: smsRoutes({ sender, wake }),
    jobs: [smsJob(work)],
    subscriptions: { merged: ({ db, scope }, pair) => moveMessages(db, scope, pair) },
    stop: () => running,
  }
}
