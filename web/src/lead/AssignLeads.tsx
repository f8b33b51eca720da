import { UserSwitchOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
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
  /** Only the icon: in the head of the page on a phone. */
  iconOnly?: boolean
}

/** 分配 of the selected leads. */
export function AssignLeads({ clueIds, onDone, onNone, iconOnly = false, ...look }: AssignLeadsProps) {
  const message = useMessage()
  const [open, setOpen] = useState(false)
  const press = (): void => {
    if (clueIds.length > 0) setOpen(true)
    else if (onNone) onNone()
    else message.info('请选择分配客户')
  }
  return (
    <>
      <Button
        {...look}
        {...(look.size !== 'small' && { icon: <UserSwitchOutlined aria-hidden /> })}
        aria-label="分配"
        title={iconOnly ? '分配' : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={press}
      >
        {!iconOnly && '分配'}
      </Button>
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
