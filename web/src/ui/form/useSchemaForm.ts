import { Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { failureText, isRefusal, isUnreachable } from '../failure'
import { randomId } from '../../api/randomId'
import { markUnsaved } from '../unsaved'
import { createChecks, requestOf } from './checks'
import { createDraftSlot } from './draft/slot'
import type { DraftOptions } from './draft/types'
import type { Engine, FormParts, FormProblem, SchemaFormApi, SchemaFormOptions } from './types'

export type { FormProblem, SchemaFormApi } from './types'

/** Against double clicks. */
export const usualLockMs = 1500

/**
 * One operation, one schema, one form. The whole schema runs for each field's rule and the field's first issue is shown:
 * when it is left after a change, while it is being corrected, and on submit.
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

/** How a pointer changes a field. */
const presses = ['pointerdown', 'mousedown', 'click'] as const

/**
 * While an answer is waited for nothing can be entered: it would not be among what was sent. Gives back how to end it. (Where it takes long
 * the form is inert besides.)
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
  // Before it is left: a dialog that keeps the keyboard would give it back to the field.
  const field = inside?.closest<HTMLElement>('[data-field]')
  field?.toggleAttribute('inert', true)
  inside?.blur()
  setPending(true)
  return () => {
    ended.abort()
    field?.toggleAttribute('inert', false)
    flushSync(() => setPending(false))
    // Nobody else has taken the keyboard meanwhile.
    if (inside?.isConnected && document.activeElement === document.body) inside.focus({ preventScroll: true })
  }
}

/** What stands beside the fields, as it stands when it is asked for. */
function besideOf<Values extends object, Schema extends z.ZodType, Answer>(
  latest: Engine<Values, Schema, Answer>['latest'],
): Pick<DraftOptions, 'beside'> {
  if (!latest.current.draft?.beside) return {}
  const now = () => latest.current.draft?.beside
  return { beside: { read: () => now()?.read(), restore: (value) => now()?.restore(value) } }
}

/** Whether the form holds input that is not saved, and the draft of it. */
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

function createEngine<Values extends object, Schema extends z.ZodType, Answer>(
  engine: Engine<Values, Schema, Answer>,
) {
  const { form, latest, setProblem } = engine
  const { valid, showRefusal, ...checks } = createChecks(engine)
  const { isDirty, markDirty, draft } = createInput(form as FormInstance)
  /** Ends the wait for an answer. */
  let resume = (): void => undefined
  let running = false
  let sentAt = 0
  let key = randomId()

  const discard = (): void => {
    markDirty(false)
    draft.end()
  }

  const refused = async (error: unknown): Promise<void> => {
    if (isRefusal(error)) {
      // A corrected body is another one: it goes under a key of its own.
      if (error.status !== '-100') key = randomId()
      const told = await latest.current.onRefused?.(error)
      resume()
      if (typeof told === 'object') setProblem(told)
      else if (!told) showRefusal(error)
      return
    }
    // Nothing was decided: a repeat is no double click, and goes under the same key.
    sentAt = 0
    const isAway = isUnreachable(error)
    const text = isAway ? undefined : latest.current.failureOf?.(error)
    setProblem({
      title: text ?? failureText(error),
      ...(!text && {
        description: `${isAway ? '网络或服务暂时不可用，' : ''}填写的内容仍在，可稍后直接重试。`,
      }),
    })
    if (!text && !isAway) reportError(error)
  }

  const submit = async (): Promise<boolean> => {
    if (
      running ||
      draft.read()?.kind === 'viewed' ||
      Date.now() - sentAt < (latest.current.lockMs ?? usualLockMs)
    )
      return false
    running = true
    setProblem(undefined)
    try {
      if (!(await valid())) return false
      if ((await latest.current.confirm?.(form.getFieldsValue(true) as Values)) === false) return false
      sentAt = Date.now()
      resume = wait(engine)
      const request = requestOf(form, latest.current) as z.input<Schema>
      const answer = await latest.current.send(request, { idempotencyKey: key })
      key = randomId()
      discard()
      latest.current.onDone?.(answer)
      return true
    } catch (error) {
      await refused(error)
      return false
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
  /** From now on it is on screen; the result ends it. */
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
