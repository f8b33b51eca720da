import * as access from '@showroom/contract/access/access.api'
import { ResetForm } from '@showroom/contract/access/access.schema'
import { callApi } from '../api/client'
import { notice } from '../ui/notice'
import { EntryField, EntryProblem, EntrySubmit, PasswordField } from './EntryField'
import { PasswordRules } from './PasswordRules'
import { SmsCodeFields } from './SmsCodeFields'
import { fetchHashing } from './signIn'
import { useEntryForm } from './useEntryForm'
import { forgetCode, useSmsCode } from './useSmsCode'

interface ResetPasswordFormProps {
  /** The SMS code from an invitation. */
  code?: string | undefined
  onDone: () => void
}

/** Sets a new password by SMS code. */
export function ResetPasswordForm({ code = '', onDone }: ResetPasswordFormProps) {
  const form = useEntryForm({ mobile: '', answer: '', smsCode: code, newPassword: '', confirm: '' })
  const sms = useSmsCode(form, 'password')

  const submit = async (): Promise<void> => {
    const done = await form.run(ResetForm, async ({ mobile, smsCode, newPassword }) => {
      const { sha256Hex } = await fetchHashing()
      await callApi(access.resetPassword, { mobile, smsCode, newPassword: sha256Hex(newPassword) })
      forgetCode(mobile)
    })
    if (!done) return
    notice.success('密码修改成功')
    onDone()
  }

  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <EntryField field={form.bind('mobile')} label="手机号" type="tel" autoComplete="username" autoFocus />
      <SmsCodeFields form={form} sms={sms} />
      <PasswordField
        field={form.bind('newPassword')}
        label="新密码"
        autoComplete="new-password"
        hint={<PasswordRules password={form.values.newPassword} />}
      />
      <PasswordField field={form.bind('confirm')} label="确认新密码" autoComplete="new-password" />
      <div className="sr-entry-end">
        <EntryProblem text={form.problem} />
        <button type="button" className="sr-entry-link" onClick={onDone}>
          返回登录
        </button>
      </div>
      <EntrySubmit pending={form.pending} working="提交中…">
        重置密码
      </EntrySubmit>
    </form>
  )
}
