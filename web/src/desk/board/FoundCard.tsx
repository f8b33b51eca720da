import type { CarOut } from '@showroom/contract/desk/board.schema'
import type { FoundArrival } from '@showroom/contract/desk/list.schema'
import { Button } from 'antd'
import { LevelChip } from '../../customer/public'
import { useMayEnter } from '../../frame/areas'
import { useNow } from '../../ui/useNow'
import { expectedParts, hourText, stateOf } from '../desk.labels'
import { VisitorName } from '../list/DeskTable'
import { useVisitActions } from '../parts'
import { StoppedMark } from '../StoppedMark'
import { VisitTime } from './VisitTime'

export interface FoundVisitor {
  row: FoundArrival
  /** The car that the customer has, of a search by its plate. */
  out: CarOut | null
}

interface FoundCardProps extends FoundVisitor {
  isBusy: boolean
  /** Confirms the arrival, or gives the visitor to the suggested receiver. */
  onPress: () => void
}

/** A customer at the door, with the one next step beside the name. */
export function FoundCard({ row, out, isBusy, onPress }: FoundCardProps) {
  const mayOpen = useMayEnter('/customer/list')
  const { id, name, mobile, deal, stopped, visit, expected } = row
  const isSeen = (visit ?? expected)?.isSeen ?? false
  return (
    <div className="sr-found-card" role="group" aria-label={name}>
      <div className="sr-found-who">
        <VisitorName row={{ customerId: id, name, isSeen }} mayOpen={mayOpen} />
        <LevelChip level={deal.level} size="small" />
        <span className="sr-num">{mobile}</span>
        <StoppedMark stopped={stopped} />
        <NextStep row={row} out={out} isBusy={isBusy} onPress={onPress} />
      </div>
      <FoundAbout row={row} out={out} />
    </div>
  )
}

function NextStep({ row, out, isBusy, onPress }: FoundCardProps) {
  const actions = useVisitActions()
  const { id, name, visit, suggested, isExpected } = row
  if (out || visit?.drive)
    return actions.map(({ title, Content }) => <Content key={title} visit={{ ...row, customerId: id }} />)
  if (visit && (visit.waitsSince === 0 || !suggested)) return null
  const step = visit ? `安排 ${suggested?.userName}` : isExpected ? '到店' : '确认到店'
  return (
    <Button type="primary" disabled={isBusy} onClick={onPress}>
      <span className="sr-cut">{step}</span>
      <span className="sr-visually-hidden"> {name}</span> <kbd className="sr-found-key">Enter</kbd>
    </Button>
  )
}

/** Owner and state of a visitor, in one line: on a drive, waiting or received, expected, or only on file. */
export function FoundAbout({ row: { deal, owner, visit, expected, suggested }, out }: FoundVisitor) {
  const now = useNow()
  const drive = visit?.drive ?? out
  return (
    <span className="sr-found-about">
      <span>
        客户经理 <Member member={owner} name={deal.ownerName} />
      </span>
      {drive || visit ? (
        <VisitTime visit={visit ?? offBoard} drive={drive} now={now} />
      ) : (
        expected && (
          <span>
            <b className="sr-num">{hourText(expected.dueAt)}</b> 预约{expectedParts(expected).join(' · ')}
          </span>
        )
      )}
      {visit && visit.waitsSince > 0 && !suggested && <span>请在看板上选择接待人</span>}
    </span>
  )
}

/** The keys are out since an earlier day, whose visit is over. */
const offBoard = { waitsSince: 0, receivedAt: 0, receiverName: '' } as const

interface MemberProps {
  /** Null for a frozen or former member. */
  member: FoundArrival['owner']
  name: string
}

/** A member with the day's state. */
export function Member({ member, name }: MemberProps) {
  const { text, tone } = member ? stateOf(member) : gone
  return (
    <>
      <b>{name}</b> <span className={`sr-turn-state sr-turn-${tone}`}>{text}</span>
    </>
  )
}

const gone = { text: '不在岗', tone: 'away' } as const
