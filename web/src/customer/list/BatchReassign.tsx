import { UserSwitchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import { useSession } from '../../frame/session'
import { assignableQuery } from '../../team/public'
import { lazyDialog } from '../../ui/lazyDialog'
import { useMessage } from '../../ui/useMessage'

const BatchReassignDialog = lazyDialog(() =>
  import('./BatchReassignDialog').then((module) => module.BatchReassignDialog),
)

interface BatchReassignProps extends Pick<ButtonProps, 'type' | 'size'> {
  customerIds: readonly number[]
  /** The customers have another manager: the selection is used up. */
  onDone: () => void
  /** Pressed with nothing selected; without it that is told. */
  onNone?: (() => void) | undefined
  /** Only the icon: in the head of the page on a phone. */
  iconOnly?: boolean
}

/** 再分配 of the selected customers; nothing while there is nobody to give them to. */
export function BatchReassign({
  customerIds,
  onDone,
  onNone,
  iconOnly = false,
  ...look
}: BatchReassignProps) {
  const { allowAssign } = useSession()
  const { data } = useQuery({ ...assignableQuery(), enabled: allowAssign })
  const message = useMessage()
  const [open, setOpen] = useState(false)
  if (!allowAssign || !data?.data.length) return null
  const press = (): void => {
    if (customerIds.length > 0) setOpen(true)
    else if (onNone) onNone()
    else message.info('请选择再分配客户')
  }
  return (
    <>
      <Button
        {...look}
        {...(!look.type && { icon: <UserSwitchOutlined aria-hidden /> })}
        aria-label="再分配"
        title={iconOnly ? '再分配' : undefined}
        onPointerEnter={BatchReassignDialog.preload}
        onFocus={BatchReassignDialog.preload}
        onClick={press}
      >
        {!iconOnly && '再分配'}
      </Button>
      {open && (
        <BatchReassignDialog
          customerIds={customerIds}
          onClosed={(done) => {
            setOpen(false)
            if (done) onDone()
          }}
        />
      )}
    </>
  )
}
