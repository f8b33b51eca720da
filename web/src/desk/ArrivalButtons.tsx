import { LoginOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useOfferActions } from '../frame/finder'
import { useShortcut } from '../ui/useShortcut'
import { whenUsed } from '../ui/whenUsed'
import { ArrivalDialog, NewTrafficDialog } from './DeskDialogs'

/** Dialogs over a page of the desk. */
export const opens = { nothing: 0, newTraffic: 1, arrival: 2 } as const

interface ArrivalButtonsProps {
  open: (what: number) => void
  /** The page has the desk's line, which stands for the button and the dialog of 确认到店. */
  hasLine?: boolean
}

/** Buttons for an arrival: a known customer, or a new one. */
export function ArrivalButtons({ open, hasLine = false }: ArrivalButtonsProps) {
  useShortcut('n', '新建客户', () => open(opens.newTraffic))
  useShortcut('d', '确认到店', () => open(opens.arrival))
  useOfferActions('前台流量', [
    { title: '新建客户', keys: 'N', run: () => open(opens.newTraffic) },
    { title: '确认到店', keys: 'D', run: () => open(opens.arrival) },
  ])
  useEffect(
    () =>
      whenUsed(() => {
        NewTrafficDialog.preload()
        if (!hasLine) ArrivalDialog.preload()
      }),
    [hasLine],
  )
  return (
    <>
      {!hasLine && (
        <Button
          icon={<LoginOutlined aria-hidden />}
          aria-keyshortcuts="d"
          title="快捷键 D"
          onPointerEnter={ArrivalDialog.preload}
          onFocus={ArrivalDialog.preload}
          onClick={() => open(opens.arrival)}
        >
          确认到店
        </Button>
      )}
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        aria-keyshortcuts="n"
        title="快捷键 N"
        onPointerEnter={NewTrafficDialog.preload}
        onFocus={NewTrafficDialog.preload}
        onClick={() => open(opens.newTraffic)}
      >
        新建客户
      </Button>
    </>
  )
}

/** The open dialog, if any. */
export function ArrivalDialogs({ opened, onClosed }: { opened: number; onClosed: () => void }) {
  if (opened === opens.newTraffic) return <NewTrafficDialog onClosed={onClosed} />
  if (opened === opens.arrival) return <ArrivalDialog onClosed={onClosed} />
  return null
}
