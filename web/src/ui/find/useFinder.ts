import {
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { keywordOf } from '../found'

/**
 * The one search by typing: the palette, the arrivals at the desk and the customer of an order share it. Hits keep the
 * order of the server, the arrow keys move through them, and Enter takes the marked hit, at first the first one.
 */

/** Too short to be noticed; long enough to request a number typed in one go only once. */
const typingPauseMs = 120

interface Typed {
  readonly text: string
  /** The text as requests carry it. */
  readonly word: string
  /** The requested word: the typed one after a pause, or at once. */
  readonly key: string
  readonly type: (text: string, composing: boolean) => void
  readonly ask: () => void
}

export function useTyped(initial = ''): Typed {
  const [text, setText] = useState(initial)
  const [key, setKey] = useState(keywordOf(initial))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const askFor = (typed: string): void => {
    clearTimeout(timer.current)
    setKey(keywordOf(typed))
  }
  return {
    text,
    word: keywordOf(text),
    key,
    type: (typed, composing) => {
      setText(typed)
      clearTimeout(timer.current)
      if (!composing) timer.current = setTimeout(askFor, typed === '' ? 0 : typingPauseMs, typed)
    },
    ask: () => askFor(text),
  }
}

interface Hits<Hit> {
  /** Hits for `key`, best first. */
  readonly hits: readonly Hit[]
  /** Whether `hits` are those of `key`, and not of the key before. */
  readonly isKnown: boolean
  readonly onTake: (hit: Hit) => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Whether an input method consumes the key. Safari ends the composition before its Enter, which only the key code
 * reveals.
 */
const isComposed = ({ nativeEvent }: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- no other property shows it there
  nativeEvent.isComposing || nativeEvent.keyCode === 229

/** The marked hit, and the props of the input. An Enter before the response waits for that of the last typed word. */
export function useHits<Hit extends { readonly key: string }>(
  typed: Typed,
  { hits, isKnown, onTake }: Hits<Hit>,
) {
  const [activeKey, setActiveKey] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const active = hits.find(({ key }) => key === activeKey) ?? hits[0]
  const isSettled = typed.word === typed.key && isKnown
  const isDue = isWaiting && isSettled
  const take = useRef<() => void>(undefined)
  useEffect(() => {
    take.current = () => {
      setWaiting(false)
      if (active) onTake(active)
    }
  })
  useEffect(() => {
    if (isDue) take.current?.()
  }, [isDue])
  const type = (text: string, composing: boolean): void => {
    typed.type(text, composing)
    setActiveKey('')
    setWaiting(false)
  }
  const move = (step: number): void => {
    const at = active ? hits.indexOf(active) : -1
    setActiveKey(hits[(at + step + hits.length) % hits.length]?.key ?? '')
  }
  const enter = (): void => {
    if (isSettled) take.current?.()
    else {
      typed.ask()
      setWaiting(true)
    }
  }
  return {
    active,
    isSettled,
    point: setActiveKey,
    field: {
      value: typed.text,
      onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void =>
        type(target.value, (nativeEvent as InputEvent).isComposing),
      onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>): void =>
        type(currentTarget.value, false),
      onKeyDown: (event: KeyboardEvent): void => {
        if (isComposed(event)) return
        const step = steps[event.key]
        if (step) move(step)
        else if (event.key === 'Enter') enter()
        else return
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
