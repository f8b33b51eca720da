import type { ReactNode } from 'react'
import { TipButton } from '../Tip'

interface QueueStepProps {
  name: string
  keys: string
  icon: ReactNode
  /** Undefined at the end of the queue. */
  go: (() => void) | undefined
}

/** A button of a queue with its keys: the one before, the next one, or the end. */
export const QueueStep = ({ name, keys, icon, go }: QueueStepProps) => (
  <TipButton
    tip={`${name}（${keys}）`}
    type="text"
    icon={icon}
    aria-label={name}
    isBarred={!go}
    onClick={() => go?.()}
  />
)
