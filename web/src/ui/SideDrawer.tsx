import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'

interface SideDrawerProps {
  title: string
  /** In pixels, where the window is as wide. */
  width: number
  onClose: () => void
  children: ReactNode
}

/** Something to look through beside the page; nothing in it is filled in. */
export function SideDrawer({ title, width, onClose, children }: SideDrawerProps) {
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
