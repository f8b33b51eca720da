import { UserSwitchOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { useMessage } from '../../ui/useMessage'

export interface ReassignButtonProps extends Pick<ButtonProps, 'type' | 'size'> {
  hasChosen: boolean
  onPress: () => void
  /** Called on a press without a selection. By default a message is shown instead. */
  onNone?: (() => void) | undefined
  /** Shows only the icon, in the page head on phones. */
  iconOnly?: boolean
  /** Loads the dialog. */
  preload: () => void
}

/** 再分配 of a list's selected rows. */
export function ReassignButton(props: ReassignButtonProps) {
  const { hasChosen, onPress, onNone, iconOnly = false, preload, ...look } = props
  const message = useMessage()
  const press = (): void => {
    if (hasChosen) onPress()
    else if (onNone) onNone()
    else message.info('请选择再分配客户')
  }
  return (
    <Button
      {...look}
      {...(!look.type && { icon: <UserSwitchOutlined aria-hidden /> })}
      aria-label="再分配"
      title={iconOnly ? '再分配' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={press}
    >
      {!iconOnly && '再分配'}
    </Button>
  )
}
