import { errors } from '@showroom/contract/kernel/errors'
import { MemberConflict, MemberUpdateForm, type MemberValues } from '@showroom/contract/team/member.schema'
import { isMasked } from '@showroom/contract/kernel/masked'
import { memberUpdate } from '@showroom/contract/team/manage.api'
import type { Member } from '@showroom/contract/team/team.schema'
import { useQueryClient } from '@tanstack/react-query'
import { Input, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/client'
import { useDictionaryText } from '../../base/public'
import type { RefusalShape } from '../../ui/failure'
import { ConflictDialog, type Side } from '../../ui/form/ConflictDialog'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, FormGrid, FormSection, useFieldValue } from '../../ui/form/SchemaForm'
import type { SchemaFormApi } from '../../ui/form/types'
import { usualLockMs, useSchemaForm } from '../../ui/form/useSchemaForm'
import { useMessage } from '../../ui/useMessage'
import { invalidateTeam } from '../manage.queries'
import { compare, mergeEdit, type Versions } from './member.conflict'
import { draftedOn, formOf, type MemberForm, seatOf, valuesOf } from './member.form'
import { MemberFields, useBar } from './MemberFields'

interface EditMemberDialogProps {
  member: Member
  members: readonly Member[]
  onClosed: () => void
}

/** Edits a member. If a colleague saved meanwhile, the user decides every field that both changed. */
export function EditMemberDialog({ member, members, onClosed }: EditMemberDialogProps) {
  const { name, form, conflict } = useEditForm(member)
  const roleText = useDictionaryText('dealerMemberRoles')
  const bar = useBar({ members, memberId: member.memberId }, 'mobile')
  const names = {
    role: (role: number) => roleText(role),
    member: (id: number) => members.find((one) => one.memberId === id)?.userName ?? String(id),
  }
  return (
    <FormDialog title={`编辑成员 ${name}`} form={form} onClosed={onClosed} okText="保存" width={720}>
      <FormSection title="基本信息">
        <FormGrid>
          <Field name="name" label="姓名" required>
            <Input maxLength={30} />
          </Field>
          <Field name="mobile" label="手机号" required extra={bar ?? '更换后须用新手机号登录'}>
            <Input inputMode="tel" autoComplete="off" disabled={bar !== undefined} />
          </Field>
          <PersonField />
        </FormGrid>
      </FormSection>
      <MemberFields members={members} memberId={member.memberId} />
      {conflict.shown && (
        <ConflictDialog
          {...compare(conflict.shown.versions, conflict.shown.paths, names)}
          who=""
          onMerged={(picks) => form.form.setFieldsValue(conflict.mergeBy(picks))}
          onClosed={conflict.close}
        />
      )}
    </FormDialog>
  )
}

const isRenumbered = (mobile = ''): boolean => mobile !== '' && !isMasked(mobile)

/** Asks who works under a new mobile. */
function PersonField() {
  const isAsked = isRenumbered(useFieldValue<string>('mobile'))
  if (!isAsked) return null
  return (
    <Field
      name="isNewPerson"
      label="更换手机号的原因"
      required
      group
      wide
      extra="本人换号：须重新登录，其他不变；换人：原成员的登录、日历订阅和草稿也一并失效"
    >
      <Radio.Group
        options={[
          { value: false, label: '本人换号' },
          { value: true, label: '换人' },
        ]}
      />
    </Field>
  )
}

interface Base {
  readonly rowVersion: number
  readonly original: MemberValues
}

const requestOf = (values: Partial<MemberForm>, memberId: number, { rowVersion, original }: Base) => ({
  memberId,
  name: values.name,
  mobile: values.mobile,
  ...(isRenumbered(values.mobile) && { isNewPerson: values.isNewPerson }),
  ...seatOf(values),
  status: original.status,
  rowVersion,
  original,
})

function useEditForm(member: Member) {
  const queries = useQueryClient()
  const message = useMessage()
  // Keeps the opened version: the page behind may refetch the list meanwhile.
  const [opened] = useState(member)
  const conflict = useConflict(opened)
  const { base, settled } = conflict
  const form: SchemaFormApi<MemberForm> = useSchemaForm({
    schema: MemberUpdateForm,
    initial: formOf(valuesOf(opened)),
    draft: { form: 'member.edit', record: draftedOn(opened) },
    toRequest: (values: MemberForm) => requestOf(values, opened.memberId, base),
    send: async (request, options) => {
      const answer = await callApi(memberUpdate, request, options)
      // Refetches before the dialog closes, so that opening the member again at once shows the saved values.
      await invalidateTeam(queries)
      return answer
    },
    onDone: () => {
      message.success('编辑成功')
    },
    onRefused: (refusal) =>
      refusal.code === errors.CONFLICT.code &&
      conflict.show(refusal, form.form.getFieldsValue(true) as MemberForm),
    lockMs: settled ? 0 : usualLockMs,
  })
  useEffect(() => {
    if (settled) form.form.submit()
  }, [base, settled, form.form])
  return { name: opened.userName, form, conflict }
}

/** The version that the form is compared with, and the conflict dialog for a concurrent save. */
function useConflict(opened: Member) {
  const [base, setBase] = useState<Base>({ rowVersion: opened.rowVersion, original: valuesOf(opened) })
  const [open, setOpen] = useState<{ versions: Versions; paths: readonly string[]; rowVersion: number }>()
  return {
    base,
    settled: base.rowVersion !== opened.rowVersion,
    shown: open,
    show(refusal: RefusalShape, values: MemberForm): boolean {
      const conflict = MemberConflict.safeParse(refusal.answer).data
      if (!conflict) return false
      const mine = requestOf(values, opened.memberId, base) as unknown as MemberValues
      setOpen({
        versions: { mine, current: conflict.current, original: base.original },
        paths: conflict.conflicts,
        rowVersion: conflict.rowVersion,
      })
      return true
    },
    mergeBy(picks: Readonly<Record<string, Side>>): Partial<MemberForm> {
      if (!open) return {}
      setBase({ rowVersion: open.rowVersion, original: open.versions.current })
      setOpen(undefined)
      return mergeEdit(open.versions, open.paths, picks)
    },
    close: () => setOpen(undefined),
  }
}
