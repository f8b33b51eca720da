import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { groupRoles } from '@showroom/contract/kernel/call'
import { memberAdd } from '@showroom/contract/team/manage.api'
import { addThrottleSeconds } from '@showroom/contract/team/member.schema'
import { addProblem } from '@showroom/contract/team/rank.rules'
import type { Member } from '@showroom/contract/team/team.schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Input, Segmented, Switch } from 'antd'
import { useRef, useState } from 'react'
import { DictionarySelect } from '../../base/public'
import { Allowed } from '../../frame/Allowed'
import { useSession } from '../../frame/session'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { lazyDialog } from '../../ui/lazyDialog'
import { Labelled } from '../../ui/list/filter/Labelled'
import { PageHeader } from '../../ui/PageHeader'
import { useNarrow } from '../../ui/useNarrow'
import { teamQuery } from '../manage.queries'
import { MemberCards } from './MemberCards'
import { type MemberAction, MembersTable } from './MembersTable'
import type { MembersSearch } from './members.search'
import { filterMembers, type State, states, treeOf } from './members.view'
import { TipButton } from '../../ui/Tip'
import '../../ui/list/list.css'
import '../../ui/list/table/rows.css'
import './members.css'

const AddMemberDialogs = lazyDialog(() =>
  import('./AddMemberDialogs').then((module) => module.AddMemberDialogs),
)
const EditMemberDialog = lazyDialog(() =>
  import('./EditMemberDialog').then((module) => module.EditMemberDialog),
)
const FreezeDialog = lazyDialog(() => import('./FreezeDialog').then((module) => module.FreezeDialog))
const BindWecomDialog = lazyDialog(() => import('./BindWecomDialog').then((module) => module.BindWecomDialog))
const UnbindWecomDialog = lazyDialog(() =>
  import('./ResetDialogs').then((module) => module.UnbindWecomDialog),
)
const ResetAuthenticatorDialog = lazyDialog(() =>
  import('./ResetDialogs').then((module) => module.ResetAuthenticatorDialog),
)
const LeaveDialog = lazyDialog(() => import('./LeaveDialog').then((module) => module.LeaveDialog))

/** Members of the store with their roles, superiors and permissions. */
export function MembersPage() {
  const search = useSearch({ from: '/shell/manager/manager/members' })
  const [keyword, setKeyword] = useState('')
  const team = useQuery(teamQuery(search.left === 1))
  const members = team.data?.data ?? []
  const matches = filterMembers(members, search, keyword)
  const dialogs = useDialogs(members)
  const isTree = search.v === 'tree'
  const isNarrow = useNarrow()
  if (team.isError && !team.data) return <ErrorState error={team.error} onRetry={() => void team.refetch()} />
  return (
    <section className="sr-list sr-members" aria-label="成员管理">
      <PageHeader title="成员管理" hint={team.data && totalText(members.length, matches.length)}>
        <View isTree={isTree} />
        <Allowed to={memberAdd}>
          <AddButton onAdd={dialogs.add} />
        </Allowed>
      </PageHeader>
      <Filters members={team.data && members} keyword={keyword} onKeyword={setKeyword} />
      {isNarrow && !isTree ? (
        <MemberCards rows={team.data && matches} members={members} onAction={dialogs.open} empty={empty} />
      ) : (
        <MembersTable
          rows={team.data && (isTree ? treeOf(members, matches) : matches)}
          members={members}
          isTree={isTree}
          onAction={dialogs.open}
          empty={empty}
        />
      )}
      {dialogs.opened}
    </section>
  )
}

const empty = <EmptyState title="没有符合条件的成员" hint="可减少筛选条件，或更换关键字。" />

const totalText = (all: number, matchTotal: number): string =>
  matchTotal === all ? `共 ${all} 人` : `${matchTotal} / ${all} 人`

function useChange() {
  const navigate = useNavigate()
  return (change: Partial<MembersSearch>): void =>
    void navigate({
      to: '/manager/members',
      search: (before) => ({ ...before, ...change }),
      replace: true,
    })
}

