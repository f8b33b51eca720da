import { UserSwitchOutlined } from '@ant-design/icons'
import { type ButtonProps } from 'antd'
import { useState } from 'react'
import { lazyDialog } from '../../ui/lazyDialog'
import { useMessage } from '../../ui/useMessage'
import { TipButton } from '../../ui/Tip'

const BatchAssignDialog = lazyDialog(() =>
  import('./BatchAssignDialog').then((module) => module.BatchAssignDialog),
)

interface AssignLeadsProps extends Pick<ButtonProps, 'type' | 'size'> {
  clueIds: readonly number[]
  /** Called once the leads have an owner; clear the selection then. */
  onDone: () => void
  /** Called on a press without a selection. By default a message is shown instead. */
  onNone?: (() => void) | undefined
  /** Reason why nothing can be assigned; empty if something can. */
  whyNot?: string
}

/** The 分配 button for the selected leads. */
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
      <TipButton
        {...look}
        {...(look.size !== 'small' && { icon: <UserSwitchOutlined aria-hidden /> })}
        tip={whyNot}
        isBarred={whyNot !== ''}
        onPointerEnter={BatchAssignDialog.preload}
        onFocus={BatchAssignDialog.preload}
        onClick={press}
      >
        分配
      </TipButton>
      {open && (
        <BatchAssignDialog
          clueIds={clueIds}
          onClosed={(done) => {
            setOpen(false)
            if (done) onDone()
          }}
        />
      )}
    </>
  )
}
