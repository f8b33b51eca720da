import type * as morningCalls from '@showroom/contract/report/morning.api'
import type { HandlersOf } from '../../platform/http/handler.ts'
import type { Wecom } from '../../platform/wecom/wecom.ts'
import type { Targets } from '../targets.ts'
import { getMorning, updateMorning } from './morning.service.ts'

interface Deps {
  readonly wecom: Wecom | undefined
  readonly targets: Targets
}

export const morningRoutes = ({ wecom, targets }: Deps): HandlersOf<typeof morningCalls> => ({
  morningReport: (context) => getMorning(context, { wecom, targets }),
  updateMorningReport: (context, request) => updateMorning(context, request, wecom),
})
