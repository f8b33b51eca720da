import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import * as customer from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { TaskRow } from '@showroom/contract/task/task.schema'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { queryOf } from '../api/query'
import { FollowFields, LevelChip, stateOf, useFollowForm, whyNoFollow } from '../customer/public'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { isRefusal } from '../ui/failure'
import { focusFirstField } from '../ui/form/firstError'
import { FormNote } from '../ui/form/FormNote'
import { FormProblemAlert, SchemaForm } from '../ui/form/SchemaForm'
import { useKeptInput } from '../ui/form/useKeptInput'
import { SavedLine } from '../ui/SavedLine'
import { useMessage } from '../ui/useMessage'
import { useNarrow } from '../ui/useNarrow'
import { TaskCustomer } from './TaskCustomer'
import { rememberContact, useUsualContact } from './usualContact'
import type { TaskQueue } from './useTaskQueue'
import './task-drawer.css'

export interface TaskDrawerProps {
  queue: TaskQueue
  /** The list is that of what is due today. */
  isToday: boolean
}

/** Following up from the list: the customer's essentials, the form, and on to the next one. */
export function TaskDrawer({ queue, isToday }: TaskDrawerProps) {
  const narrow = useNarrow()
  const { row: task, isFinished } = queue
  return (
    <Drawer
      open
      size={narrow ? '100%' : 720}
      placement="right"
      onClose={queue.close}
      mask={{ closable: false }}
      closable={{ placement: 'end', 'aria-label': '关闭' }}
      rootClassName="sr-task-drawer"
      title={isFinished ? '跟进任务' : task ? <Title task={task} /> : '跟进任务'}
      extra={!isFinished && task && <Steps queue={queue} />}
    >
      {isFinished ? (
        <Finished queue={queue} isToday={isToday} />
      ) : task ? (
        <TaskFollow key={task.activityId} task={task} queue={queue} />
      ) : (
        <Waiting />
      )}
      <SavedLine className="sr-task-saved">{queue.said}</SavedLine>
    </Drawer>
  )
}

const Title = ({ task }: { task: TaskRow }) => (
  <span className="sr-task-title">
    <span className="sr-cut" title={task.customerName}>
      {task.customerName}
    </span>
    <LevelChip level={task.level} />
  </span>
)

const Steps = ({ queue: { place, done, previous, next } }: Pick<TaskDrawerProps, 'queue'>) => (
  <span className="sr-task-steps">
    {done > 0 && <span className="sr-task-done sr-num">已完成 {done}</span>}
    <span className="sr-num" role="status" {...(place && { 'aria-label': placeWords(place) })}>
      {place && `${place.at}/${place.total}`}
    </span>
    <Step name="上一位" icon={<LeftOutlined />} go={previous} />
    <Step name="下一位" icon={<RightOutlined />} go={next} />
  </span>
)

const placeWords = ({ at, total }: NonNullable<TaskQueue['place']>): string => `第 ${at} 条，共 ${total} 条`

interface StepProps {
  name: string
  icon: ReactNode
  go: (() => void) | undefined
}

const Step = ({ name, icon, go }: StepProps) => (
  <Button type="text" size="small" icon={icon} aria-label={name} title={name} disabled={!go} onClick={go} />
)

const Waiting = () => (
  <div className="sr-task-waiting" role="status" aria-label="加载中">
    {['60%', '85%', '75%', '40%', '90%', '70%'].map((width) => (
      <span key={width} className="sr-bone" style={{ width }} />
    ))}
  </div>
)

/** The queue is at its end. */
function Finished({ queue, isToday }: TaskDrawerProps) {
  const { done, gone, beyond, close } = queue
  const said = [
    `本次完成 ${done} 位`,
    gone > 0 && `跳过 ${gone} 位（他人已处理）`,
    beyond > 0 && '列表中还有更多',
  ]
  return (
    <div className="sr-task-finished">
      <EmptyState
        title={isToday && beyond === 0 ? '今日任务已完成' : '列表中的任务已完成'}
        hint={said.filter(Boolean).join('，')}
      >
        <Button type="primary" autoFocus onClick={close}>
          返回列表
        </Button>
      </EmptyState>
    </div>
  )
}

