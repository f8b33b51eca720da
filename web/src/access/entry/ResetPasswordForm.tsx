import * as access from '@showroom/contract/access/access.api'
import { type Enrolment, type LoginAnswer, ResetForm } from '@showroom/contract/access/access.schema'
import { type RefObject, useState } from 'react'
import { callApi } from '../../api/client'
import { failureText } from '../../ui/failure'
import { lazyDialog } from '../../ui/lazyDialog'
import { notice } from '../../ui/notice'
import { EntryField, EntryPanel, EntryProblem, EntrySubmit, PasswordField } from './EntryField'
import { PasswordRules } from '../password/PasswordRules'
import { SmsCodeFields } from './SmsCodeFields'
import { fetchHashing, signInByAccount } from './signIn'
import { useEntryForm, useKeptMobile } from './useEntryForm'
import { forgetCode, useSmsCode } from './useSmsCode'

const EnrolStep = lazyDialog(() => import('../authenticator/EnrolStep').then((module) => module.EnrolStep))

/** A password that is set, before the authenticator. */
interface Enrolling {
  mobile: string
  password: string
  enrolment: Enrolment
}

interface ResetPasswordFormProps {
  title: string
  /** The SMS code from an invitation. */
  code?: string | undefined
  /** The number typed on the sign-in page, kept on the way there and back. */
  mobile: RefObject<string>
  onSignedIn: (answer: LoginAnswer) => void
  onBack: () => void
}

/** Sets the first or a new password by a code, then enrols an authenticator if one is needed, and signs in. */
export function ResetPasswordForm(props: ResetPasswordFormProps) {
  const { title, onSignedIn, onBack } = props
  const [enrolling, setEnrolling] = useState<Enrolling>()
  if (enrolling) return <EnrolStep login={enrolling} onSignedIn={onSignedIn} onBack={onBack} />
  return (
    <>
      <h1 className="sr-entry-title">{title}</h1>
      <p className="sr-entry-lead">验证手机号后设置新密码，并直接登录。</p>
      <PasswordForm {...props} onEnrolment={setEnrolling} />
    </>
  )
}

function PasswordForm({
  code = '',
  mobile: sharedMobile,
  onSignedIn,
  onBack,
  onEnrolment,
}: ResetPasswordFormProps & {
  onEnrolment: (login: Enrolling) => void
}) {
  const form = useEntryForm({
    mobile: sharedMobile.current,
    answer: '',
    smsCode: code,
    newPassword: '',
    confirm: '',
  })
  const sms = useSmsCode(form, 'password')

  useKeptMobile(form, sharedMobile)

  const submit = (): Promise<boolean> =>
    form.run(ResetForm, async ({ mobile, smsCode, newPassword }) => {
      const { sha256Hex } = await fetchHashing()
      const request = { mobile, smsCode, newPassword: sha256Hex(newPassword) }
      const next = await callApi(access.resetPassword, request)
      forgetCode(mobile)
      notice.success('密码修改成功')
      if (next.enrolment) return onEnrolment({ mobile, password: newPassword, enrolment: next.enrolment })
      try {
        onSignedIn(await signInByAccount({ mobile, password: newPassword, smsCode: next.smsCode }))
      } catch (error) {
        // The password is set: only the sign-in was refused, and the sign-in page says more.
        notice.error(failureText(error))
        onBack()
      }
    })

  return (
    <EntryPanel form={form} onSubmit={submit}>
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
        <button type="button" className="sr-entry-link" onClick={onBack}>
          返回登录
        </button>
      </div>
      <EntrySubmit pending={form.pending} working="提交中…">
        设置密码并登录
      </EntrySubmit>
    </EntryPanel>
  )
}
