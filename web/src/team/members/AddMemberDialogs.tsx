import { maskMobile } from '@showroom/contract/kernel/mask'
import { MemberAdd, MemberVerify, type MemberVerifyAnswer } from '@showroom/contract/team/member.schema'
import { memberAdd, memberVerify } from '@showroom/contract/team/manage.api'
import type { Member } from '@showroom/contract/team/team.schema'
import { Alert, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { callApi } from '../../api/client'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, FormGrid } from '../../ui/form/SchemaForm'
import { useSavedForm } from '../../ui/form/useSavedForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { invalidateTeam } from '../manage.queries'
import { type MemberForm, seatOf } from './member.form'
import { MemberFields } from './MemberFields'

interface Verified extends MemberVerifyAnswer {
  readonly person: { readonly name: string; readonly mobile: string; readonly identifyNo: string }
}

/** Adds a member in two steps: verify the person, then choose role, superior and permissions. */
export function AddMemberDialogs({
  members,
  onClosed,
}: {
  members: readonly Member[]
  onClosed: () => void
}) {
  const [verified, setVerified] = useState<Verified>()
  const [isClosed, setClosed] = useState(false)
  if (!verified || !isClosed)
    return (
      <VerifyDialog onVerified={setVerified} onClosed={() => (verified ? setClosed(true) : onClosed())} />
    )
  return <SeatDialog verified={verified} members={members} onClosed={onClosed} />
}

interface VerifyDialogProps {
  onVerified: (verified: Verified) => void
  onClosed: () => void
}

function VerifyDialog({ onVerified, onClosed }: VerifyDialogProps) {
  const form = useSchemaForm({
    schema: MemberVerify,
    initial: { name: '', mobile: '', identifyNo: '' },
    send: async (request: z.input<typeof MemberVerify>, options) => ({
      ...(await callApi(memberVerify, request, options)),
      person: MemberVerify.parse(request),
    }),
    onDone: ({ isAll, siebelIds, person }) => onVerified({ isAll, siebelIds, person }),
  })
  return (
    <FormDialog
      title="添加成员 身份核验"
      form={form}
      onClosed={onClosed}
      okText="下一步"
      width={560}
      footerNote="第 1 步，共 2 步"
    >
      <FormGrid>
        <Field name="name" label="姓名" required>
          <Input maxLength={30} autoComplete="off" />
        </Field>
        <Field name="mobile" label="手机号" required>
          <Input inputMode="tel" autoComplete="off" />
        </Field>
        <Field name="identifyNo" label="身份证号码" required wide>
          <Input autoComplete="off" />
        </Field>
      </FormGrid>
    </FormDialog>
  )
}

interface SeatDialogProps {
  verified: Verified
  members: readonly Member[]
  onClosed: () => void
}

function SeatDialog({ verified, members, onClosed }: SeatDialogProps) {
  const { person, isAll, siebelIds } = verified
  const [only = ''] = siebelIds.length === 1 ? siebelIds : []
  const form = useSavedForm({
    schema: MemberAdd,
    initial: {
      siebelId: only.split('/', 1)[0] ?? '',
      siebelPosition: only.slice(only.indexOf('/') + 1),
      modules: [],
      downUserIds: [],
    } satisfies MemberForm,
    draft: { form: 'member.add', record: { id: Number(person.mobile), version: '' } },
    toRequest: (values: MemberForm) => ({ ...person, ...seatOf(values) }),
    send: (request, options) => callApi(memberAdd, request, options),
    done: '添加成功',
    refetch: invalidateTeam,
  })
  return (
    <FormDialog
      title={`添加成员 ${person.name}`}
      form={form}
      onClosed={onClosed}
      okText="添加"
      width={720}
      footerNote="第 2 步，共 2 步"
    >
      <Alert
        className="sr-member-note"
        type={isAll ? 'success' : 'warning'}
        showIcon
        title={`${person.name} · ${maskMobile(person.mobile)}：${isAll ? '人事系统核验一致' : '人事系统中没有一致的记录'}`}
        {...(!isAll && { description: '可继续添加，人事账号与岗位请手工填写。' })}
      />
      <MemberFields members={members} siebelIds={siebelIds} />
    </FormDialog>
  )
}
