import { isAdminRole } from '@showroom/contract/access/access.rules'
import { groupRoles, moduleNames } from '@showroom/contract/kernel/call'
import { completeModules } from '@showroom/contract/team/member.rules'
import {
  manageProblem,
  type MemberChange,
  modulesNotGiven,
  placeMember,
  roleProblem,
} from '@showroom/contract/team/rank.rules'
import type { Member } from '@showroom/contract/team/team.schema'
import { Alert, Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { offered, useDictionary } from '../../base/public'
import { useSession } from '../../frame/session'
import { clearable } from '../../ui/form/clearable'
import { Field, FormGrid, FormSection, useFieldValue } from '../../ui/form/SchemaForm'
import { actorOf, managedOf, managerOf, placedTeam } from '../rank'
import { type MemberForm, nameOrGone } from './member.form'
import { PermissionTree } from './PermissionTree'
import { byLabel } from '../../ui/found'

interface MemberFieldsProps {
  members: readonly Member[]
  /** The edited member; undefined for a new one. */
  memberId?: number
  /** Accounts found in the personnel system; undefined if they are typed by hand. */
  siebelIds?: readonly string[]
}

/** Role, superior, subordinates and permissions: shared by the forms for new and existing members. */
export function MemberFields({ members, memberId = 0, siebelIds = [] }: MemberFieldsProps) {
  return (
    <>
      <FormSection title="岗位与组织">
        <FormGrid>
          <RoleField members={members} memberId={memberId} />
          <SuperiorField members={members} memberId={memberId} />
          <SubordinatesField members={members} memberId={memberId} />
        </FormGrid>
      </FormSection>
      <FormSection title="权限">
        <AdminNote />
        <ModulesField members={members} memberId={memberId} />
      </FormSection>
      <FormSection title="人事信息">
        {siebelIds.length > 0 ? <SiebelChoice siebelIds={siebelIds} /> : <SiebelInputs />}
      </FormSection>
    </>
  )
}

interface SeatFieldProps {
  members: readonly Member[]
  memberId: number
}

/** Reason why the form blocks this change; undefined if it is allowed, and for a new member. */
export function useBar({ members, memberId }: SeatFieldProps, change: MemberChange): string | undefined {
  const actor = actorOf(useSession())
  const member = members.find((one) => one.memberId === memberId)
  return member && manageProblem(actor, managedOf(member), change)
}

function RoleField(props: SeatFieldProps) {
  const actor = actorOf(useSession())
  const roles = useDictionary('dealerMemberRoles')
  const form = Form.useFormInstance<MemberForm>()
  const bar = useBar(props, 'role')
  const current = useFieldValue<number>('role')
  const modulesOf = (role: number): string[] =>
    (roles.find(({ dataValue }) => Number(dataValue) === role)?.remark ?? '').split(',')
  const saved = props.members.find(({ memberId }) => memberId === props.memberId)?.role
  /** A role comes with its hidden modules, so a caller who lacks one may not grant the role. */
  const problemOf = (role: number): string | undefined => {
    const hidden = role === saved ? [] : modulesNotGiven(actor, completeModules([], modulesOf(role)))
    return (
      roleProblem(actor, role) ?? (hidden.length > 0 ? `您没有该岗位的权限：${hidden.join('、')}` : undefined)
    )
  }
  const options = offered(roles, ({ dataValue }) => Number(dataValue) === current)
    .filter(({ dataValue }) => !groupRoles.includes(Number(dataValue)))
    .map(({ dataValue, dataDisplay }) => {
      const problem = problemOf(Number(dataValue))
      return { value: Number(dataValue), label: dataDisplay, ...barred(problem) }
    })
  // Choosing a role preselects those of its modules that the caller may grant. Modules outside the tree are kept.
  const chosen = (role: number): void => {
    const { modules = [] } = form.getFieldsValue(true) as Partial<MemberForm>
    const withheld = modulesNotGiven(actor, modulesOf(role))
    const given = modulesOf(role).filter((name) => !withheld.includes(name))
    form.setFieldsValue({ modules: completeModules(given, modules) })
  }
  return (
    <Field name="role" label="岗位" required extra={bar}>
      <Select<number>
        className="sr-fill"
        placeholder="请选择岗位"
        showSearch={byLabel}
        options={options}
        disabled={bar !== undefined}
        onSelect={chosen}
      />
    </Field>
  )
}

/** A disabled option shows the reason as its title. */
const barred = (problem: string | undefined) => (problem ? { disabled: true, title: problem } : {})

function ModulesField(props: SeatFieldProps) {
  const actor = actorOf(useSession())
  const bar = useBar(props, 'modules')
  const withheld = new Set(modulesNotGiven(actor, moduleNames))
  const note = bar ?? (withheld.size > 0 ? '只能授予您自己有的权限' : undefined)
  return (
    <Field name="modules" group label="模块权限" extra={note}>
      <PermissionTree isBarred={(name) => bar !== undefined || withheld.has(name)} />
    </Field>
  )
}

const personOf = ({ memberId, userName, allRoles }: Member) => ({
  value: memberId,
  label: `${userName}（${allRoles}）`,
})

/** Placeholder id for an unsaved new member. */
const newcomer = -1

/** Reason why a place in the hierarchy is not allowed, by the same rule as the server. */
function usePlaceProblem({ members, memberId }: SeatFieldProps) {
  const session = useSession()
  const role = useFieldValue<number>('role') ?? 0
  const isNew = memberId === 0
  return useMemo(() => {
    const actor = managerOf(session, members)
    const plain = { memberId: newcomer, name: '', role, modules: [], managerId: 0, status: 0 }
    const team = isNew ? new Map(placedTeam(members)).set(newcomer, plain) : placedTeam(members)
    const id = isNew ? newcomer : memberId
    return (topUserId: number, downUserIds: readonly number[]): string | undefined => {
      const placing = placeMember(actor, team, { memberId: id, isNew, topUserId, downUserIds })
      return 'code' in placing && placing.code === 'MEMBER_RIGHTS' ? placing.text : undefined
    }
  }, [session, members, memberId, isNew, role])
}

function SuperiorField(props: SeatFieldProps) {
  const { members, memberId } = props
  const bar = useBar(props, 'superior')
  const problemOf = usePlaceProblem(props)
  const edited = members.find((one) => one.memberId === memberId)
  const below = new Set((edited?.controlIds ?? '').split(',').map(Number))
  const options = members
    .filter(
      (one) =>
        one.leftAt === 0 &&
        // The present superior may stay selected even if frozen.
        (one.status === 0 || one.memberId === edited?.manager) &&
        one.memberId !== memberId &&
        !below.has(one.memberId) &&
        !groupRoles.includes(one.role),
    )
    .map((one) => ({ ...personOf(one), ...barred(problemOf(one.memberId, edited?.members ?? [])) }))
  return (
    <Field name="topUserId" label="上级" extra={bar}>
      <Select<number>
        className="sr-fill"
        placeholder="无上级"
        allowClear={clearable}
        disabled={bar !== undefined}
        showSearch={byLabel}
        labelRender={nameOrGone}
        options={options}
      />
    </Field>
  )
}

function SubordinatesField(props: SeatFieldProps) {
  const { members, memberId } = props
  const actor = actorOf(useSession())
  const problemOf = usePlaceProblem(props)
  const top = useFieldValue<number>('topUserId')
  const edited = members.find((one) => one.memberId === memberId)
  const now = edited?.members ?? []
  const problemOfOne = (one: Member): string | undefined =>
    now.includes(one.memberId)
      ? manageProblem(actor, managedOf(one), 'superior')
      : problemOf(edited?.manager ?? 0, [...now, one.memberId])
  const options = members
    .filter((one) => one.leftAt === 0 && one.memberId !== memberId && one.memberId !== top)
    .map((one) => ({ ...personOf(one), ...barred(problemOfOne(one)) }))
  return (
    <Field name="downUserIds" label="下级" wide>
      <Select<number[]>
        className="sr-fill"
        mode="multiple"
        placeholder="无下级"
        allowClear={clearable}
        showSearch={{ ...byLabel, autoClearSearchValue: true }}
        labelRender={nameOrGone}
        options={options}
      />
    </Field>
  )
}

function AdminNote() {
  const role = useFieldValue<number>('role')
  if (!role || !isAdminRole(role)) return null
  return (
    <Alert
      className="sr-member-note"
      type="info"
      showIcon
      title="该岗位为管理员，拥有全部权限，可查看全店数据"
    />
  )
}

function SiebelInputs() {
  return (
    <FormGrid>
      <Field name="siebelId" label="人事账号">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="siebelPosition" label="人事岗位">
        <Input maxLength={50} autoComplete="off" />
      </Field>
    </FormGrid>
  )
}

/** Choosing an account fills both its id and its position. */
function SiebelChoice({ siebelIds }: { siebelIds: readonly string[] }) {
  const form = Form.useFormInstance<MemberForm>()
  const position = useFieldValue<string>('siebelPosition')
  const chosen = (siebelId: string): void => {
    const current = siebelIds.find((one) => one.startsWith(`${siebelId}/`)) ?? ''
    form.setFieldsValue({ siebelPosition: current.slice(siebelId.length + 1) })
  }
  return (
    <Field name="siebelId" label="人事账号" extra={position && `人事岗位：${position}`}>
      <Select<string>
        className="sr-fill"
        placeholder="请选择人事账号"
        options={siebelIds.map((one) => ({ value: one.split('/', 1)[0] ?? '', label: one }))}
        onSelect={chosen}
      />
    </Field>
  )
}
