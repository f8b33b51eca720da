import type { DeskMember } from '@showroom/contract/desk/board.schema'
import { takesTurns } from '@showroom/contract/desk/desk.rules'
import { stateOf } from '../desk.labels'

/** The consultants in the order of their turns, and other members with a customer. */
export const TurnPanel = ({ members, nextId }: { members: readonly DeskMember[]; nextId: number }) => (
  <aside className="sr-turns" aria-label="接待轮次">
    <h2 className="sr-board-title">接待轮次</h2>
    {nextId === 0 && <p className="sr-turns-none">现在没有空闲的客户经理</p>}
    <ol className="sr-turns-list">
      {members.filter(isShown).map((member) => (
        <li
          key={member.memberId}
          className="sr-turn"
          {...(member.memberId === nextId && { 'aria-current': true })}
        >
          <MemberLine member={member} isNext={member.memberId === nextId} />
        </li>
      ))}
    </ol>
  </aside>
)

const isShown = (member: DeskMember): boolean => takesTurns(member) || member.serving > 0

/** A member, their state, and how many they received today. */
export function MemberLine({ member, isNext }: { member: DeskMember; isNext: boolean }) {
  const { text, tone } = stateOf(member)
  return (
    <>
      <span className="sr-turn-name sr-cut">{member.userName}</span>
      {isNext && <span className="sr-turn-next">轮到</span>}
      <span className="sr-turn-today sr-num">今日 {member.receivedTotal}</span>
      <span className={`sr-turn-state sr-turn-${tone}`}>{text}</span>
    </>
  )
}
