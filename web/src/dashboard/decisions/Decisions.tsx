import {
  type DecisionKind,
  type DecisionPart,
  decisionParts,
  decisions,
} from '@showroom/contract/dashboard/decisions.rules'
import type { DecisionRow, DecisionsAnswer } from '@showroom/contract/dashboard/decisions.schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { Peeks } from '../../customer/public'
import { useMayEnter } from '../../frame/areas'
import { leadList } from '../../lead/public'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { useOrderDecisions } from '../../order/public'
import { reviewList, useDefeatDecisions } from '../../review/public'
import { EmptyState } from '../../ui/EmptyState'
import type { ListSearch } from '../../ui/list/filter/listSearch'
import { useRowKey } from '../../ui/queue/useRowKeys'
import { ErrorState } from '../../ui/ErrorState'
import { RowsSkeleton } from '../../ui/Skeletons'
import type { Path } from '../../frame/path'
import { decisionsQuery } from '../dashboard.queries'
import { DriveStep, LeadsDrawer } from '../today/drawers'
import { Keys, WorkRows } from '../today/WorkRows'
import { DecisionItem, type Deciding } from './DecisionItem'

/** Lists the work that waits for a leader; each row has the action that the reader has a right to. */
export function Decisions() {
  const { data, error, refetch } = useQuery(decisionsQuery())
  return (
    <div className="sr-decisions">
      {data ? (
        <Rows data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </div>
  )
}

const partTitles: Readonly<Record<DecisionPart, string>> = { now: '现在', lead: '线索', review: '待审核' }
/** Rows of a part shown before 展开. */
const mostShown = 5
const keyOf = ({ kind, id }: DecisionRow): string => `${kind} ${id}`
const partOf = ({ kind }: DecisionRow): DecisionPart => decisions[kind].part

function Rows({ data: { rows, left, hours } }: { data: DecisionsAnswer }) {
  const [lead, setLead] = useState(0)
  const [driven, setDriven] = useState(0)
  const defeats = rows.flatMap(({ defeat }) => defeat ?? [])
  const orders = rows.flatMap(({ order }) => order ?? [])
  const ofDefeats = useDefeatDecisions(defeats)
  const ofOrders = useOrderDecisions(orders)
  const deciding: Deciding = {
    defeats: ofDefeats.decisions,
    orders: ofOrders.decisions,
    lead: setLead,
    drive: setDriven,
  }
  const decideBy = (what: 'agree' | 'reject') => (button: HTMLElement) => {
    const [kind, id] = [button.dataset.kind, Number(button.dataset.rowLink)]
    const row = rows.find((one) => one.kind === kind && one.id === id)
    if (row?.defeat) ofDefeats.decisions?.[what](row.defeat)
    if (row?.order) ofOrders.decisions?.[what](row.order)
  }
  useRowKey('a', '同意所在行', decideBy('agree'), { ready: true, opens: false })
  useRowKey('r', '驳回所在行', decideBy('reject'), { ready: true })
  const own = (part: DecisionPart): DecisionKind[] =>
    (Object.keys(decisions) as DecisionKind[]).filter((kind) => decisions[kind].part === part)
  return (
    <WorkRows
      label="待决定"
      rows={rows}
      keyOf={keyOf}
      parts={decisionParts.map((name) => ({
        name,
        title: partTitles[name],
        most: mostShown,
        beyond: own(name).reduce((sum, kind) => sum + left[kind], 0),
        more: own(name).map((kind) => <More key={kind} kind={kind} beyond={left[kind]} />),
      }))}
      partOf={partOf}
      textsOf={({ name, about, ownerName, content }) => [name, about, ownerName, content]}
      addedText={(added) => (added.length > 0 ? `新增 ${added.length} 条` : '')}
      head={<h2 className="sr-decisions-title">待决定</h2>}
      keys={<Keys of={rows.some(({ mayAct }) => mayAct) ? keys : keys.slice(0, 1)} />}
      note={
        rows.length === 0 && (
          <EmptyState title="没有等待决定的事" hint="到店等待、超时线索、战败与订单审核会出现在这里。" />
        )
      }
      render={({ row, isGone }, isFirst) => (
        <DecisionItem
          key={keyOf(row)}
          row={row}
          isGone={isGone}
          isFirst={isFirst}
          hours={hours}
          deciding={deciding}
        />
      )}
    >
      {(found) => (
        <Fragment>
          <Peeks />
          {ofDefeats.dialogs}
          {ofOrders.dialog}
          {lead > 0 && (
            <LeadsDrawer
              ids={found.filter((row) => partOf(row) === 'lead').map(({ id }) => id)}
              opened={lead}
              open={setLead}
            />
          )}
          {driven > 0 && <DriveStep activityId={driven} onClosed={() => setDriven(0)} />}
        </Fragment>
      )}
    </WorkRows>
  )
}

const keys = [
  ['J K', '选择'],
  ['A', '同意'],
  ['R', '驳回'],
] as const

/** The list that holds the other rows of a kind; visitors and cars are listed whole. */
const listOf: Readonly<Partial<Record<DecisionKind, readonly [Path, ListSearch, string]>>> = {
  late: ['/activity/clue-clear', leadList.searchOf({ ...leadList.usual, isOverdue: 1 }), '条超时线索'],
  assign: [
    '/activity/clue-clear',
    leadList.searchOf({ ...leadList.usual, activityType: leadTab.unassigned }),
    '条待分配',
  ],
  defeat: ['/activity/fail-verify', reviewList.searchOf(reviewList.usual), '条战败'],
  order: ['/activity/order-verify', {}, '单'],
}

function More({ kind, beyond }: { kind: DecisionKind; beyond: number }) {
  const [to, search, unit] = listOf[kind] ?? (['/front/board', {}, '位'] as const)
  const mayEnter = useMayEnter(to)
  if (beyond === 0) return null
  const text = `还有 ${beyond} ${unit}`
  return mayEnter ? (
    <Link to={to} search={search} className="sr-decisions-more">
      {text}
    </Link>
  ) : (
    <span className="sr-decisions-more sr-quiet">{text}</span>
  )
}
