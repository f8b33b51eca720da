import { Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { failureText, isRefusal, isUnreachable } from '../failure'
import { randomId } from '../../api/randomId'
import { notice } from '../notice'
import { markUnsaved } from '../unsaved'
import { createChecks, requestOf } from './checks'
import { createDraftSlot, type DraftSlot } from './draft/slot'
import type { DraftOptions } from './draft/types'
import type { Engine, FormParts, FormProblem, SchemaFormApi, SchemaFormOptions, SubmitOptions } from './types'

export type { FormProblem, SchemaFormApi } from './types'

/** Default lock against double clicks. */
export const usualLockMs = 1500

/**
 * A form for one mutation and its schema. The whole schema runs for each field and the field shows its first issue: on
 * blur after a change, while it is being corrected, and on submit.
 */
export function useSchemaForm<Values extends object, Schema extends z.ZodType, Answer>(
  options: SchemaFormOptions<Values, Schema, Answer>,
): SchemaFormApi<Values> {
  const [form] = Form.useForm<Values>()
  const [initial] = useState(options.initial)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<FormProblem>()
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [engine] = useState(() => createEngine({ form, latest, root, setPending, setProblem }))
  useEffect(() => engine.enter(), [engine])
  return { form, initial, pending, problem, ...engine }
}

/** Whether the mutation waits on the device for the network (api/device/waiting.ts). */
const isSavedOnDevice = (error: unknown): boolean => error instanceof Error && error.name === 'SavedOnDevice'

const savedOnDeviceText = '网络已断开，已存在本机，恢复后自动提交'

/** Events by which a pointer changes a field. */
const presses = ['pointerdown', 'mousedown', 'click'] as const

/**
 * Blocks input while a request is pending, since later input would not be part of it. Returns a function that ends it.
 * (After a while the form also becomes inert, see SchemaForm.)
 */
function wait({
  root: { current: root },
  setPending,
}: Pick<Engine<object, z.ZodType, unknown>, 'root' | 'setPending'>): () => void {
  const focused = document.activeElement
  const inside = focused instanceof HTMLElement && root?.contains(focused) ? focused : undefined
  const ended = new AbortController()
  const hold = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  for (const press of presses) root?.addEventListener(press, hold, { capture: true, signal: ended.signal })
  // Runs before the blur: a focus-trapping dialog would otherwise return the focus to the field.
  const field = inside?.closest<HTMLElement>('[data-field]')
  field?.toggleAttribute('inert', true)
  inside?.blur()
  setPending(true)
  return () => {
    ended.abort()
    field?.toggleAttribute('inert', false)
    flushSync(() => setPending(false))
    // Only if nothing else has taken the focus meanwhile.
    if (!inside || document.activeElement !== document.body) return
    // A button that goes with the changes leaves the keyboard to its form.
    if (!inside.isConnected) root?.setAttribute('tabindex', '-1')
    ;(inside.isConnected ? inside : root)?.focus({ preventScroll: true })
  }
}

/** The draft's `extra` option, always read from the latest options. */
function besideOf<Values extends object, Schema extends z.ZodType, Answer>(
  latest: Engine<Values, Schema, Answer>['latest'],
): Pick<DraftOptions, 'extra'> {
  if (!latest.current.draft?.extra) return {}
  const now = () => latest.current.draft?.extra
  return { extra: { read: () => now()?.read(), restore: (value) => now()?.restore(value) } }
}

/** Tracks whether the form has unsaved input, and owns its draft. */
function createInput(form: FormInstance) {
  let release: (() => void) | undefined
  const isDirty = (): boolean => release !== undefined
  const markDirty = (dirty: boolean): void => {
    if (dirty) release ??= markUnsaved(draft)
    else {
      release?.()
      release = undefined
    }
  }
  const draft = createDraftSlot({ form, isDirty, markDirty })
  return { isDirty, markDirty, draft }
}

/** The problem of a form without a decision of the server. */
function problemOf(error: unknown, failureOf?: (error: unknown) => string | undefined): FormProblem {
  const isAway = isUnreachable(error)
  const text = isAway ? undefined : failureOf?.(error)
  if (!text && !isAway) reportError(error)
  return {
    title: text ?? failureText(error),
    ...(!text && {
      description: `${isAway ? '网络或服务暂时不可用，' : ''}填写的内容仍在，可稍后直接重试。`,
    }),
  }
}

/** The form's part of a request that waits for the network. */
function waitsOf<Values extends object, Schema extends z.ZodType, Answer>(
  { form, latest }: Engine<Values, Schema, Answer>,
  draft: DraftSlot,
): SubmitOptions['waits'] {
  const { waits } = latest.current
  return waits && (() => ({ about: waits(form.getFieldsValue(true) as Values), draft: draft.snapshot() }))
}

function createEngine<Values extends object, Schema extends z.ZodType, Answer>(
  engine: Engine<Values, Schema, Answer>,
) {
  const { form, latest, setProblem } = engine
  const { valid, showRefusal, ...checks } = createChecks(engine)
  const { isDirty, markDirty, draft } = createInput(form as FormInstance)
  /** Ends the wait for the response. */
  let resume = (): void => undefined
  let running = false
  let sentAt = Number.NEGATIVE_INFINITY
  let key = randomId()

  const discard = (): void => {
    key = randomId()
    markDirty(false)
    draft.end()
  }

  const refused = async (error: unknown): Promise<void> => {
    if (isRefusal(error)) {
      // A corrected form is a new request, so it gets a new idempotency key.
      if (error.status !== '-100') key = randomId()
      const handled = await latest.current.onRefused?.(error)
      resume()
      if (typeof handled === 'object') setProblem(handled)
      else if (!handled) showRefusal(error)
      return
    }
    // No decision was made: a retry is not a double click and reuses the idempotency key.
    sentAt = Number.NEGATIVE_INFINITY
    setProblem(problemOf(error, latest.current.failureOf))
  }

  const submit = async (): Promise<boolean> => {
    if (
      running ||
      draft.read()?.kind === 'viewed' ||
      performance.now() - sentAt < (latest.current.lockMs ?? usualLockMs)
    )
      return false
    running = true
    setProblem(undefined)
    try {
      if (!(await valid())) return false
      if ((await latest.current.confirm?.(form.getFieldsValue(true) as Values)) === false) return false
      sentAt = performance.now()
      resume = wait(engine)
      const request = requestOf(form, latest.current) as z.input<Schema>
      const answer = await latest.current.send(request, {
        idempotencyKey: key,
        waits: waitsOf(engine, draft),
      })
      discard()
      latest.current.onDone?.(answer)
      return true
    } catch (error) {
      const isSaved = isSavedOnDevice(error)
      if (!isSaved) await refused(error)
      else {
        discard()
        ;(latest.current.onWaiting ?? notice.info)(savedOnDeviceText)
      }
      return isSaved
    } finally {
      running = false
      resume()
    }
  }

  const parts: FormParts = {
    ...checks,
    changed: (changed) => {
      markDirty(true)
      draft.changed(changed)
      checks.changed(changed)
    },
  }
  /** Starts the draft when the form appears; the result ends it. */
  const enter = (): (() => void) => {
    const { draft: options, initial } = latest.current
    const stop = options && draft.open({ ...options, ...besideOf(latest) }, initial)
    return () => {
      stop?.()
      markDirty(false)
    }
  }
  return { submit, discard, isDirty, parts, draft, enter }
}
