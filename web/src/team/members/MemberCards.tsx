import type { Member } from '@showroom/contract/team/team.schema'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Cards } from '../../ui/list/Cards'
import { RelativeTime } from '../../ui/RelativeTime'
import { type MemberAction, MemberActions, MemberState } from './MembersTable'

interface MemberCardsProps {
  rows: readonly Member[] | undefined
  /** All members, to look up the names of superiors. */
  members: readonly Member[]
  empty: ReactNode
  onAction: (action: MemberAction, member: Member) => void
}

/** Cards shown at first, and added with each press of the button. */
const portion = 50

/** The team list on phones. */
export function MemberCards({ rows, members, empty, onAction }: MemberCardsProps) {
  const names = new Map(members.map(({ memberId, userName }) => [memberId, userName]))
  const [most, setMost] = useState(portion)
  const left = (rows?.length ?? 0) - most
  return (
    <>
      <Cards
        rows={rows?.slice(0, most)}
        idOf={({ memberId }) => memberId}
        count={8}
        stale={false}
        empty={empty}
      >
        {(member) => (
          <article
            className={`sr-card ${member.leftAt > 0 ? 'sr-members-aside' : ''}`}
            aria-label={member.userName}
          >
            <span className="sr-card-line">
              <span className="sr-row-name sr-cut">{member.userName}</span>
              <span className="sr-card-end">
                <MemberState member={member} />
              </span>
            </span>
            <span className="sr-card-line sr-quiet">
              <span className="sr-num">{member.mobile}</span> {member.allRoles}
              <RelativeTime at={member.lastSeenAt} className="sr-card-end sr-num" />
            </span>
            {member.manager > 0 && (
              <span className="sr-cut sr-quiet">上级 {names.get(member.manager) ?? '—'}</span>
            )}
            <MemberActions member={member} onAction={onAction} />
          </article>
        )}
      </Cards>
      {left > 0 && (
        <Button block onClick={() => setMost(most + portion)}>
          再显示 {Math.min(left, portion)} 人
        </Button>
      )}
    </>
  )
}
