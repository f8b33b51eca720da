import { overdueMinutes } from '@showroom/contract/appointment/drive.schema'
import type { DecisionRow } from '@showroom/contract/dashboard/decisions.schema'
import { waitsTooLong } from '@showroom/contract/desk/desk.rules'
import { clockText } from '@showroom/contract/kernel/day'
import { leadStatus, type LeadTimes } from '@showroom/contract/lead/lead.rules'
import { orderAlert } from '@showroom/contract/order/verify.rules'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { CustomerName, LevelChip } from '../../customer/public'
import { ReceiveButton } from '../../desk/public'
import { useMayEnter } from '../../frame/areas'
import { Countdown, deadlineOf } from '../../lead/public'
import { DecideOrder, orderAddress } from '../../order/public'
import { DecideDefeat } from '../../review/public'
import { Cut } from '../../ui/list/table/Cut'
import { RelativeTime } from '../../ui/RelativeTime'
import { useNarrow } from '../../ui/useNarrow'
import { useNow } from '../../ui/useNow'
import { Reason } from '../today/TodayCells'

/** Opens the form of a row. */
export interface Deciding {
  readonly defeats: ComponentProps<typeof DecideDefeat>['decisions']
  readonly orders: ComponentProps<typeof DecideOrder>['decisions']
  readonly lead: (clueId: number) => void
  readonly drive: (activityId: number) => void
}

interface ItemProps {
  row: DecisionRow
  isGone: boolean
  isFirst: boolean
  hours: LeadTimes
  deciding: Deciding
}

/** A row of 待决定 with its action; without one it is a line to read. */
export function DecisionItem({ row, isGone, isFirst, hours, deciding }: ItemProps) {
  const { level, mobile, about, ownerName, content, mayAct } = row
  return (
    <li className="sr-today-row sr-decision" data-gone={isGone} data-first={isFirst}>
      <Since row={row} hours={hours} />
      <span className="sr-today-who">
        <Name row={row} />
        {level && <LevelChip level={level} size="small" />}
        <span className="sr-quiet sr-num sr-today-mobile">{mobile}</span>
      </span>
      <span className="sr-today-kind">
        <Cut text={[kinds[row.kind], about].filter(Boolean).join(' · ')} />
      </span>
      <span className="sr-today-said sr-quiet">{[ownerName, content].filter(Boolean).join(' · ')}</span>
      {isGone ? (
        <span className="sr-quiet sr-today-done">已处理</span>
      ) : (
        mayAct && (
          <span className="sr-decision-acts">
            <Acts row={row} isFirst={isFirst} deciding={deciding} />
          </span>
        )
      )}
    </li>
  )
}

const kinds: Readonly<Record<DecisionRow['kind'], string>> = {
  arrival: '到店',
  car: '试驾车',
  late: '',
  assign: '待分配',
  defeat: '战败',
  order: '订单',
}

function Name({ row: { customerId, name, order } }: { row: DecisionRow }) {
  const mayOpen = useMayEnter('/activity/order-verify')
  if (order)
    return mayOpen ? (
      <Link className="sr-row-name" {...orderAddress(order)}>
        {name}
      </Link>
    ) : (
      <span className="sr-row-name">{name}</span>
    )
  return customerId > 0 ? (
    <CustomerName customerId={customerId} name={name} row={null} />
  ) : (
    <span className="sr-row-name">{name}</span>
  )
}

/** Since when it waits; red once that is too long. */
function Since({ row: { kind, since, order }, hours }: { row: DecisionRow; hours: LeadTimes }): ReactNode {
  const now = useNow()
  if (kind === 'arrival') {
    const minutes = Math.max(0, Math.floor((now - since) / 60))
    const tone = waitsTooLong(since, now) ? 'late' : 'due'
    return <Reason time={clockText(since)} text={`等候 ${minutes} 分钟`} tone={tone} />
  }
  if (kind === 'car') {
    const isLate = now > since + overdueMinutes * 60
    return <Reason time={clockText(since)} text={isLate ? '应还未还' : '应还'} tone={isLate ? 'late' : ''} />
  }
  if (kind === 'late') {
    const lead = { status: leadStatus.waiting, assignedDate: 0, clearSeconds: -1, followSeconds: -1 }
    const deadline = deadlineOf(lead, since, hours)
    if (deadline) return <Countdown deadline={deadline} hours={hours} />
  }
  const isLate = order?.alerts.includes(orderAlert.reviewLate) ?? false
  return (
    <span className="sr-today-reason" data-tone={isLate ? 'late' : ''}>
      <RelativeTime at={since} />
    </span>
  )
}

interface ActsProps {
  row: DecisionRow
  isFirst: boolean
  deciding: Deciding
}

function Acts({ row, isFirst, deciding }: ActsProps) {
  const { kind, id, name, defeat, order, suggestedId, suggestedName } = row
  const narrow = useNarrow()
  const look = { size: narrow ? 'middle' : 'small', type: isFirst ? 'primary' : 'default' } as const
  const marks = { 'data-row-link': id, 'data-kind': kind } as const
  if (defeat) return <DecideDefeat row={defeat} decisions={deciding.defeats} marks={marks} />
  if (order) return <DecideOrder row={order} decisions={deciding.orders} marks={marks} />
  if (kind === 'arrival')
    return <ReceiveButton visitId={id} name={name} {...{ suggestedId, suggestedName, ...look }} />
  const [text, act] =
    kind === 'car'
      ? (['还车', deciding.drive] as const)
      : ([kind === 'late' ? '清洗' : '分配', deciding.lead] as const)
  return (
    <Button {...look} {...marks} aria-label={`${text} ${name}`} onClick={() => act(id)}>
      {text}
    </Button>
  )
}
