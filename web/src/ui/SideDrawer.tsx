import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Drawer } from './later/later'
import { useReturnedKeyboard } from './useReturnedKeyboard'
import './SideDrawer.css'

interface SideDrawerProps {
  title: string
  /** For rows with several columns. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
  /** False closes it with its motion, which `onClosed` follows. */
  open?: boolean
  onClosed?: () => void
  /** Controls beside 关闭. */
  extra?: ReactNode
  rootClassName?: string
}

/** A drawer beside the page, for what is read or set without a form. All have one of two widths, and 关闭 at the same place. */
export function SideDrawer({
  title,
  isWide = false,
  onClose,
  children,
  open = true,
  onClosed,
  extra,
  rootClassName,
}: SideDrawerProps) {
  useReturnedKeyboard()
  return (
    <Drawer
      open={open}
      placement="right"
      size={`min(${isWide ? 760 : 480}px, 100vw)`}
      title={title}
      extra={
        <span className="sr-drawer-actions">
          {extra}
          <Button onClick={onClose}>关闭</Button>
        </span>
      }
      closable={false}
      onClose={onClose}
      {...(onClosed && { afterOpenChange: (opened) => !opened && onClosed() })}
      {...(rootClassName && { rootClassName })}
      aria-label={title}
    >
      {children}
    </Drawer>
  )
}