function View({ isTree }: { isTree: boolean }) {
  const change = useChange()
  return (
    <Segmented
      aria-label="显示方式"
      options={[
        { value: 'table', label: '列表' },
        { value: 'tree', label: '组织树' },
      ]}
      value={isTree ? 'tree' : 'table'}
      onChange={(view) => change({ v: view === 'tree' ? 'tree' : undefined })}
    />
  )
}

/** Ignores a second press within two seconds. */
function AddButton({ onAdd }: { onAdd: () => void }) {
  const last = useRef(Number.NEGATIVE_INFINITY)
  const problem = addProblem(useSession())
  const press = (): void => {
    const now = performance.now()
    if (now - last.current < addThrottleSeconds * 1000) return
    last.current = now
    onAdd()
  }
  return (
    <TipButton
      tip={problem ?? ''}
      type="primary"
      icon={<PlusOutlined />}
      isBarred={problem !== undefined}
      onClick={press}
    >
      添加成员
    </TipButton>
  )
}

interface FiltersProps {
  /** Undefined while loading. */
  members: readonly Member[] | undefined
  keyword: string
  onKeyword: (keyword: string) => void
}

function Filters({ members, keyword, onKeyword }: FiltersProps) {
  const { r, s, left } = useSearch({ from: '/shell/manager/manager/members' })
  const change = useChange()
  const count = (state: State): number | undefined => members?.filter(states[state].has).length
  return (
    <div className="sr-filters">
      <div className="sr-filter-row">
        <Segmented<State | 'all'>
          aria-label="状态"
          options={[
            { value: 'all', label: '全部' },
            ...(Object.keys(states) as State[]).map((state) => ({
              value: state,
              label: (
                <>
                  {states[state].label} <span className="sr-tab-count">{count(state)}</span>
                </>
              ),
            })),
          ]}
          value={s ?? 'all'}
          onChange={(state) => change({ s: state === 'all' ? undefined : state })}
        />
        <Labelled label="岗位">
          <DictionarySelect
            aria-label="岗位"
            kind="dealerMemberRoles"
            without={members?.some(({ role }) => groupRoles.includes(role)) ? [] : groupRoles}
            placeholder="全部"
            allowClear
            value={r ?? 0}
            onChange={(role) => change({ r: role })}
          />
        </Labelled>
        <Input
          className="sr-keyword"
          prefix={<SearchOutlined className="sr-quiet" />}
          aria-label="姓名、手机号或人事账号"
          placeholder="姓名、手机号或人事账号"
          allowClear
          value={keyword}
          onChange={(event) => onKeyword(event.target.value)}
        />
        <span className="sr-members-left">
          <Switch
            size="small"
            aria-labelledby="members-left"
            checked={left === 1}
            onChange={(on) => change({ left: on ? 1 : undefined })}
          />
          <span id="members-left">显示已离职</span>
        </span>
      </div>
    </div>
  )
}

/** The dialog that is open over the list. */
function useDialogs(members: readonly Member[]) {
  const [open, setOpen] = useState<{ action: 'add' } | { action: MemberAction; member: Member }>()
  const onClosed = (): void => setOpen(undefined)
  const opened =
    open?.action === 'add' ? (
      <AddMemberDialogs members={members} onClosed={onClosed} />
    ) : open?.action === 'edit' ? (
      <EditMemberDialog member={open.member} members={members} onClosed={onClosed} />
    ) : open?.action === 'freeze' ? (
      <FreezeDialog member={open.member} onClosed={onClosed} />
    ) : open?.action === 'bind' ? (
      <BindWecomDialog member={open.member} onClosed={onClosed} />
    ) : open?.action === 'unbind' ? (
      <UnbindWecomDialog member={open.member} onClosed={onClosed} />
    ) : open?.action === 'reset' ? (
      <ResetAuthenticatorDialog member={open.member} onClosed={onClosed} />
    ) : open?.action === 'leave' ? (
      <LeaveDialog member={open.member} members={members} onClosed={onClosed} />
    ) : null
  return {
    add: () => setOpen({ action: 'add' }),
    open: (action: MemberAction, member: Member) => setOpen({ action, member }),
    opened,
  }
}
