import { SwapOutlined } from '@ant-design/icons'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { useRef, useState } from 'react'
import { maySwitchStore } from '../frame/areas'
import { lazyDialog } from '../ui/lazyDialog'

export const SwitchStoreDialog = lazyDialog(() =>
  import('../access/account/SwitchStoreDialog').then((module) => module.SwitchStoreDialog),
)

/** The store's name. A member of several stores switches by it. */
export function StoreName({ session }: { session: SessionInfo }) {
  const { company } = session.profile
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!maySwitchStore(session))
    return (
      <span className="sr-header-store" title={company}>
        {company}
      </span>
    )
  const closed = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="sr-header-store sr-header-switch"
        aria-label={`${company}，切换门店`}
        title={company}
        aria-haspopup="dialog"
        onPointerEnter={SwitchStoreDialog.preload}
        onFocus={SwitchStoreDialog.preload}
        onClick={() => setOpen(true)}
      >
        <span className="sr-header-store-name">{company}</span>
        <SwapOutlined aria-hidden />
      </button>
      {open && <SwitchStoreDialog session={session} onClosed={closed} />}
    </>
  )
}
