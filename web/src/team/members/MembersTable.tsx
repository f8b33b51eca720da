import { signInOptions } from '@showroom/contract/access/access.api'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { memberUpdate } from '@showroom/contract/team/manage.api'
import { manageProblem, mayManage, type MemberChange } from '@showroom/contract/team/rank.rules'
import type { Member } from '@showroom/contract/team/team.schema'
import { useQuery } from '@tanstack/react-query'
import { Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../api/query'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { formatDay } from '../../ui/day'
import { Cut } from '../../ui/list/table/Cut'
import { actionColumn, RowActions, RowButton } from '../../ui/list/table/RowActions'
import { useRoom } from '../../ui/list/useRoom'
import { RelativeTime } from '../../ui/RelativeTime'
import { RowsSkeleton } from '../../ui/Skeletons'
import { useNarrow } from '../../ui/useNarrow'
import { actorOf, managedOf } from '../rank'
import { type MemberNode, stateOf } from './members.view'
import { Dropdown } from '../../ui/later/later'
import { TipButton, TipText } from '../../ui/Tip'

export type MemberAction = 'edit' | 'freeze' | 'bind' | 'unbind' | 'reset' | 'leave'

interface MembersTableProps {
  rows: readonly MemberNode[] | undefined
  /** All members, to look up the names of superiors. */
  members: readonly Member[]
  isTree: boolean
  empty: ReactNode
  onAction: (action: MemberAction, member: Member) => void
}

/** The team as a table: flat, or as a tree below the superiors. */
export function MembersTable({ rows, members, isTree, empty, onAction }: MembersTableProps) {
  const names = new Map(members.map(({ memberId, userName }) => [memberId, userName]))
  const [closed, setClosed] = useState<readonly number[]>([])
  const isNarrow = useNarrow()
  const { frame, room } = useRoom()
  const slides = !isNarrow && room < leastWidth
  const mayChange = may(useSession(), memberUpdate)
  const columns = (
    isNarrow ? narrowColumnsOf(onAction) : columnsOf(names, isTree, room >= wholeWidth, onAction)
  ).filter(({ key }) => mayChange || key !== 'act')
  return (
    <div ref={frame}>
      {room > 0 && (
        <Table<MemberNode>
          key={isTree ? 'tree' : 'table'}
          className={`sr-list-table ${isTree ? 'sr-members-tree' : ''}`}
          size="small"
          tableLayout="fixed"
          rowKey="memberId"
          columns={columns.map((column) => ({ ...column, fixed: slides && column.fixed }))}
          dataSource={rows ?? []}
          aria-busy={!rows}
          {...(slides && { sticky: true, scroll: { x: leastWidth } })}
          expandable={{
            indentSize: isNarrow ? 12 : 24,
            expandedRowKeys: members.map(({ memberId }) => memberId).filter((id) => !closed.includes(id)),
            onExpand: (open, { memberId }) =>
              setClosed(open ? closed.filter((id) => id !== memberId) : [...closed, memberId]),
          }}
          pagination={
            isTree ? false : { pageSize: 50, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }
          }
          rowClassName={({ isPath, leftAt }) => (isPath || leftAt > 0 ? 'sr-members-aside' : '')}
          locale={{ emptyText: rows ? empty : <RowsSkeleton /> }}
        />
      )}
    </div>
  )
}

/** The table leaves out the rights, which the member's dialog shows, below this width, in px. */
const wholeWidth = 1010

/** The table scrolls sideways below this width, in px. */
const leastWidth = 730

const actionsColumn = (width: number, onAction: MembersTableProps['onAction']) =>
  actionColumn({
    key: 'act',
    width,
    render: (_: unknown, member: MemberNode) => <MemberActions member={member} onAction={onAction} />,
  })

function columnsOf(
  names: ReadonlyMap<number, string>,
  isTree: boolean,
  isWhole: boolean,
  onAction: MembersTableProps['onAction'],
): TableColumnsType<MemberNode> {
  // The widest column takes what is left.
  const nameWidth = isTree ? 260 : 176
  return [
    {
      key: 'name',
      title: '成员',
      ...(isWhole && { width: nameWidth }),
      fixed: 'start',
      render: (_, { userName, mobile }) => <Who name={userName} below={mobile} />,
    },
    { key: 'role', title: '岗位', width: 112, render: (_, { allRoles }) => <Cut text={allRoles} /> },
    { key: 'state', title: '状态', width: 88, render: (_, member) => <MemberState member={member} /> },
    ...(isTree
      ? []
      : [
          {
            key: 'top',
            title: '上级',
            width: 104,
            render: (_: unknown, { manager }: MemberNode) => <Cut text={names.get(manager) ?? '—'} />,
          },
        ]),
    {
      key: 'below',
      title: '下级',
      width: 72,
      align: 'end',
      render: (_, { members }) => <Below names={members.map((id) => names.get(id) ?? '')} />,
    },
    ...(isWhole
      ? [
          {
            key: 'modules',
            title: '权限',
            render: (_: unknown, { modules }: MemberNode) => <Modules modules={modules} />,
          },
        ]
      : []),
    {
      key: 'seen',
      title: '最近使用',
      width: 112,
      render: (_, { lastSeenAt }) => <RelativeTime at={lastSeenAt} className="sr-num" />,
    },
    actionsColumn(136, onAction),
  ]
}

/** Phones have room only for these columns beside the tree. */
const narrowColumnsOf = (onAction: MembersTableProps['onAction']): TableColumnsType<MemberNode> => [
  {
    key: 'name',
    title: '成员',
    render: (_, { userName, allRoles }) => <Who name={userName} below={allRoles} />,
  },
  { key: 'state', title: '状态', width: 80, render: (_, member) => <MemberState member={member} /> },
  actionsColumn(132, onAction),
]

const Who = ({ name, below }: { name: string; below: string }) => (
  <span className="sr-member-who">
    <span className="sr-cut" title={name}>
      {name}
    </span>
    <span className="sr-cut sr-quiet sr-num">{below}</span>
  </span>
)

export const MemberState = ({ member }: { member: Member }) => {
  const { text, tone } = stateOf(member)
  const chip = `sr-status sr-status-${tone}`
  return member.leftAt > 0 ? (
    <TipText tip={`离职于 ${formatDay(member.leftAt)}`} className={chip}>
      {text}
    </TipText>
  ) : (
    <span className={chip}>{text}</span>
  )
}

const Below = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? (
    <span className="sr-quiet">—</span>
  ) : (
    <TipText tip={names.join('、')} className="sr-num">
      {names.length}
    </TipText>
  )

const Modules = ({ modules }: { modules: string }) => (
  <Cut lines={2} text={modules.replaceAll(',', '、') || '—'} />
)

interface ActionsProps {
  member: Member
  onAction: MembersTableProps['onAction']
}

/** Actions on a member that the rank rules allow; none for a former member. */
export function MemberActions({ member, onAction }: ActionsProps) {
  const session = useSession()
  const actor = actorOf(session)
  const { data: options } = useQuery({ ...queryOf(signInOptions, {}), staleTime: Infinity })
  if (member.leftAt > 0 || !may(session, memberUpdate)) return null
  const target = managedOf(member)
  const problem = manageProblem(actor, target, 'profile')
  if (problem)
    return (
      <TipButton tip={problem} type="text" size="small" isBarred>
        不可编辑
      </TipButton>
    )
  const others = actionsOf(member, options).filter(({ change }) => mayManage(actor, target, change))
  return (
    <RowActions>
      <RowButton aria-label={`编辑 ${member.userName}`} onClick={() => onAction('edit', member)}>
        编辑
      </RowButton>
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: others.map(({ key, label, danger }) => ({ key, label, danger })),
            onClick: ({ key }) => onAction(key as MemberAction, member),
          }}
        >
          <RowButton aria-label={`${member.userName} 的更多操作`}>更多</RowButton>
        </Dropdown>
      )}
    </RowActions>
  )
}

interface Action {
  key: MemberAction
  label: string
  danger?: boolean
  change: MemberChange
}

const actionsOf = (
  { status, isWecomBound, isEnrolled }: Member,
  options: AnswerOf<typeof signInOptions> | undefined,
): Action[] => [
  { key: 'freeze', label: status === 0 ? '冻结' : '恢复正常', change: 'status' },
  ...(isWecomBound ? [{ key: 'unbind', label: '解除企业微信绑定', change: 'wecom' } as const] : []),
  ...(options?.appId && !isWecomBound
    ? [{ key: 'bind', label: '绑定企业微信', change: 'wecom' } as const]
    : []),
  ...(options?.usesAuthenticator && isEnrolled
    ? [{ key: 'reset', label: '重置验证器', change: 'authenticator' } as const]
    : []),
  { key: 'leave', label: '离职', danger: true, change: 'leave' },
]
