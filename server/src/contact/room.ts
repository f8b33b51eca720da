import type { rooms } from '@showroom/contract'
import type { OutsideConfig } from '../platform/config/config.outside.ts'
import type { Outside } from '../platform/outside/outside.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { serveCallback } from './callback.routes.ts'
import { contactRoutes } from './contact.routes.ts'
import { createSigning } from './sign.service.ts'
import { createContactWork, listContacts } from './work.service.ts'

export { tables } from './contact.tables.ts'

export interface ContactSettings extends Pick<Outside, 'wecom'> {
  /** How the callback is signed and encrypted, and the file that proves whose the domain is. */
  readonly wecomPage?: Pick<NonNullable<OutsideConfig['wecom']>, 'callback' | 'verify'> | undefined
}

export function open(
  deps: RoomDeps,
  { wecom, wecomPage: { callback, verify } = {} }: ContactSettings,
): Room<typeof rooms.contact> {
  const own = wecom && { ...deps, wecom }
  const contactWork = own && createContactWork(own)
  return {
    handlers: contactRoutes({ ...deps, wecom, sign: own && createSigning(own) }),
    jobs: [listContacts({ ...deps, wecom })],
    serve(http) {
      if (wecom && callback) serveCallback(http, { ...deps, corpId: wecom.corpId, callback })
      if (verify)
        http.get(`/WW_verify_${verify}.txt`, (_request, reply) =>
          reply.type('text/plain; charset=utf-8').send(verify),
        )
    },
    stop: async () => contactWork?.stop(),
  }
}
