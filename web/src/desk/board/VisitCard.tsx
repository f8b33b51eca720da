import { UserAddOutlined, UserSwitchOutlined } from '@ant-design/icons'
import type { DeskMember, PresentVisit } from '@showroom/contract/desk/board.schema'
import { Button } from 'antd'
import { LevelChip } from '../../customer/public'
import { useMayEnter } from '../../frame/areas'
import { formatMinute } from '../../ui/day'
import { HandOverVisits } from '../DeskDialogs'
import { isVisitLate } from '../desk.labels'
import { VisitorName, VisitType } from '../list/DeskTable'
import { useVisitActions } from '../parts'
import { StoppedMark } from '../StoppedMark'
import { cardId } from './useBoard'
import { VisitTime } from './VisitTime'

interface VisitCardProps {
  visit: PresentVisit
  now: number
  /** The suggested receiver. */
  suggested: DeskMember | undefined
  isBusy: boolean
  onGive: (memberId: number) => void
  onChoose: () => void
  /** Hands the customer over to another manager, if someone other than the owner receives them. */
  onHandOver: () => void
  onLeave: () => void
}

const addressOf: Readonly<Record<number, string>> = { 1: '先生', 2: '女士' }

/** A visitor in the showroom, with the next actions. */
export function VisitCard(props: VisitCardProps) {
  const { visit, now } = props
  const mayOpen = useMayEnter('/customer/list')
  return (
    <article
      id={cardId(visit.visitId)}
      className={`sr-board-card ${isVisitLate(visit, now) ? 'sr-board-card-late' : ''}`}
      aria-label={visit.name}
    >
      <div className="sr-board-head">
        <VisitorName row={visit} mayOpen={mayOpen} />
        <span className="sr-quiet">{addressOf[visit.gender]}</span>
        <LevelChip level={visit.level} size="small" />
        <VisitType type={visit.type} />
        <StoppedMark stopped={visit.stopped} />
      </div>
      <div className="sr-board-facts">
        <span className="sr-num">{visit.mobile}</span>
        <span className="sr-cut" title={visit.specName}>
          {visit.specName}
        </span>
        <span>
          客户经理 <b>{visit.ownerName}</b>
        </span>
        <span className="sr-num">{formatMinute(visit.cameAt).slice(-5)} 到店</span>
      </div>
      <p className="sr-board-time">
        <VisitTime visit={visit} drive={visit.drive} now={now} />
      </p>
      <Actions {...props} />
    </article>
  )
}

/** A row for the one thing that the state asks for, if any; below it the others, each always in its place. */
function Actions(props: VisitCardProps) {
  const { visit, suggested, isBusy, onGive, onChoose, onHandOver, onLeave } = props
  const actions = useVisitActions()
  const isWaiting = visit.receiverId === 0
  return (
    <div className="sr-board-actions">
      {visit.waitsSince > 0 && suggested && (
        <Button
          className="sr-board-first sr-board-give"
          icon={<UserAddOutlined aria-hidden />}
          disabled={isBusy}
          onClick={() => onGive(suggested.memberId)}
        >
          <span className="sr-cut">安排 {suggested.userName}</span>
          <Whom visit={visit} />
        </Button>
      )}
      {!isWaiting && visit.receiverId !== visit.ownerId && (
        <Button
          className="sr-board-first"
          icon={<UserSwitchOutlined aria-hidden />}
          disabled={isBusy}
          onPointerEnter={HandOverVisits.preload}
          onFocus={HandOverVisits.preload}
          onClick={onHandOver}
        >
          再分配
          <Whom visit={visit} />
        </Button>
      )}
      <Button disabled={isBusy} onClick={onChoose}>
        {isWaiting ? (suggested ? '其他人' : '选择接待人') : '换人'}
        <Whom visit={visit} />
      </Button>
      <Button disabled={isBusy} onClick={onLeave}>
        离店
        <Whom visit={visit} />
      </Button>
      {actions.map(({ title, Content }) => (
        <Content key={title} visit={visit} />
      ))}
    </div>
  )
}

/** Names the visitor for screen readers, which read a button without its card. */
const Whom = ({ visit }: { visit: PresentVisit }) => <span className="sr-visually-hidden"> {visit.name}</span>
