import { UserSwitchOutlined } from '@ant-design/icons'
import { Button, type ButtonProps, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useMessage } from '../ui/useMessage'

const importDialog = () => import('./BatchAssignDialog')
const BatchAssignDialog = lazy(() => importDialog().then((module) => ({ default: module.BatchAssignDialog })))
const preload = (): void => void importDialog().catch(() => undefined)

interface AssignLeadsProps extends Pick<ButtonProps, 'type' | 'size'> {
  clueIds: readonly number[]
  /** The leads have an owner: the selection is used up. */
  onDone: () => void
  /** Pressed with nothing selected; without it that is told. */
  onNone?: (() => void) | undefined
  /** Why there is nothing to assign; empty where there is. */
  whyNot?: string
}

/** 分配 of the selected leads. */
export function AssignLeads({ clueIds, onDone, onNone, whyNot = '', ...look }: AssignLeadsProps) {
  const message = useMessage()
  const [open, setOpen] = useState(false)
  const press = (): void => {
    if (clueIds.length > 0) setOpen(true)
    else if (onNone) onNone()
    else message.info('请选择分配客户')
  }
  return (
    <>
      <Tooltip title={whyNot}>
        <Button
          {...look}
          {...(look.size !== 'small' && { icon: <UserSwitchOutlined aria-hidden /> })}
          disabled={whyNot !== ''}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={press}
        >
          分配
        </Button>
      </Tooltip>
      {open && (
        <Suspense>
          <BatchAssignDialog
            clueIds={clueIds}
            onClosed={(done) => {
              setOpen(false)
              if (done) onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
