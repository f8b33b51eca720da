import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import * as customer from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { queryOf } from '../../api/query'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { isRefusal } from '../../ui/failure'
import { focusFirstOpen } from '../../ui/form/firstError'
import { useQueueKeys } from '../../ui/queue/queueKeys'
import { lazyDialog } from '../../ui/lazyDialog'
import { SavedLine } from '../../ui/SavedLine'
import { QueueStep } from '../../ui/queue/QueueStep'
import { useReturnedKeyboard } from '../../ui/useReturnedKeyboard'
import { stateOf, whyNoFollow } from '../customerState'
import type { PlannedSlot } from '../fields/hour'
import { FollowDesk } from './FollowDesk'
import { FollowHead } from './FollowHead'
import type { FollowQueue, LeaveGuard } from './followQueue'
import './follow-drawer.css'

export interface FollowDrawerProps {
  /** Undefined while the queue searches for the next one. */
  customerId: number | undefined
  /** Shown before the file is loaded. */
  name?: string | undefined
  /** The task that was opened. If the file has another one by now, a colleague has done it. */
  activityId?: number | undefined
  /** The next step that the form starts with. */
  planned?: PlannedSlot | undefined
  /** The queue when working through a list. */
  queue?: FollowQueue | undefined
  /** Called when the drawer has closed; unmount it then. With a queue pass its `close`. */
  onClosed: () => void
}

/** Follow-up drawer for any page: facts on the left, the form on the right, and with a queue the button to the next customer. */
export function FollowDrawer({ customerId, name = '', queue, onClosed, ...task }: FollowDrawerProps) {
  const guard: LeaveGuard = useRef(undefined)
  // The drawer takes the focus when it opens; returns it to a form that is already rendered.
  const frame = useRef<HTMLDivElement>(null)
  const leaving = (go: (() => void) | undefined) =>
    go && !queue?.isAddressed
      ? (): void => void Promise.resolve(guard.current?.() ?? true).then((may) => may && go())
      : go
  const steps = { previous: leaving(queue?.previous), next: leaving(queue?.next) }
  const close = leaving(onClosed) ?? onClosed
  useQueueKeys(steps)
  useReturnedKeyboard()
  const isFinished = queue?.isFinished ?? false
  return (
    <Drawer
      open
      placement="right"
      size="min(1160px, 100vw)"
      closable={false}
      onClose={close}
      afterOpenChange={(opened) => opened && focusFirstOpen(frame.current)}
      mask={{ closable: false }}
      rootClassName="sr-follow-drawer"
      aria-label={isFinished ? queue?.title : `跟进 ${name}`.trim()}
    >
      <div ref={frame} className="sr-follow-frame">
        {isFinished && queue ? (
          <Finished queue={queue} onClosed={onClosed} />
        ) : (
          <Opened
            key={`${customerId ?? 0} ${task.activityId ?? 0}`}
            customerId={customerId}
            name={name}
            {...task}
            queue={queue}
            guard={guard}
            onClosed={onClosed}
            go={<Steps queue={queue} {...steps} close={close} />}
          />
        )}
        <SavedLine className="sr-follow-saved">{queue?.text}</SavedLine>
      </div>
    </Drawer>
  )
}

interface StepsProps {
  queue: FollowQueue | undefined
  previous: (() => void) | undefined
  next: (() => void) | undefined
  close: () => void
}

const Steps = ({ queue, previous, next, close }: StepsProps) => (
  <span className="sr-follow-steps">
    {queue && (
      <>
        {queue.done > 0 && <span className="sr-follow-done sr-num">已完成 {queue.done}</span>}
        <span
          className="sr-num"
          role="status"
          {...(queue.place && { 'aria-label': placeWords(queue.place) })}
        >
          {queue.place && `${queue.place.at}/${queue.place.total}`}
        </span>
        <QueueStep name="上一位" keys="Ctrl + ↑" icon={<LeftOutlined />} go={previous} />
        <QueueStep name="下一位" keys="Ctrl + ↓" icon={<RightOutlined />} go={next} />
      </>
    )}
    <QueueStep name="关闭" keys="Esc" icon={<CloseOutlined />} go={close} />
  </span>
)

const placeWords = ({ at, total }: NonNullable<FollowQueue['place']>): string => `第 ${at} 条，共 ${total} 条`

/** Maximum age of a cached file to start from, in ms. */
const freshMs = 5_000

