import { UserSwitchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import { useSession } from '../../frame/session'
import { assignableQuery } from '../../team/public'
import { lazyDialog } from '../../ui/lazyDialog'
import { useMessage } from '../../ui/useMessage'
import type { Chosen } from './bulk'

const BulkReassignDialog = lazyDialog(() =>
  import('./BulkReassignDialog').then((module) => module.BulkReassignDialog),
)

interface BatchReassignProps extends Pick<ButtonProps, 'type' | 'size'> {
  chosen: Chosen
  /** Called once the customers have a new owner; clear the selection then. */
  onDone: () => void
  /** Called on a press without a selection. By default a message is shown instead. */
  onNone?: (() => void) | undefined
  /** Shows only the icon, in the page head on phones. */
  iconOnly?: boolean
}

/** 再分配 of the selected customers; hidden if no member can receive them. */
export function BatchReassign({ chosen, onDone, onNone, iconOnly = false, ...look }: BatchReassignProps) {
  const { allowAssign, onlyReads } = useSession()
  const isOffered = allowAssign && !onlyReads
  const { data } = useQuery({ ...assignableQuery(), enabled: isOffered })
  const message = useMessage()
  const [open, setOpen] = useState(false)
  // Shown before the answer is there: the buttons beside it, and on a phone all below, would move.
  if (!isOffered || data?.data.length === 0) return null
  const press = (): void => {
    if (chosen.total > 0) setOpen(true)
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
        onPointerEnter={BulkReassignDialog.preload}
        onFocus={BulkReassignDialog.preload}
        onClick={press}
      >
        {!iconOnly && '再分配'}
      </Button>
      {open && (
        <BulkReassignDialog
          chosen={chosen}
          onClosed={(done) => {
            setOpen(false)
            if (done) onDone()
          }}
        />
      )}
    </>
  )
}
