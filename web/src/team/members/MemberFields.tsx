import { isAdminRole } from '@showroom/contract/access/access.rules'
import { groupRoles } from '@showroom/contract/kernel/call'
import { roleProblem, settleModules } from '@showroom/contract/team/member.rules'
import type { Member } from '@showroom/contract/team/team.schema'
import { Alert, Form, Input, Select } from 'antd'
import { offered, useDictionary } from '../../base/public'
import { useSession } from '../../frame/session'
import { clearable } from '../../ui/form/clearable'
import { Field, FormGrid, FormSection, useFieldValue } from '../../ui/form/SchemaForm'
import { type MemberForm, nameOrGone } from './member.form'
import { PermissionTree } from './PermissionTree'

interface MemberFieldsProps {
  members: readonly Member[]
  /** The one that is edited; nothing for a new one. */
  memberId?: number
  /** Accounts that the personnel system told; nothing where they are typed. */
  siebelIds?: readonly string[]
}

/** Role, place in the team and permissions: what the forms of a new and of an edited member share. */
export function MemberFields({ members, memberId = 0, siebelIds = [] }: MemberFieldsProps) {
  return (
    <>
      <FormSection title="角色与组织">
        <FormGrid>
          <RoleField memberId={memberId} />
          <SuperiorField members={members} memberId={memberId} />
          <SubordinatesField members={members} memberId={memberId} />
        </FormGrid>
      </FormSection>
      <FormSection title="权限">
        <AdminNote />
        <Field name="modules" group label="模块权限">
          <PermissionTree />
        </Field>
      </FormSection>
      <FormSection title="人事信息">
        {siebelIds.length > 0 ? <SiebelChoice siebelIds={siebelIds} /> : <SiebelInputs />}
      </FormSection>
    </>
  )
}

function RoleField({ memberId }: { memberId: number }) {
  const session = useSession()
  const roles = useDictionary('dealerMemberRoles')
  const form = Form.useFormInstance<MemberForm>()
  const isOwn = memberId === session.profile.memberId
  const current = useFieldValue<number>('role')
  const options = offered(roles, ({ dataValue }) => Number(dataValue) === current)
    .filter(({ dataValue }) => !groupRoles.includes(Number(dataValue)))
    .map(({ dataValue, dataDisplay }) => ({
      value: Number(dataValue),
      label: dataDisplay,
      disabled: roleProblem(session, Number(dataValue)) !== undefined,
    }))
  // A role begins with its modules; what the tree does not show stays as it is.
  const chosen = (role: number): void => {
    const modules = roles.find(({ dataValue }) => Number(dataValue) === role)?.remark ?? ''
    const { modules: kept = [] } = form.getFieldsValue(true) as Partial<MemberForm>
    form.setFieldsValue({ modules: settleModules(modules.split(','), kept) })
  }
  return (
    <Field name="role" label="角色" required extra={isOwn && '不能修改自己的角色'}>
      <Select<number>
        className="sr-fill"
        placeholder="请选择角色"
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        disabled={isOwn}
        onSelect={chosen}
      />
    </Field>
  )
}

const personOf = ({ memberId, userName, allRoles }: Member) => ({
  value: memberId,
  label: `${userName}（${allRoles}）`,
})

function SuperiorField({ members, memberId }: { members: readonly Member[]; memberId: number }) {
  const edited = members.find((one) => one.memberId === memberId)
  const below = new Set((edited?.controlIds ?? '').split(',').map(Number))
  const options = members
    .filter(
      (one) =>
        one.leftAt === 0 &&
        // Who is the superior already may stay it, frozen too.
        (one.status === 0 || one.memberId === edited?.manager) &&
        one.memberId !== memberId &&
        !below.has(one.memberId) &&
        !groupRoles.includes(one.role),
    )
    .map(personOf)
  return (
    <Field name="topUserId" label="上级">
      <Select<number>
        className="sr-fill"
        placeholder="无上级"
        allowClear={clearable}
        showSearch={{ optionFilterProp: 'label' }}
        labelRender={nameOrGone}
        options={options}
      />
    </Field>
  )
}

function SubordinatesField({ members, memberId }: { members: readonly Member[]; memberId: number }) {
  const top = useFieldValue<number>('topUserId')
  const options = members
    .filter((one) => one.leftAt === 0 && one.memberId !== memberId && one.memberId !== top)
    .map(personOf)
  return (
    <Field name="downUserIds" label="下级" wide>
      <Select<number[]>
        className="sr-fill"
        mode="multiple"
        placeholder="无下级"
        allowClear={clearable}
        showSearch={{ optionFilterProp: 'label', autoClearSearchValue: true }}
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
      title="该角色为管理员，拥有全部权限，可查看全店数据"
    />
  )
}

function SiebelInputs() {
  return (
    <FormGrid>
      <Field name="siebelId" label="人事账号">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="siebelPosition" label="岗位">
        <Input maxLength={50} autoComplete="off" />
      </Field>
    </FormGrid>
  )
}

/** Both of the account come with one choice. */
function SiebelChoice({ siebelIds }: { siebelIds: readonly string[] }) {
  const form = Form.useFormInstance<MemberForm>()
  const position = useFieldValue<string>('siebelPosition')
  const chosen = (siebelId: string): void => {
    const known = siebelIds.find((one) => one.startsWith(`${siebelId}/`)) ?? ''
    form.setFieldsValue({ siebelPosition: known.slice(siebelId.length + 1) })
  }
  return (
    <Field name="siebelId" label="人事账号" extra={position && `岗位：${position}`}>
      <Select<string>
        className="sr-fill"
        placeholder="请选择人事账号"
        options={siebelIds.map((one) => ({ value: one.split('/', 1)[0] ?? '', label: one }))}
        onSelect={chosen}
      />
    </Field>
  )
}
