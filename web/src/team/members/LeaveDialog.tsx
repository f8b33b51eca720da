import type { MemberLeavePreviewAnswer, Successor } from '@showroom/contract/team/leave.schema'
import { MemberLeave } from '@showroom/contract/team/leave.schema'
import { memberLeave } from '@showroom/contract/team/manage.api'
import { handOverProblem, moveProblem } from '@showroom/contract/team/rank.rules'
import type { Member } from '@showroom/contract/team/team.schema'
import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Radio, Select } from 'antd'
import { createContext, use, useMemo, useState } from 'react'
import { callApi } from '../../api/client'
import { useDictionaryText } from '../../base/public'
import { useSession } from '../../frame/session'
import { ErrorState } from '../../ui/ErrorState'
import { LinesSkeleton } from '../../ui/Skeletons'
import { clearable } from '../../ui/form/clearable'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, FormGrid, FormSection, useFieldValue, When } from '../../ui/form/SchemaForm'
import { useSavedForm } from '../../ui/form/useSavedForm'
import '../member-select.css'
import { invalidateTeam, leavePreviewQuery } from '../manage.queries'
import { managerOf, placedTeam } from '../rank'
import { draftedOn, nameOrGone } from './member.form'
import { byLabel } from '../../ui/found'

interface LeaveDialogProps {
  member: Member
  /** All members, for the rank rules. */
  members: readonly Member[]
  onClosed: () => void
}

/** Removes a member from the store: first shows what will move, then asks who takes it over. */
export function LeaveDialog({ member, members, onClosed }: LeaveDialogProps) {
  const [opened] = useState(member)
  const preview = useQuery({ ...leavePreviewQuery(opened.memberId), staleTime: 0 })
  const bars = useBars(opened, members)
  if (preview.data && !preview.isFetching)
    return (
      <Bars value={bars}>
        <LeaveForm preview={preview.data} member={opened} onClosed={onClosed} />
      </Bars>
    )
  return (
    <Modal open title={`成员离职 ${opened.userName}`} width={760} centered footer={null} onCancel={onClosed}>
      {preview.isError ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <LinesSkeleton lines={7} />
      )}
    </Modal>
  )
}

interface SuccessorBars {
  /** Reason why a member may not take over the customers (`heir`) or the subordinates (`top`); undefined if allowed. */
  readonly heir: (memberId: number) => string | undefined
  readonly top: (memberId: number) => string | undefined
}
const Bars = createContext<SuccessorBars>({ heir: () => undefined, top: () => undefined })

/** Applies the same rules as the server. */
function useBars({ memberId, members: below }: Member, members: readonly Member[]): SuccessorBars {
  const session = useSession()
  return useMemo(() => {
    const [actor, team] = [managerOf(session, members), placedTeam(members)]
    return {
      heir: (to) => handOverProblem(actor, team, memberId, to),
      top: (to) => moveProblem(actor, team, [{ memberIds: below.filter((id) => id !== to), to }])?.text,
    }
  }, [session, members, memberId, below])
}

interface LeaveValues {
  newMemberId?: number
  newTopUserId?: number
  split: 'none' | 'level' | 'series'
  /** Successor by level or by series id. Those without one go to the main successor. */
  levels: Record<string, number | undefined>
  series: Record<string, number | undefined>
}

const chosen = (choices: Record<string, number | undefined> = {}): [string, number][] =>
  Object.entries(choices).flatMap(([key, memberId]) => (memberId ? [[key, memberId]] : []))

const requestOf = (values: Partial<LeaveValues>, memberId: number) => ({
  memberId,
  newMemberId: values.newMemberId,
  newTopUserId: values.newTopUserId,
  ...(values.split === 'level' && {
    byLevels: chosen(values.levels).map(([level, heir]) => ({ level, memberId: heir })),
  }),
  ...(values.split === 'series' && {
    bySeries: chosen(values.series).map(([seriesId, heir]) => ({
      seriesId: Number(seriesId),
      memberId: heir,
    })),
  }),
})

interface LeaveFormProps {
  preview: MemberLeavePreviewAnswer
  member: Member
  onClosed: () => void
}

function LeaveForm({ preview: now, member, onClosed }: LeaveFormProps) {
  const [preview] = useState(now)
  const form = useSavedForm({
    schema: MemberLeave,
    initial: { split: 'none', levels: {}, series: {}, ...useFirstTop(member, preview) } satisfies LeaveValues,
    draft: { form: 'member.leave', record: draftedOn(member) },
    toRequest: (values: LeaveValues) => requestOf(values, preview.memberId),
    send: (request, options) => callApi(memberLeave, request, options),
    done: '成员离职成功',
    refetch: invalidateTeam,
  })
  return (
    <FormDialog
      title={`成员离职 ${preview.userName}`}
      form={form}
      onClosed={onClosed}
      okText="确认离职"
      danger
      width={760}
    >
      <Belongings preview={preview} />
      <FormSection title="客户交接">
        <FormGrid>
          <Field name="newMemberId" label="待分配成员" required extra="客户与未完成的任务、线索一并交接">
            <HeirSelect successors={preview.successors} placeholder="请选择待分配成员" />
          </Field>
          <Field
            name="newTopUserId"
            label="组织架构转移"
            required
            extra={preview.subordinates > 0 ? '接管其下级' : '没有下级，已选其上级'}
          >
            <TopSelect successors={preview.successors} />
          </Field>
        </FormGrid>
        {preview.customers > 0 && <Split preview={preview} />}
      </FormSection>
      <Alert
        type="warning"
        showIcon
        title="离职后立即退出登录，账号停用；历史记录保留姓名。24小时内管理员可在「离职交接」撤回未被处理的部分。"
      />
    </FormDialog>
  )
}

