import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Drawer } from './later/later'
import { useReturnedKeyboard } from './useReturnedKeyboard'

interface SideDrawerProps {
  title: string
  /** Width in pixels, limited to the window's width. */
  width: number
  onClose: () => void
  children: ReactNode
}

/** A drawer beside the page for reading only, without form fields. */
export function SideDrawer({ title, width, onClose, children }: SideDrawerProps) {
  useReturnedKeyboard()
  return (
    <Drawer
      open
      placement="right"
      size={`min(${width}px, 100vw)`}
      title={title}
      extra={<Button onClick={onClose}>关闭</Button>}
      closable={false}
      onClose={onClose}
      aria-label={title}
    >
      {children}
    </Drawer>
  )
}
