import { Button, Drawer } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../ui/ErrorState'
import { focusFirstField } from '../../ui/form/firstError'
import { RowsSkeleton } from '../../ui/Skeletons'
import { leadQuery } from '../lead.queries'
import { useQueueKeys } from '../../ui/queue/queueKeys'
import { LeadDesk } from '../queue/LeadDesk'
import type { LeadQueue } from '../queue/useLeadQueue'
import './lead-drawer.css'

export interface LeadDrawerProps {
  clueId: number
  queue: LeadQueue
}

/** One lead over the list: facts, talking points and handling form. Its id is in the URL, so that notices can link to it. */
export function LeadDrawer({ clueId, queue }: LeadDrawerProps) {
  const query = useQuery(leadQuery(clueId))
  const { data, error } = query
  useQueueKeys(queue)
  return (
    <Drawer
      open
      placement="right"
      size="min(1160px, 100vw)"
      closable={false}
      keyboard
      rootClassName="sr-lead-drawer"
      onClose={queue.close}
      // The drawer takes the focus when it opens; returns it to the form of a lead that was read before.
      afterOpenChange={(opened) =>
        opened && focusFirstField(document.querySelector<HTMLElement>('.sr-lead-handle'))
      }
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