/** Prefills the superior of a member without subordinates, for whom the required field changes nothing. */
function useFirstTop({ manager }: Member, { subordinates, successors }: MemberLeavePreviewAnswer) {
  const { top } = use(Bars)
  const isFree = successors.some(({ memberId }) => memberId === manager) && top(manager) === undefined
  return subordinates === 0 && isFree ? { newTopUserId: manager } : {}
}

/** Counts of the records that move. */
function Belongings({ preview }: { preview: MemberLeavePreviewAnswer }) {
  const facts = [
    ['客户', preview.customers],
    ['待办任务', preview.tasks],
    ['待跟进线索', preview.leads],
    ['待审核战败', preview.reviews],
    ['进行中订单', preview.orders],
    ['下级', preview.subordinates],
  ] as const
  return (
    <dl className="sr-leave-facts" aria-label="将交接的内容">
      {facts.map(([name, total]) => (
        <div key={name} className={total === 0 ? 'sr-leave-none' : ''}>
          <dt>{name}</dt>
          <dd className="sr-num">{total}</dd>
        </div>
      ))}
    </dl>
  )
}

interface SelectProps {
  successors: readonly Successor[]
  id?: string
  value?: number
  onChange?: (value: number | undefined) => void
  placeholder?: string
  allowClear?: boolean
  'aria-label'?: string
}

const loadOf = ({ customers, tasks, leads }: Successor): string =>
  `客户 ${customers} · 任务 ${tasks} · 线索 ${leads}`

/** Selects among the members who can own customers, showing how many each already has. */
const HeirSelect = ({ successors, ...rest }: SelectProps) => (
  <PersonSelect
    {...rest}
    successors={successors.filter(({ owns }) => owns)}
    load={loadOf}
    problemOf={use(Bars).heir}
  />
)

const TopSelect = ({ successors, ...rest }: SelectProps) => (
  <PersonSelect
    {...rest}
    placeholder="请选择组织架构转移"
    successors={successors.toSorted((a, b) => b.subordinates - a.subordinates)}
    load={({ subordinates }) => `下级 ${subordinates}`}
    problemOf={use(Bars).top}
  />
)

interface Person {
  value: number
  label: string
  load: string
}

const personOption = ({ data: { label, load } }: { data: Person }) => (
  <span className="sr-member-option">
    <span className="sr-member-name">{label}</span>
    <span className="sr-member-load">{load}</span>
  </span>
)

function PersonSelect({
  successors,
  load,
  problemOf,
  value,
  onChange,
  ...rest
}: SelectProps & {
  load: (one: Successor) => string
  problemOf: (memberId: number) => string | undefined
}) {
  return (
    <Select<number, Person>
      {...rest}
      allowClear={rest.allowClear ? clearable : false}
      className="sr-fill"
      showSearch={byLabel}
      value={value ?? null}
      labelRender={nameOrGone}
      options={successors.map((one) => {
        const problem = problemOf(one.memberId)
        return {
          value: one.memberId,
          label: `${one.userName}（${one.allRoles}）`,
          load: load(one),
          ...(problem && { disabled: true, title: problem }),
        }
      })}
      optionRender={personOption}
      onChange={(next) => onChange?.(next)}
    />
  )
}

function Split({ preview }: { preview: MemberLeavePreviewAnswer }) {
  return (
    <>
      <Field name="split" label="分配方式" group>
        <Radio.Group
          options={[
            { value: 'none', label: '全部交给一人' },
            { value: 'level', label: '按级别分配' },
            { value: 'series', label: '按车系分配' },
          ]}
        />
      </Field>
      <When<LeaveValues['split']> field="split" is={(split) => split === 'level'}>
        <LevelRows preview={preview} />
      </When>
      <When<LeaveValues['split']> field="split" is={(split) => split === 'series'}>
        <Rows
          name="series"
          successors={preview.successors}
          rows={preview.series.map(({ seriesId, name, total }) => ({
            key: String(seriesId),
            label: name || '未选车系',
            total,
          }))}
        />
      </When>
    </>
  )
}

function LevelRows({ preview }: { preview: MemberLeavePreviewAnswer }) {
  const text = useDictionaryText('customerLevels')
  return (
    <Rows
      name="levels"
      successors={preview.successors}
      rows={preview.levels.map(({ level, total }) => ({ key: level, label: text(level) || level, total }))}
    />
  )
}

interface RowsProps {
  name: 'levels' | 'series'
  successors: readonly Successor[]
  rows: readonly { readonly key: string; readonly label: string; readonly total: number }[]
}

/** One row per level or series to choose who gets its customers; without a choice they go to the main successor. */
function Rows({ name, successors, rows }: RowsProps) {
  const rest = useFieldValue<number>('newMemberId')
  const restName = successors.find(({ memberId }) => memberId === rest)?.userName
  return (
    <div className="sr-leave-split">
      {rows.map(({ key, label, total }) => (
        <div key={key} className="sr-leave-row">
          <span className="sr-leave-label">{label}</span>
          <span className="sr-num sr-leave-total">{total} 位</span>
          <Field name={`${name}.${key}`}>
            <HeirSelect
              successors={successors}
              aria-label={`${label} 的接收人`}
              placeholder={restName ? `同上：${restName}` : '同待分配成员'}
              allowClear
            />
          </Field>
        </div>
      ))}
    </div>
  )
}
