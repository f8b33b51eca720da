import { memberBindWecom } from '@showroom/contract/team/manage.api'
import { MemberBindWecom } from '@showroom/contract/team/member.schema'
import type { Member } from '@showroom/contract/team/team.schema'
import { Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import { useSavedForm } from '../../ui/form/useSavedForm'
import { invalidateTeam } from '../manage.queries'

/** Binds a member to an account of the company's WeCom, used to sign in by scan. */
export function BindWecomDialog({ member, onClosed }: { member: Member; onClosed: () => void }) {
  const [{ userName, memberId }] = useState(member)
  const form = useSavedForm({
    schema: MemberBindWecom,
    initial: { memberId, userId: '' },
    send: (request, options) => callApi(memberBindWecom, request, options),
    done: `已为 ${userName} 绑定企业微信`,
    refetch: invalidateTeam,
  })
  return (
    <FormDialog
      title={`为 ${userName} 绑定企业微信`}
      form={form}
      onClosed={onClosed}
      okText="绑定"
      width={480}
    >
      <Field
        name="userId"
        label="企业微信账号"
        extra="企业微信管理后台「通讯录」中该成员的账号。绑定后该账号扫码即以此成员登录，并会短信告知本人。"
      >
        <Input autoComplete="off" autoFocus />
      </Field>
    </FormDialog>
  )
}
