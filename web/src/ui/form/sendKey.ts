import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isAsked } from '../asked'
import { clearList, keepTab } from './tabKey'

/**
 * Handles Ctrl+Enter, which saves the values the page shows. Fields with a list or a calendar take Enter as a choice of
 * the highlighted option. So a listener on the window runs first: it blurs the field, like a click on the button would,
 * and submits the form afterwards.
 */

/** Fields that open a list or a calendar, and their popups. */
const boxes = '.ant-select, .ant-picker'
const popups = '.ant-select-dropdown, .ant-picker-dropdown'
const openCalendar = '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden, [class*="-leave"])'

/** A form that Ctrl+Enter submits; without `root` the key works anywhere on the page. */
interface Sender {
  readonly root: RefObject<HTMLElement | null> | undefined
  readonly send: () => unknown
}

const senders = new Set<Sender>()

/** Runs `send` on Ctrl+Enter inside `root`; without `root` anywhere on the page, unless a dialog is open. */
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

/** The select or picker with the focus; the focus may also be in its popup. */
function boxInHand(): HTMLElement | null {
  const active = document.activeElement
  if (active?.closest(popups))
    return document.querySelector<HTMLElement>('.ant-picker-focused, .ant-select-focused')
  return active?.closest<HTMLElement>(boxes) ?? null
}

const isOpen = (box: Element): boolean =>
  box.matches('.ant-select-open') ||
  (box.matches('.ant-picker') && document.querySelector(openCalendar) !== null)

/** All text in a field, chosen or typed. */
const wordsOf = (box: Element): string =>
  `${box.textContent}${[...box.querySelectorAll('input')].map(({ value }) => value).join('')}`

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame)
/** The most frames to wait for a list to close; it usually closes within two. */
const mostFrames = 20

/** Blurs the field, which closes its list without choosing an option. */
export function leaveField(): void {
  if (boxInHand()) (document.activeElement as HTMLElement).blur()
}

/**
 * Blurs the field and focuses it again with its list closed. Returns whether its text is still the same; a search text,
 * for example, is dropped.
 */
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

/** A second press within this time, with no other input in between, counts as a double press. */
const twiceMs = 500
let sentAt = Number.NEGATIVE_INFINITY

/** Closes the list and submits with one press, unless closing has changed the field's text: the user should see that first. */
async function sendFrom(event: KeyboardEvent): Promise<void> {
  const box = boxInHand()
  const sender = senderAt(box ?? (event.target as Element | null))
  if (!sender && !(box && isOpen(box))) return
  stop(event)
  if (event.repeat || performance.now() - sentAt < twiceMs) return
  sentAt = performance.now()
  const isAsShown = !box || (await closeList(box))
  if (!isAsShown) sentAt = Number.NEGATIVE_INFINITY
  else if (sender && senders.has(sender)) sender.send()
}

/** The field whose highlighted option was chosen on purpose: its list was opened by a key, or the user has moved or typed in it. */
let focused: Element | null = null
const moves = /^(?:Arrow|Page|Home|End)/

/** Enter and Tab choose the highlighted option only if it is intended. Otherwise Enter closes the list and Tab moves on. */
function choose(event: KeyboardEvent): void {
  const box = boxInHand()
  if (!box?.matches('.ant-select')) return
  const isList = isOpen(box)
  if (moves.test(event.key) || (!isList && (event.key === 'Enter' || event.key === ' '))) focused = box
  else if (isList && (event.key === 'Enter' || event.key === 'Tab')) {
    if (focused !== box) {
      if (event.key === 'Tab') return event.stopImmediatePropagation()
      stop(event)
      void closeList(box)
    }
    focused = null
  }
}

/**
 * Whether an input method is composing: keys belong to it then. Safari ends the composition before its Enter, which
 * only the key code shows.
 */
const isSpelling = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- the only sign of an input method in some browsers
  event.isComposing || event.keyCode === 229

const modifiers = /^(?:Control|Meta|Shift|Alt)/

function pressed(event: KeyboardEvent): void {
  if (isSpelling(event) || modifiers.test(event.key)) return
  const isEnter = event.key === 'Enter'
  if (isEnter && (event.ctrlKey || event.metaKey)) return void sendFrom(event)
  sentAt = Number.NEGATIVE_INFINITY
  // A key that is held down acts once, except in a textarea, where it adds lines.
  if (isEnter && event.repeat && !(event.target instanceof HTMLTextAreaElement)) stop(event)
  else if (event.key === 'Delete' && clearList(boxInHand())) stop(event)
  else choose(event)
  if (event.key === 'Tab') keepTab(event)
}

function typed({ target }: Event): void {
  // An input method, dictation or pasting changes text without a key press.
  sentAt = Number.NEGATIVE_INFINITY
  if (target instanceof Element) focused = target.closest(boxes)
}

function pointed(): void {
  focused = null
  sentAt = Number.NEGATIVE_INFINITY
}

/** Listens to the keys of the whole page; returns a function that stops it. */
export function watchKeys(): () => void {
  const ended = new AbortController()
  const ahead = { capture: true, signal: ended.signal }
  addEventListener('keydown', pressed, ahead)
  addEventListener('input', typed, ahead)
  addEventListener('pointerdown', pointed, ahead)
  return () => ended.abort()
}
