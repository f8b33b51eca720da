import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isAsked } from '../asked'

/**
 * Ctrl+Enter saves what the page shows as chosen. Fields that open a list or a calendar take Enter for a choice, and with it the option
 * that happens to be highlighted. The window hears the key before they do: the field is left, as by the pointer that goes to the button,
 * and the form is sent afterwards.
 */

/** Fields that open a list or a calendar, and what they open. */
const boxes = '.ant-select, .ant-picker'
const popups = '.ant-select-dropdown, .ant-picker-dropdown'
const openCalendar = '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden, [class*="-leave"])'

/** A form that the key saves. Without `root` it takes the key from anywhere on the page. */
interface Sender {
  readonly root: RefObject<HTMLElement | null> | undefined
  readonly send: () => unknown
}

const senders = new Set<Sender>()

/** Ctrl+Enter inside `root` runs `send`; without `root` from anywhere, unless a dialog is open. */
export function useSendKey(send: () => unknown, root?: RefObject<HTMLElement | null>): void {
  const latest = useEffectEvent(send)
  useEffect(() => {
    const sender: Sender = { root, send: () => latest() }
    senders.add(sender)
    return () => void senders.delete(sender)
  }, [root])
}

function senderAt(place: Element | null): Sender | undefined {
  const all = [...senders]
  const around = all.find(({ root }) => root?.current?.contains(place))
  return around ?? (isAsked() ? undefined : all.find(({ root }) => !root))
}

/** The field with the keyboard, which may also be in what the field has opened. */
function boxInHand(): HTMLElement | null {
  const active = document.activeElement
  if (active?.closest(popups))
    return document.querySelector<HTMLElement>('.ant-picker-focused, .ant-select-focused')
  return active?.closest<HTMLElement>(boxes) ?? null
}

const isOpen = (box: Element): boolean =>
  box.matches('.ant-select-open') ||
  (box.matches('.ant-picker') && document.querySelector(openCalendar) !== null)

/** All words in a field, chosen or typed. */
const wordsOf = (box: Element): string =>
  `${box.textContent}${[...box.querySelectorAll('input')].map(({ value }) => value).join('')}`

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame)
/** A list closes within two. */
const mostFrames = 20

/** Takes the keyboard off the field, which closes its list and chooses nothing. */
export function leaveField(): void {
  if (boxInHand()) (document.activeElement as HTMLElement).blur()
}

/** Leaves the field and comes back to it with its list closed. False where other words are in it than before: a search that was dropped, say. */
async function closeList(box: HTMLElement): Promise<boolean> {
  const before = wordsOf(box)
  leaveField()
  for (let frames = 0; frames === 0 || (isOpen(box) && frames < mostFrames); frames++) await nextFrame()
  if (box.isConnected && document.activeElement === document.body)
    box.querySelector('input')?.focus({ preventScroll: true })
  return wordsOf(box) === before
}

const stop = (event: Event): void => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The key pressed again within that time, and nothing else in between, is one that was pressed twice. */
const twiceMs = 500
let sentAt = 0

/** One press closes the list and sends, unless closing has changed what is in the field: that is to be seen first. */
async function sendFrom(event: KeyboardEvent): Promise<void> {
  const box = boxInHand()
  const sender = senderAt(box ?? (event.target as Element | null))
  if (!sender && !(box && isOpen(box))) return
  stop(event)
  if (event.repeat || Date.now() - sentAt < twiceMs) return
  sentAt = Date.now()
  const isAsShown = !box || (await closeList(box))
  if (!isAsShown) sentAt = 0
  else if (sender && senders.has(sender)) sender.send()
}

/** The field whose highlighted option is meant: its list was opened by a key, or somebody has moved or typed in it. */
let meant: Element | null = null
const moves = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/** Enter, and Tab as well, take the highlighted option where it is meant; else Enter closes the list and Tab goes on. */
function choose(event: KeyboardEvent): void {
  const box = boxInHand()
  if (!box?.matches('.ant-select')) return
  const isList = isOpen(box)
  if (moves.has(event.key) || (!isList && (event.key === 'Enter' || event.key === ' '))) meant = box
  else if (isList && (event.key === 'Enter' || event.key === 'Tab')) {
    if (meant !== box) {
      if (event.key === 'Tab') return event.stopImmediatePropagation()
      stop(event)
      void closeList(box)
    }
    meant = null
  }
}

/** While a word is being spelt, keys belong to the input method. Safari ends the composition before its Enter, and says so by the code alone. */
const isSpelling = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else says so there
  event.isComposing || event.keyCode === 229

const modifiers = new Set(['Control', 'Meta', 'Shift', 'Alt'])

function pressed(event: KeyboardEvent): void {
  if (isSpelling(event) || modifiers.has(event.key)) return
  const isEnter = event.key === 'Enter'
  if (isEnter && (event.ctrlKey || event.metaKey)) return void sendFrom(event)
  sentAt = 0
  // A key that is held down acts once; in a text it makes lines.
  if (isEnter && event.repeat && !(event.target instanceof HTMLTextAreaElement)) stop(event)
  else choose(event)
}

function typed({ target }: Event): void {
  if (target instanceof Element) meant = target.closest(boxes)
}

function pointed(): void {
  meant = null
  sentAt = 0
}

/** Hears the keys of the whole page; gives back how to stop. */
export function watchKeys(): () => void {
  const ended = new AbortController()
  const ahead = { capture: true, signal: ended.signal }
  addEventListener('keydown', pressed, ahead)
  addEventListener('input', typed, ahead)
  addEventListener('pointerdown', pointed, ahead)
  return () => ended.abort()
}
