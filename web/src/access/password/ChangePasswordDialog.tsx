import * as access from '@showroom/contract/access/access.api'
import { ChangePasswordForm } from '@showroom/contract/access/access.schema'
import { Input } from 'antd'
import type { z } from 'zod'
import { callApi } from '../../api/client'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, useFieldValue } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { notice } from '../../ui/notice'
import { PasswordRules } from './PasswordRules'
import { sha256Hex } from './sha256'

type Values = z.input<typeof ChangePasswordForm>

/** Changes one's own password. Clear-text passwords stay in the browser; the member's other sessions end. */
export function ChangePasswordDialog({ onClosed }: { onClosed: () => void }) {
  const form = useSchemaForm<Values, typeof ChangePasswordForm, object>({
    schema: ChangePasswordForm,
    initial: {},
    send: ({ oldPassword, newPassword }, options) =>
      callApi(
        access.changePassword,
        { oldPassword: sha256Hex(oldPassword), newPassword: sha256Hex(newPassword) },
        options,
      ),
    onDone: () => notice.success('修改密码成功'),
  })
  return (
    <FormDialog
      title="修改密码"
      form={form}
      onClosed={onClosed}
      okText="修改密码"
      width={440}
      footerNote="其他设备上的登录将失效"
    >
      <Field name="oldPassword" label="旧密码" required>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Field>
      <Field name="newPassword" label="新密码" required extra={<Rules />}>
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Field>
      <Field name="confirm" label="确认新密码" required>
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Field>
    </FormDialog>
  )
}

const Rules = () => <PasswordRules password={useFieldValue<string>('newPassword') ?? ''} />
