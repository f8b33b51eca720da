import { QRCodeSVG } from '@rc-component/qrcode'
import { enrolAuthenticator } from '@showroom/contract/access/access.api'
import { EnrolAuthenticator } from '@showroom/contract/access/access.schema'
import type { Enrolment } from '@showroom/contract/access/access.schema'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { EntryField, EntryPanel, EntryProblem, EntrySubmit } from '../entry/EntryField'
import { useEntryForm } from '../entry/useEntryForm'
import { RecoveryCodes } from './RecoveryCodes'

const FirstCode = EnrolAuthenticator.pick({ smsCode: true })

interface EnrolPanelProps {
  enrolment: Enrolment
  /** Called once the authenticator counts, with a code for the sign-in that follows. */
  onEnrolled: (smsCode: string) => void | Promise<void>
  doneText: string
  /** Called when the recovery codes are kept. */
  onDone: () => void
}

/** Enrols an authenticator: its QR code or secret, the first code, then the recovery codes. Loads no component library. */
export function EnrolPanel({ enrolment, onEnrolled, doneText, onDone }: EnrolPanelProps) {
  const { ticket, secret, uri } = enrolment
  const form = useEntryForm({ smsCode: '' })
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} doneText={doneText} onDone={onDone} />
  const submit = (): Promise<boolean> =>
    form.run(FirstCode, async ({ smsCode }) => {
      const answer = await callApi(enrolAuthenticator, { ticket, smsCode })
      await onEnrolled(answer.smsCode)
      setCodes(answer.recoveryCodes)
    })
  return (
    <EntryPanel form={form} className="sr-enrol" onSubmit={submit}>
      <p>用手机上的验证器应用（如微软身份验证器、谷歌身份验证器）扫码，以后登录时输入它显示的数字。</p>
      <div className="sr-enrol-secret">
        <QRCodeSVG value={uri} size={176} marginSize={4} role="img" aria-label="验证器二维码" />
        <div>
          <span className="sr-quiet">不能扫码时，在应用中手动输入密钥</span>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
      </div>
      <EntryField
        field={form.bind('smsCode')}
        label="验证器显示的验证码"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        data-first
      />
      <EntryProblem text={form.problem} />
      <EntrySubmit pending={form.pending} working="绑定中…">
        绑定验证器
      </EntrySubmit>
    </EntryPanel>
  )
}