/** How old an answer may be to begin on. */
const freshMs = 5_000

function TaskFollow({ task, queue }: { task: TaskRow; queue: TaskQueue }) {
  const [openedAt] = useState(Date.now)
  const file = useQuery({
    ...queryOf(customer.get, { customerId: task.customerId }),
    staleTime: freshMs,
    retry: (count, problem) => !isRefusal(problem) && count < 1,
  })
  // What lay in memory may be from before somebody else's follow-up.
  const isFresh = file.isFetchedAfterMount || file.dataUpdatedAt > openedAt - freshMs
  if (file.data && isFresh) return <FollowPanel task={task} profile={file.data} queue={queue} />
  if (!file.error) return <Waiting />
  return (
    <ErrorState error={file.error} onRetry={isRefusal(file.error) ? undefined : () => void file.refetch()}>
      <GoOn queue={queue} />
    </ErrorState>
  )
}

/** Past a task that cannot be done. */
function GoOn({ queue }: { queue: TaskQueue }) {
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

interface PanelProps {
  task: TaskRow
  profile: CustomerProfile
  queue: TaskQueue
}

function FollowPanel({ task, profile, queue }: PanelProps) {
  // Decided once: after saving, the fresh file has another task, and the next customer is on the way.
  const [whyNot] = useState(
    () =>
      whyNoFollow(stateOf(profile)) ||
      (profile.pendingActivity?.id === task.activityId ? '' : '该任务已被处理'),
  )
  if (whyNot)
    return (
      <EmptyState title={whyNot} hint="可继续处理列表中的下一位客户。">
        <GoOn queue={queue} />
      </EmptyState>
    )
  return <FollowNow profile={profile} queue={queue} />
}

function FollowNow({ profile, queue }: Omit<PanelProps, 'task'>) {
  const message = useMessage()
  const told = useRef('')
  const form = useFollowForm(profile, {
    usual: { contactType: useUsualContact() },
    tell: (text) => {
      told.current = text
    },
  })
  const { questions } = useKeptInput(form)
  const [going, setGoing] = useState(false)
  const busy = form.pending || going
  const { root } = form.parts
  useEffect(() => focusFirstField(root.current), [root])

  const save = async (): Promise<boolean> => {
    const { contactType } = form.form.getFieldsValue(true) as { contactType?: number }
    if (!(await form.submit())) return false
    rememberContact(contactType)
    queue.saved(told.current)
    return true
  }
  const saveAndClose = async (): Promise<void> => {
    if (!(await save())) return
    message.success(told.current)
    queue.close()
  }
  const saveAndGoOn = async (): Promise<void> => {
    if (!(await save())) return
    setGoing(true)
    await queue.goOn().finally(() => setGoing(false))
  }
  // On the way to the next one there is nothing to be entered here any more.
  const submitting = { ...form, pending: busy, submit: () => saveAndGoOn().then(() => false) }
  return (
    <>
      <div className="sr-task-scroll">
        <TaskCustomer profile={profile} />
        <SchemaForm form={submitting} hideProblem className="sr-follow sr-task-form">
          <FollowFields profile={profile} outcome={form.outcome} />
        </SchemaForm>
      </div>
      <footer className="sr-task-foot">
        <FormProblemAlert form={form} />
        <div className="sr-task-buttons">
          <FormNote form={form} save="保存并下一位" />
          <Button disabled={busy} onClick={() => void saveAndClose()}>
            保存
          </Button>
          <Button
            type="primary"
            danger={form.outcome === 'defeat'}
            loading={busy}
            onClick={() => void saveAndGoOn()}
          >
            {queue.isLast ? '保存并完成' : '保存并下一位'}
          </Button>
        </div>
      </footer>
      {questions}
    </>
  )
}
