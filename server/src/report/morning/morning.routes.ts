import type * as morningCalls from '@showroom/contract/report/morning.api'
import type { HandlersOf } from '../../platform/http/handler.ts'
import type { Wecom } from '../../platform/wecom/wecom.ts'
import { getMorning, updateMorning } from './morning.service.ts'

export const morningRoutes = (wecom: Wecom | undefined): HandlersOf<typeof morningCalls> => ({
  morningReport: (context) => getMorning(context, wecom),
  updateMorningReport: (context, request) => updateMorning(context, request, wecom),
})
