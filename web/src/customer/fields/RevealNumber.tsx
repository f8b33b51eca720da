import { CheckOutlined, CopyOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { copy } from '../../ui/copy'
import type { Reveal } from './useReveal'
import { Tip, TipButton } from '../../ui/Tip'
import './reveal.css'

interface RevealNumberProps<Clear extends object> {
  /** Name for the buttons' labels: 手机号. */
  name: string
  masked: string
  reveal: Reveal<Clear>
  /** Picks this number from the revealed ones. */
  pick: (clear: Clear) => string
  /** A phone number, shown as a call link while revealed. */
  tel?: boolean
  /** Shows the error of a refused reveal. Set it on only one of several numbers side by side. */
  showProblem?: boolean
}

/** A masked number with a reveal button. Shown for 30 seconds with buttons to copy and, for phone numbers, to call; then masked again. */
export function RevealNumber<Clear extends object>({
  name,
  masked,
  reveal,
  pick,
  tel,
  showProblem = true,
}: RevealNumberProps<Clear>) {
  if (!reveal.isOffered) return <span className="sr-number">{masked}</span>
  const clear = reveal.clear && (pick(reveal.clear) || masked)
  return (
    <span className="sr-c-reveal">
      <span className="sr-c-reveal-line">
        {clear && tel ? (
          <a className="sr-number" href={`tel:${clear.replaceAll(/[\s-]/g, '')}`}>
            {clear}
          </a>
        ) : (
          <span className="sr-number">{clear ?? masked}</span>
        )}
        {clear && <CopyButton name={name} text={clear} />}
        <TipButton
          tip={clear ? `${reveal.secondsLeft}秒后隐藏` : `查看完整${name}（留痕）`}
          type="text"
          size="small"
          className="sr-c-icon-button"
          icon={clear ? <EyeInvisibleOutlined /> : <EyeOutlined />}
          loading={reveal.pending}
          aria-label={clear ? `隐藏${name}` : `查看完整${name}`}
          aria-pressed={Boolean(clear)}
          onClick={() => (clear ? reveal.hide() : void reveal.show())}
        />
      </span>
      {showProblem && reveal.problem && (
        <span className="sr-c-reveal-problem" role="alert">
          {reveal.problem}
        </span>
      )}
    </span>
  )
}

const doneMs = 2000

function CopyButton({ name, text }: { name: string; text: string }) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return undefined
    const timer = setTimeout(() => setState('idle'), doneMs)
    return () => clearTimeout(timer)
  }, [state])
  const label = state === 'done' ? '已复制' : state === 'failed' ? '复制失败，请手动选择' : `复制${name}`
  return (
    <Tip text={label} open={state !== 'idle'}>
      <Button
        type="text"
        size="small"
        className="sr-c-icon-button"
        icon={state === 'done' ? <CheckOutlined /> : <CopyOutlined />}
        aria-label={label}
        onClick={() => void copy(text).then((done) => setState(done ? 'done' : 'failed'))}
      />
    </Tip>
  )
}
