import type { Drive } from '@showroom/contract/appointment/drive.schema'
import { lazyDialog } from '../../ui/lazyDialog'

export const WalkUpDialog = lazyDialog(() =>
  import('../drive/WalkUpDialog').then((module) => module.WalkUpDialog),
)
const KeysDialog = lazyDialog(() => import('../drive/KeysDialog').then((module) => module.KeysDialog))
const TakeBackDialog = lazyDialog(() =>
  import('../drive/TakeBackDialog').then((module) => module.TakeBackDialog),
)

/** The next step of a drive whose car is not back. */
export const stepOf = ({ driveId }: Drive): '交钥匙' | '还车' => (driveId === 0 ? '交钥匙' : '还车')

export const StepDialog = ({ drive, onClosed }: { drive: Drive; onClosed: () => void }) =>
  drive.driveId === 0 ? (
    <KeysDialog drive={drive} onClosed={onClosed} />
  ) : (
    <TakeBackDialog drive={drive} onClosed={onClosed} />
  )
