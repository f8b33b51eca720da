import { BindForm, type LoginAnswer } from '@showroom/contract/access/access.schema'
import { Link } from '@tanstack/react-router'
import { EntryField, EntryPanel, EntryProblem, EntrySubmit } from '../entry/EntryField'
import { EntryPage } from '../entry/EntryPage'
import { SmsCodeFields } from '../entry/SmsCodeFields'
import { bindAndSignIn } from '../entry/signIn'
import { useEntryForm } from '../entry/useEntryForm'
import { useSmsCode } from '../entry/useSmsCode'
import { isInsideWecom } from '../../frame/wecom'

/** The image code is only needed to send the SMS code. */
const Bind = BindForm.omit({ answer: true })

/** Binds the scanning WeCom user to the member with this mobile, on the first scan. */
export function BindPanel({
  ticket,
  onSignedIn,
}: {
  ticket: string
  onSignedIn: (answer: LoginAnswer) => void
}) {
  const form = useEntryForm({ mobile: '', answer: '', smsCode: '' })
  const sms = useSmsCode(form, 'bind')
  return (
    <EntryPage>
      <h1 className="sr-entry-title">绑定手机号</h1>
      <p className="sr-entry-lead">
        {isInsideWecom()
          ? '首次从企业微信进入，请验证您在门店登记的手机号；以后打开即可直接登录。'
          : '首次扫码登录，请验证您在门店登记的手机号；以后扫码即可直接登录。'}
      </p>
      <EntryPanel
        form={form}
        onSubmit={() =>
          form.run(Bind, async (bound) => onSignedIn(await bindAndSignIn({ ticket, ...bound })))
        }
      >
        <EntryField field={form.bind('mobile')} label="手机号" type="tel" autoComplete="username" autoFocus />
        <SmsCodeFields form={form} sms={sms} />
        <div className="sr-entry-end">
          <EntryProblem text={form.problem} />
          <Link to="/login" replace className="sr-entry-link">
            返回登录
          </Link>
        </div>
        <EntrySubmit pending={form.pending} working="绑定中…">
          绑定并登录
        </EntrySubmit>
      </EntryPanel>
    </EntryPage>
  )
}
