import type { rooms } from '@showroom/contract'
import { newType } from '@showroom/contract/customer/add.schema'
import type { ExportDeps } from '../platform/export.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { actionRoutes } from './action.routes.ts'
import type { LeadWork } from './action.routes.ts'
import { addCustomer } from './add.service.ts'
import type { ListPages } from './deep.ts'
import { exportableCustomers } from './export.service.ts'
import { follow } from './follow.service.ts'
import { readProfile, readTimelines } from './profile.service.ts'
import { repurchase } from './repurchase.service.ts'

interface CustomerDeps extends ExportDeps {
  readonly pages: ListPages
  readonly leads: LeadWork
}

export const customerRoutes = (deps: CustomerDeps): HandlersOf<typeof rooms.customer> => ({
  list: exportableCustomers(deps),

  async add(request, context) {
    if (request.newType !== newType.repurchase) return addCustomer(context, deps.files, request)
    const answer = await repurchase(context, deps.files, request)
    await deps.leads.handedOver(context, answer.customerId)
    return answer
  },

  get: ({ customerId }, context) => readProfile(context, deps.files, customerId),

  timelines: (request, context) => readTimelines(context, deps.files, request),

  async follow(request, context) {
    const answer = await follow(context, request)
    await deps.leads.followed(context, request.customerId)
    return answer
  },

  ...actionRoutes(deps),
})
