import { LoginForm } from '@showroom/contract/access/access.schema'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import type { ReactNode, RefObject } from 'react'
import { type DemoHelp, DemoAccounts } from './DemoAccounts'
import { EntryField, EntryPanel, EntryProblem, EntrySubmit, PasswordField } from './EntryField'
import { SmsCodeFields } from './SmsCodeFields'
import { signInByAccount } from './signIn'
import { useEntryForm, useKeptMobile } from './useEntryForm'
import { useSmsCode } from './useSmsCode'

/** The image code is only needed to send the SMS code; signing in does not require it again. */
const Login = LoginForm.omit({ answer: true })

interface AccountFormProps {
  /** Handles the new session; a refusal it throws is shown in the form. */
  onSignedIn: (answer: LoginAnswer) => void | Promise<void>
  demo?: DemoHelp | undefined
  /** An SMS code that is already known. */
  code?: string | undefined
  /** The typed number, kept on the way to a forgotten password and back. */
  mobile: RefObject<string>
  /** Shown beside the problem line: the link for a forgotten password. */
  children?: ReactNode
}

/** Sign-in form: mobile, password, image code, SMS code. */
export function AccountForm({
  onSignedIn,
  demo,
  code = '',
  mobile: sharedMobile,
  children,
}: AccountFormProps) {
  const form = useEntryForm({ mobile: sharedMobile.current, password: '', answer: '', smsCode: code })
  const sms = useSmsCode(form, 'login')
  useKeptMobile(form, sharedMobile)

  const submit = (): Promise<boolean> =>
    form.run(Login, async (login) => onSignedIn(await signInByAccount(login)))

  const useDemo = async (mobile: string, password: string): Promise<void> => {
    form.fill({ mobile, password })
    await sms.fillDemo(mobile)
    form.ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }

  return (
    <>
      <EntryPanel form={form} onSubmit={submit}>
        <EntryField field={form.bind('mobile')} label="手机号" type="tel" autoComplete="username" autoFocus />
        <PasswordField field={form.bind('password')} label="密码" autoComplete="current-password" />
        <SmsCodeFields form={form} sms={sms} />
        <div className="sr-entry-end">
          <EntryProblem text={form.problem} />
          {children}
        </div>
        <EntrySubmit pending={form.pending} working="登录中…">
          登录
        </EntrySubmit>
      </EntryPanel>
      {demo && <DemoAccounts demo={demo} onChoose={(mobile) => void useDemo(mobile, demo.password)} />}
    </>
  )
}
