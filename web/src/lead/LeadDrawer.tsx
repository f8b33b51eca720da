import { Button, Drawer } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorState } from '../ui/ErrorState'
import { RowsSkeleton } from '../ui/Skeletons'
import { leadQuery } from './lead.queries'
import { LeadDesk } from './LeadDesk'
import type { LeadQueue } from './useLeadQueue'
import './lead-drawer.css'

export interface LeadDrawerProps {
  clueId: number
  queue: LeadQueue
}

/** One lead over the list: what is known, what to say, and its handling. The address names it, so that a notice can lead here. */
export function LeadDrawer({ clueId, queue }: LeadDrawerProps) {
  const query = useQuery(leadQuery(clueId))
  const { data, error } = query
  useQueueKeys(queue)
  useReturnedFocus(clueId)
  return (
    <Drawer
      open
      placement="right"
      size="min(1160px, 100vw)"
      closable={false}
      keyboard
      rootClassName="sr-lead-drawer"
      onClose={queue.close}
      aria-label="线索详情"
    >
      {data ? (
        <LeadDesk key={clueId} answer={data} queue={queue} />
      ) : (
        <div className="sr-lead-waiting">
          <Button onClick={queue.close}>关闭</Button>
          {error ? (
            <ErrorState error={error} onRetry={() => void query.refetch()} />
          ) : (
            <RowsSkeleton rows={9} />
          )}
        </div>
      )}
    </Drawer>
  )
}

/** Ctrl with an arrow goes to the lead before or after, from anywhere in the drawer. */
function useQueueKeys({ previous, next }: LeadQueue): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      // A question stands over the drawer: it is to be answered first.
      if (document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return
      event.preventDefault()
      event.stopPropagation()
      ;(event.key === 'ArrowDown' ? next : previous)?.()
    }
    document.addEventListener('keydown', pressed, true)
    return () => document.removeEventListener('keydown', pressed, true)
  }, [previous, next])
}

/** When the drawer closes the keyboard is on the row of the lead seen last, or on the one that took its place. */
function useReturnedFocus(clueId: number): void {
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
    const at = Math.max(
      0,
      links.findIndex((link) => link.dataset.rowLink === String(clueId)),
    )
    return () => {
      requestAnimationFrame(() => {
        if (document.querySelector('.sr-lead-drawer')) return
        const now = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
        const same = now.find((link) => link.dataset.rowLink === String(clueId))
        ;(same ?? now[Math.min(at, now.length - 1)])?.focus({ preventScroll: true })
      })
    }
  }, [clueId])
}
