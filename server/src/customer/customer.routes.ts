import type { rooms } from '@showroom/contract'
import { newType } from '@showroom/contract/customer/add.schema'
import type { HandlersOf } from '../platform/http/handler.ts'
import { actionRoutes } from './action.routes.ts'
import { addCustomer } from './add.service.ts'
import { listOrExport } from './export.service.ts'
import { follow } from './follow.service.ts'
import type { TransferDeps } from './import.service.ts'
import { readProfile } from './profile.service.ts'
import { repurchase } from './repurchase.service.ts'
import { transferRoutes } from './transfer.routes.ts'

export const customerRoutes = (deps: TransferDeps): HandlersOf<typeof rooms.customer> => ({
  list: (request, context) => listOrExport(context, deps, request),

  add: (request, context) =>
    request.newType === newType.repurchase
      ? repurchase(context, deps.files, request)
      : addCustomer(context, deps.files, request),

  get: ({ customerId }, context) => readProfile(context, deps.files, customerId),

  follow: (request, context) => follow(context, request),

  ...actionRoutes(deps),
  ...transferRoutes(deps),
})
