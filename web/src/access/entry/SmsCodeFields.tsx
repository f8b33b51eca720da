import { signInOptions } from '@showroom/contract/access/access.api'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query'
import { EntryField } from './EntryField'
import type { EntryForm } from './useEntryForm'
import type { SmsCode, SmsFields } from './useSmsCode'
import { safeAddress } from '../../ui/address'

/**
 * The image code and the SMS code, shared by sign-in and password reset; the authenticator's code where no SMS is sent. Until the server says
 * which, their place stays empty.
 */
export function SmsCodeFields({ form, sms }: { form: EntryForm<SmsFields>; sms: SmsCode }) {
  const { captcha, demoCode, purpose } = sms
  const { data: options, isPending } = useQuery({ ...queryOf(signInOptions, {}), staleTime: Infinity })
  const demoAnswer = sms.spent ? undefined : captcha.data?.demoAnswer
  if (options?.usesAuthenticator)
    return (
      <EntryField
        field={form.bind('smsCode')}
        label={purpose === 'password' ? '恢复码或邀请码' : '验证码'}
        autoComplete="one-time-code"
        hint={purpose !== 'password' && '验证器应用显示的 6 位数字'}
      />
    )
  return (
    <div className={isPending ? 'sr-entry-awaited' : ''} aria-busy={isPending}>
      <EntryField
        field={form.bind('answer')}
        label="图片验证码"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        readOnly={sms.spent}
        hint={demoAnswer && <DemoHint text={demoAnswer} onFill={() => form.fill({ answer: demoAnswer })} />}
        beside={<CaptchaImage sms={sms} />}
      />
      <EntryField
        field={form.bind('smsCode')}
        label="短信验证码"
        autoComplete="one-time-code"
        inputMode="numeric"
        hint={
          <>
            {demoCode && <DemoHint text={demoCode} onFill={() => form.fill({ smsCode: demoCode })} />}
            <span role="status" className="sr-entry-told">
              {sms.note}
            </span>
          </>
        }
        beside={
          <button
            type="button"
            className="sr-button sr-entry-beside"
            aria-disabled={sms.secondsLeft > 0}
            onClick={() => void sms.send()}
          >
            {sms.secondsLeft > 0 ? `${sms.secondsLeft} 秒后重发` : '获取验证码'}
          </button>
        }
      />
    </div>
  )
}

function CaptchaImage({ sms }: { sms: SmsCode }) {
  const { captcha, spent } = sms
  return (
    <button
      type="button"
      className="sr-entry-beside sr-entry-captcha"
      aria-label={spent ? '图片验证码已使用' : '换一张图片验证码'}
      title={spent ? undefined : '看不清？点击换一张'}
      aria-disabled={spent}
      data-stale={captcha.isPlaceholderData || captcha.isFetching}
      onClick={() => !spent && sms.renew()}
    >
      {captcha.data ? (
        <img src={safeAddress(captcha.data.image)} width={120} height={40} alt="" />
      ) : (
        <span>{captcha.isError ? '加载失败，重试' : ''}</span>
      )}
    </button>
  )
}

/** Demo mode shows the codes that are otherwise only in the image or on the phone. */
function DemoHint({ text, onFill }: { text: string; onFill: () => void }) {
  return (
    <span className="sr-entry-demo-hint">
      演示：<b>{text}</b>
      <button type="button" className="sr-entry-link" onClick={onFill}>
        填入
      </button>
    </span>
  )
}
