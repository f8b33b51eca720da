import { groupRoles } from '@showroom/contract/access/access.rules'
import type { rooms } from '@showroom/contract'
import type { FileStore } from '../platform/files/files.ts'
import { RawAnswer } from '../platform/http/answer.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { addCustomer } from './add.service.ts'
import { follow } from './follow.service.ts'
import { listCustomers } from './list.repository.ts'
import { findProfile } from './profile.repository.ts'

export interface CustomerDeps {
  readonly files: FileStore
}

export const customerRoutes = ({ files }: CustomerDeps): HandlersOf<typeof rooms.customer> => ({
  list: (request, { db, session }) => listCustomers(db, session.scope, session.dealer.groupId, request),

  add: (request, context) => addCustomer(context, files, request),

  async get({ customerId }, { db, session, now }) {
    const viewer = { groupId: session.dealer.groupId, now }
    const found = await findProfile(db, session.scope, viewer, customerId)
    if (!found) throw new Refusal('NOT_FOUND')
    return new RawAnswer(found.profile, {
      allowAssign: session.flags.allowAssign,
      onlyView: groupRoles.includes(session.role),
      newMediaUrl: found.proof_images.map((key) => files.link(key, now)),
    })
  },

  follow: (request, context) => follow(context, request),
})
