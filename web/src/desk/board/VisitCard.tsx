import { LogoutOutlined, SwapOutlined, UserAddOutlined, UserSwitchOutlined } from '@ant-design/icons'
import type { DeskMember, PresentVisit } from '@showroom/contract/desk/board.schema'
import { waitsTooLong } from '@showroom/contract/desk/desk.rules'
import { clockText } from '@showroom/contract/kernel/day'
import { Button } from 'antd'
import { LevelChip } from '../../customer/public'
import { useMayEnter } from '../../frame/areas'
import { formatMinute } from '../../ui/day'
import { HandOverVisits } from '../DeskDialogs'
import { lastingText } from '../desk.labels'
import { VisitorName, VisitType } from '../list/DeskTable'
import { useVisitActions } from '../parts'
import { StoppedMark } from '../StoppedMark'
import { cardId } from './useBoard'

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
  const { waitsSince, drive } = visit
  const isLate = waitsSince > 0 && waitsTooLong(waitsSince, now)
  return (
    <article
      id={cardId(visit.visitId)}
      className={`sr-board-card ${isLate ? 'sr-board-card-late' : ''}`}
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
        {drive ? (
          <>
            试驾 <b>{drive.plate}</b> <b className="sr-num">{lastingText(now - drive.outAt)}</b>，
            {clockText(drive.dueAt)} 前还车
          </>
        ) : waitsSince > 0 ? (
          <>
            等候 <b className="sr-num">{lastingText(now - waitsSince)}</b>
            {isLate && <span className="sr-visually-hidden">，等候过久</span>}
          </>
        ) : (
          <>
            <b>{visit.receiverName}</b> 接待 <b className="sr-num">{lastingText(now - visit.receivedAt)}</b>
          </>
        )}
      </p>
      <Actions {...props} />
    </article>
  )
}

function Actions(props: VisitCardProps) {
  const { visit, suggested, isBusy, onGive, onChoose, onHandOver, onLeave } = props
  const actions = useVisitActions()
  const isWaiting = visit.receiverId === 0
  return (
    <div className="sr-board-actions">
      {visit.waitsSince > 0 && suggested && (
        <Button
          className="sr-board-give"
          icon={<UserAddOutlined aria-hidden />}
          disabled={isBusy}
          onClick={() => onGive(suggested.memberId)}
        >
          安排 {suggested.userName}
          <Whom visit={visit} />
        </Button>
      )}
      <Button icon={<SwapOutlined aria-hidden />} disabled={isBusy} onClick={onChoose}>
        {isWaiting ? (suggested ? '其他人' : '选择接待人') : '换人'}
        <Whom visit={visit} />
      </Button>
      {!isWaiting && visit.receiverId !== visit.ownerId && (
        <Button
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
      {actions.map(({ title, Content }) => (
        <Content key={title} visit={visit} />
      ))}
      <Button
        className="sr-board-leave"
        icon={<LogoutOutlined aria-hidden />}
        disabled={isBusy}
        onClick={onLeave}
      >
        离店
        <Whom visit={visit} />
      </Button>
    </div>
  )
}

/** Names the visitor for screen readers, which read a button without its card. */
const Whom = ({ visit }: { visit: PresentVisit }) => <span className="sr-visually-hidden"> {visit.name}</span>
