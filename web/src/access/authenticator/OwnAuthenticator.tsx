import * as access from '@showroom/contract/access/access.api'
import { RenewForm } from '@showroom/contract/access/access.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { callApi } from '../../api/client'
import { keyOf, queryOf } from '../../api/query'
import { formatDay } from '../../ui/day'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { PlainDialog } from '../../ui/PlainDialog'
import { sha256Hex } from '../password/sha256'
import { EnrolPanel } from './EnrolPanel'
import { RecoveryCodes } from './RecoveryCodes'
import '../entry/entry.css'

type What = 'authenticator' | 'recoveryCodes'
type Made = AnswerOf<typeof access.renewAuthenticator>

const titles = { authenticator: '更换验证器', recoveryCodes: '更换恢复码' } as const

/** The member's authenticator, with the buttons to replace it; renders nothing where no one has one. */
export function OwnAuthenticator() {
  const queries = useQueryClient()
  const { data } = useQuery({ ...queryOf(access.bindings, {}), staleTime: 0 })
  const [what, setWhat] = useState<What>()
  const [made, setMade] = useState<Made>()
  const refetch = (): void => void queries.invalidateQueries({ queryKey: keyOf(access.bindings) })
  const close = (): void => setMade(undefined)
  if (!data?.authenticator.isOffered) return null
  const { enrolledAt, recoveryCodes } = data.authenticator
  if (enrolledAt === 0)
    return (
      <div>
        <dt>验证器</dt>
        <dd className="sr-quiet">未绑定；用账户登录时，请向平台管理员索取邀请链接</dd>
      </div>
    )
  return (
    <div>
      <dt>验证器</dt>
      <dd>
        <div>{`${formatDay(enrolledAt)} 绑定，剩余 ${recoveryCodes} 个恢复码`}</div>
        <div className="sr-own-authenticator">
          {(['authenticator', 'recoveryCodes'] as const).map((one) => (
            <Button key={one} type="link" size="small" onClick={() => setWhat(one)}>
              {titles[one]}
            </Button>
          ))}
        </div>
        {what && <RenewDialog what={what} onMade={setMade} onClosed={() => setWhat(undefined)} />}
        {made?.enrolment && (
          <PlainDialog title="绑定新的验证器" width={448} onCancel={close}>
            <EnrolPanel enrolment={made.enrolment} onEnrolled={refetch} doneText="已保存" onDone={close} />
          </PlainDialog>
        )}
        {made?.recoveryCodes && (
          <PlainDialog title="新的恢复码" width={448}>
            <RecoveryCodes
              codes={made.recoveryCodes}
              doneText="已保存"
              onDone={() => {
                refetch()
                close()
              }}
            />
          </PlainDialog>
        )}
      </dd>
    </div>
  )
}

interface RenewDialogProps {
  what: What
  onMade: (made: Made) => void
  onClosed: () => void
}

/** Asks for the password and a code before anything is replaced. */
function RenewDialog({ what, onMade, onClosed }: RenewDialogProps) {
  const form = useSchemaForm<z.input<typeof RenewForm>, typeof RenewForm, Made>({
    schema: RenewForm,
    initial: { oldPassword: '', smsCode: '' },
    send: ({ oldPassword, smsCode }) =>
      callApi(
        access.renewAuthenticator,
        { oldPassword: sha256Hex(oldPassword), smsCode, what },
        { withoutKey: 'secret' },
      ),
    onDone: onMade,
  })
  return (
    <FormDialog
      title={titles[what]}
      form={form}
      onClosed={onClosed}
      okText="下一步"
      width={440}
      footerNote={what === 'authenticator' ? '绑定后，其他设备上的登录将失效' : '原有恢复码将失效'}
    >
      <Field name="oldPassword" label="密码" required>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Field>
      <Field name="smsCode" label="验证码" required extra="当前验证器显示的数字；手机丢失时填一个恢复码">
        <Input autoComplete="one-time-code" />
      </Field>
    </FormDialog>
  )
}
