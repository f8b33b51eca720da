import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import type { detail } from '@showroom/contract/lead/lead.api'
import type { ClueDetail } from '@showroom/contract/lead/lead.schema'
import type { LeadTimes } from '@showroom/contract/lead/lead.rules'
import { Button } from 'antd'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useSession } from '../../frame/session'
import { CallTime, DialButton, RevealNumber, revealed, useReveal } from '../../customer/public'
import { hasUnsaved } from '../../ui/unsaved'
import { Countdown } from './Countdown'
import { handlingsOf } from '../handle/handle.form'
import { HandlePanel } from '../handle/HandlePanel'
import { deadlineOf } from './lead.countdown'
import { levelOf, spanText, statusOf } from '../lead.labels'
import { LeadMarks, StatusCell } from '../list/LeadCells'
import {
  aboutLead,
  aboutProspect,
  aboutWish,
  AskedPart,
  CarsPart,
  EventsPart,
  type FactTexts,
  FactsPart,
  SourcePage,
  UnreadPart,
} from '../drawer/LeadFacts'
import { LeadOutcome } from '../drawer/LeadOutcome'
import { TalkPart } from '../drawer/TalkPart'
import type { LeadQueue } from './useLeadQueue'
import { QueueStep } from '../../ui/queue/QueueStep'
import { useNarrow } from '../../ui/useNarrow'

interface LeadDeskProps {
  answer: AnswerOf<typeof detail>
  queue: LeadQueue
}

/** Facts on the left and the handling form on the right; stacked on phones. */
export function LeadDesk({ answer: { data, timeline, hours }, queue }: LeadDeskProps) {
  const session = useSession()
  const status = useShownStatus(data.status)
  const [first, ...rest] = handlingsOf({ ...data, status }, { ...session, flags: session })
  const work = useRef<HTMLDivElement>(null)
  const reached = useReached(work)
  return (
    <div className="sr-lead">
      <LeadHead data={data} hours={hours} queue={queue}>
        {first && !reached && (
          <Button className="sr-lead-to-work" onClick={() => work.current?.scrollIntoView()}>
            去处理
          </Button>
        )}
      </LeadHead>
      <div className="sr-lead-columns">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it */}
        <div className="sr-lead-known" role="region" aria-label="线索资料" tabIndex={0}>
          <AskedPart data={data} />
          <FactsPart title="线索" facts={[...aboutLead(data), ...timesOf(data)]} />
          <SourcePage data={data} />
          <UnreadPart data={data} />
          <FactsPart title="购车意向" facts={aboutWish(data)} />
          <TalkPart data={data} />
          <FactsPart title="客户画像" facts={aboutProspect(data)} />
          <CarsPart data={data} />
        </div>
        <div ref={work} className="sr-lead-work">
          {first ? (
            <HandlePanel
              key={status}
              data={data}
              possible={[first, ...rest]}
              movedTo={data.status === status ? '' : statusOf(data.status).text}
              queue={queue}
            />
          ) : (
            <LeadOutcome data={data} />
          )}
          <div className="sr-lead-history">
            <EventsPart events={timeline} />
          </div>
        </div>
      </div>
    </div>
  )
}

/**
 * The state that the form is based on. After a colleague handled the lead, keeps the old state until the user discards the unsaved input.
 */
function useShownStatus(status: number): number {
  const [tab, setShown] = useState(status)
  useEffect(() => {
    if (!hasUnsaved()) setShown(status)
  }, [status])
  return tab
}

/** True if the element's top is visible, above the bottom 40% of the window. */
function useReached(element: RefObject<HTMLElement | null>): boolean {
  const [reached, setReached] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(([entry]) => setReached(entry?.isIntersecting ?? false), {
      rootMargin: '0px 0px -40%',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return reached
}

const timesOf = ({ clearSeconds, followSeconds, noContactTimes, assignedDate }: ClueDetail): FactTexts => [
  ['清洗用时', spanText(clearSeconds)],
  ['跟进用时', assignedDate > 0 ? spanText(followSeconds) : ''],
  ['未接通', noContactTimes > 0 ? `${noContactTimes} 次` : ''],
]

interface HeadProps {
  children: ReactNode
  data: ClueDetail
  hours: LeadTimes | undefined
  queue: LeadQueue
}

/** The form is open already. */
const stay = (): void => undefined

function LeadHead({ data, hours, queue, children }: HeadProps) {
  const reveal = useReveal(data.clueId, 'numbers', revealed.lead)
  const narrow = useNarrow()
  const deadline = deadlineOf(data, data.createTime, hours)
  const { place } = queue
  return (
    <div className="sr-lead-head">
      <div className="sr-lead-head-who">
        <h2 className="sr-lead-title" title={data.name}>
          {data.name}
        </h2>
        <StatusCell status={data.status} />
        <span className={`sr-lead-level sr-lead-level-${data.clueLevel}`}>{levelOf(data.clueLevel)}</span>
        <LeadMarks row={data} />
      </div>
      <div className="sr-lead-head-phone">
        {data.phone && (
          <RevealNumber name="手机号" masked={data.phone} reveal={reveal} pick={({ phone }) => phone} tel />
        )}
        {narrow && data.phone && <DialButton numbers={reveal} open={stay} />}
        <CallTime userId={data.clueId} userType={revealed.lead} />
        {data.secondardPhone && (
          <>
            <span className="sr-quiet">备用</span>
            <RevealNumber
              name="备用号码"
              masked={data.secondardPhone}
              reveal={reveal}
              pick={({ secondaryPhone }) => secondaryPhone}
              tel
              showProblem={!data.phone}
            />
          </>
        )}
      </div>
      {deadline && hours && <Countdown deadline={deadline} hours={hours} whole />}
      {children}
      <div className="sr-lead-head-go">
        {place && (
          <span className="sr-lead-place">
            {place.at} / {place.total}
          </span>
        )}
        <QueueStep name="上一条" keys="Ctrl + ↑" icon={<UpOutlined />} go={queue.previous} />
        <QueueStep name="下一条" keys="Ctrl + ↓" icon={<DownOutlined />} go={queue.next} />
        <QueueStep name="关闭" keys="Esc" icon={<CloseOutlined />} go={queue.close} />
      </div>
    </div>
  )
}
