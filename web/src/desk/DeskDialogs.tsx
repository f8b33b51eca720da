import { lazyDialog } from '../ui/lazyDialog'
import { DialogFrame } from '../ui/DialogFrame'

/** The dialogs of the front desk, each a separate chunk. */

export const NewTrafficDialog = lazyDialog(
  () => import('./dialogs/NewTrafficDialog').then((module) => module.NewTrafficDialog),
  <DialogFrame title="新建客户" width={880} />,
)
export const ArrivalDialog = lazyDialog(() =>
  import('./dialogs/ArrivalDialog').then((module) => module.ArrivalDialog),
)
export const HandOverVisits = lazyDialog(() =>
  import('./dialogs/HandOverVisits').then((module) => module.HandOverVisits),
)
