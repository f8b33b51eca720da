import { useState } from 'react'
import { copy } from '../../ui/copy'
import './authenticator.css'

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({
  codes,
  doneText,
  onDone,
}: {
  codes: readonly string[]
  doneText: string
  onDone: () => void
}) {
  const [note, setNote] = useState('')
  const copyAll = async (): Promise<void> =>
    setNote((await copy(codes.join('\n'))) ? '已复制' : '复制失败，请手动选择并复制')
  return (
    <section className="sr-recovery" aria-label="恢复码">
      <p>
        手机丢失或忘记密码时，用恢复码代替验证码。每个只能用一次，只显示这一次，请抄写、打印或存入密码管理器。
      </p>
      <ol className="sr-recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="sr-recovery-acts">
        <button type="button" className="sr-button" onClick={() => void copyAll()}>
          复制
        </button>
        <button type="button" className="sr-button" onClick={() => print()}>
          打印
        </button>
        <span role="status">{note}</span>
      </p>
      <button
        type="button"
        className="sr-button sr-button-primary sr-entry-submit"
        data-first
        onClick={onDone}
      >
        {doneText}
      </button>
    </section>
  )
}
