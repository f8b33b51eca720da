import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Drawer } from '../../later/later'

interface FilterDrawerProps {
  /** The id that the button's `aria-controls` names. */
  id: string
  title: string
  open: boolean
  onClose: () => void
  onReset: () => void
  children: ReactNode
}

/** The filters on a phone: a drawer from below, with the button to the result always visible. */
export function FilterDrawer({ id, title, open, onClose, onReset, children }: FilterDrawerProps) {
  const footer = (
    <div className="sr-drawer-footer">
      <Button onClick={onReset}>重置</Button>
      <Button type="primary" onClick={onClose}>
        查看结果
      </Button>
    </div>
  )
  return (
    <Drawer
      title={title}
      open={open}
      closable={{ placement: 'end' }}
      onClose={onClose}
      placement="bottom"
      size="85%"
      footer={footer}
    >
      <div id={id} className="sr-more-grid sr-labelled-top">
        {children}
      </div>
    </Drawer>
  )
}