interface OpenedProps extends Omit<FollowDrawerProps, 'name'> {
  name: string
  guard: LeaveGuard
  go: ReactNode
}

/** Loads the file again if the cached one may be older than a colleague's follow-up. */
function Opened({ customerId, name, go, ...props }: OpenedProps) {
  const file = useQuery({
    ...queryOf(customer.get, { customerId: customerId ?? 0 }),
    enabled: customerId !== undefined,
    staleTime: freshMs,
    retry: (count, problem) => !isRefusal(problem) && count < 1,
  })
  const [wasStale] = useState(file.isStale)
  const isFresh = file.isFetchedAfterMount || !wasStale
  if (file.data && isFresh) return <Ready profile={file.data} go={go} {...props} />
  return (
    <>
      <FollowHead name={file.data?.customer.name ?? name}>{go}</FollowHead>
      {file.error ? (
        <ErrorState
          error={file.error}
          onRetry={isRefusal(file.error) ? undefined : () => void file.refetch()}
        >
          {props.queue && <GoOn queue={props.queue} />}
        </ErrorState>
      ) : (
        <Waiting />
      )}
    </>
  )
}

const Waiting = () => (
  <div className="sr-follow-waiting" role="status" aria-label="加载中">
    {['60%', '85%', '75%', '40%', '90%', '70%'].map((width) => (
      <span key={width} className="sr-bone" style={{ width }} />
    ))}
  </div>
)

interface ReadyProps extends Omit<OpenedProps, 'customerId' | 'name'> {
  profile: CustomerProfile
}

function Ready({ profile, activityId, go, ...props }: ReadyProps) {
  const [isReturnVisit] = useState(() => activityId !== undefined && profile.returnVisit?.id === activityId)
  // Decided once: after saving, the refetched file has another task while the next customer loads.
  const [whyNot] = useState(
    () =>
      whyNoFollow(stateOf(profile)) ||
      (activityId && profile.pendingActivity?.id !== activityId ? '该任务已被处理' : ''),
  )
  if (isReturnVisit) return <VisitDesk profile={profile} go={go} {...props} />
  if (!whyNot) return <FollowDesk profile={profile} go={go} {...props} />
  return (
    <>
      <FollowHead name={profile.customer.name} profile={profile}>
        {go}
      </FollowHead>
      <EmptyState title={whyNot} {...(props.queue && { hint: '可继续处理列表中的下一位客户。' })}>
        {props.queue && <GoOn queue={props.queue} />}
      </EmptyState>
    </>
  )
}

const ReturnVisitDialog = lazyDialog(() =>
  import('../dialogs/RecallDialog').then((module) => module.ReturnVisitDialog),
)

/** The visit for a car delivered before the current deal began. It has its own form, and the deal continues independently. */
function VisitDesk({ profile, go, queue }: Omit<ReadyProps, 'activityId'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <FollowHead name={profile.customer.name} profile={profile}>
        {go}
      </FollowHead>
      <EmptyState title="已购车辆回访" hint="这项任务是之前交付车辆的回访，不影响当前商机的下次跟进。">
        <Button type="primary" disabled={!profile.returnVisit} onClick={() => setOpen(true)}>
          完成回访
        </Button>
        {queue && <GoOn queue={queue} />}
      </EmptyState>
      {open && <ReturnVisitDialog profile={profile} onClosed={() => setOpen(false)} />}
    </>
  )
}

/** Skips a customer that cannot be followed up. */
function GoOn({ queue }: { queue: FollowQueue }) {
  const [pending, setPending] = useState(false)
  return (
    <Button
      loading={pending}
      onClick={() => {
        setPending(true)
        void queue.skip().finally(() => setPending(false))
      }}
    >
      下一位
    </Button>
  )
}

/** Summary at the end of the queue. */
function Finished({ queue, onClosed }: { queue: FollowQueue; onClosed: () => void }) {
  const { done, gone, beyond } = queue
  const notes = [
    `本次完成 ${done} 位`,
    gone > 0 && `跳过 ${gone} 位（他人已处理）`,
    beyond > 0 && '列表中还有更多',
  ]
  return (
    <div className="sr-follow-finished">
      <EmptyState title={queue.finished} hint={notes.filter(Boolean).join('，')}>
        <Button type="primary" autoFocus onClick={onClosed}>
          返回列表
        </Button>
      </EmptyState>
    </div>
  )
}
