import type { FieldError } from '@showroom/contract/kernel/errors'
import { Form, type FormInstance, type FormRule } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { isRefusal, isUnreachable, type RefusalShape } from '../failure'
import { markUnsaved } from '../unsaved'
import { createChecks, requestOf } from './checks'

export interface SubmitOptions {
  readonly idempotencyKey: string
}

export interface SchemaFormOptions<Values extends object, Schema extends z.ZodType, Answer> {
  /** The request's schema of the contract: the only source of rules and their texts. */
  schema: Schema
  initial: Partial<Values>
  /** What goes over the wire, from what the form holds. Left out: the same. Must take half-filled values. */
  toRequest?: (values: Values) => object
  /** Wire fields shown by a form field of another name, e.g. `{ buyProvince: 'region' }`. */
  fieldOf?: Readonly<Record<string, string>>
  /**
   * Problems the schema cannot know, such as those that depend on the clock. Paths are form fields. They go before the
   * schema's, because they know more: "still uploading" says more than "missing".
   */
  moreProblems?: (values: Values) => readonly FieldError[]
  /** Sends it, normally `(request, options) => callApi(call, request, options)`. */
  send: (request: z.input<Schema>, options: SubmitOptions) => Promise<Answer>
  onDone?: (answer: Answer) => void
  /**
   * The form stays filled. Give true when the refusal is shown elsewhere (a dialog of its own), or what to tell for the whole
   * form; a promise keeps the form waiting meanwhile.
   */
  onRefused?: (refusal: RefusalShape) => boolean | FormProblem | Promise<boolean | FormProblem>
  /** Milliseconds in which a second submit is taken for a double click. */
  lockMs?: number
}

export interface FormProblem {
  readonly title: string
  readonly description?: string
}

/** A form tied to a schema. Hand it to `<SchemaForm form>` or `<FormDialog form>`. */
export interface SchemaFormApi<Values extends object = object> {
  /** antd's own, for setFieldsValue and the like. */
  readonly form: FormInstance<Values>
  /** The values it opened with; later ones go in by `form.setFieldsValue`. */
  readonly initial: Partial<Values>
  readonly pending: boolean
  /** What is wrong with the whole, beside the fields. */
  readonly problem: FormProblem | undefined
  /** Validates and sends; true when it went through. Safe against double clicks. */
  submit(this: void): Promise<boolean>
  isDirty(this: void): boolean
  /** Forgets the input: nothing asks any more. */
  discard(this: void): void
  readonly parts: FormParts
}

/** What `<SchemaForm>` and `<Field>` hang on. Stable over the form's life, so no key stroke re-renders the form. */
export interface FormParts {
  readonly rules: FormRule[]
  readonly root: RefObject<HTMLDivElement | null>
  changed(this: void, changed: object): void
  left(this: void, path: string): void
}

const usualLockMs = 1500

export function newIdempotencyKey(): string {
  // randomUUID exists in secure contexts only, and stores open the product over plain http in their own network.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

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
  useEffect(() => engine.discard, [engine])
  return { form, initial, pending, problem, ...engine }
}

export interface Engine<Values extends object, Schema extends z.ZodType, Answer> {
  form: FormInstance<Values>
  latest: RefObject<SchemaFormOptions<Values, Schema, Answer>>
  root: RefObject<HTMLDivElement | null>
  setPending: (pending: boolean) => void
  setProblem: (problem: FormProblem | undefined) => void
}

function createEngine<Values extends object, Schema extends z.ZodType, Answer>(
  engine: Engine<Values, Schema, Answer>,
) {
  const { form, latest, setPending, setProblem } = engine
  const { valid, showRefusal, ...checks } = createChecks(engine)
  let release: (() => void) | undefined
  let running = false
  let sentAt = 0
  let key = newIdempotencyKey()

  const discard = (): void => {
    release?.()
    release = undefined
  }

  const refused = async (error: unknown): Promise<void> => {
    if (isRefusal(error)) {
      // The server keeps a refusal under its key as it keeps an answer, so the corrected body needs a new one.
      if (error.status !== '-100') key = newIdempotencyKey()
      const told = await latest.current.onRefused?.(error)
      if (typeof told === 'object') setProblem(told)
      else if (!told) showRefusal(error)
    } else if (isUnreachable(error)) {
      setProblem({ title: '接口错误', description: '网络或服务暂时不可用，填写的内容仍在，可稍后直接重试。' })
    } else {
      setProblem({ title: '提交失败，请重试' })
      reportError(error)
    }
  }

  const submit = async (): Promise<boolean> => {
    if (running || Date.now() - sentAt < (latest.current.lockMs ?? usualLockMs)) return false
    running = true
    setProblem(undefined)
    try {
      if (!(await valid())) return false
      sentAt = Date.now()
      setPending(true)
      const request = requestOf(form, latest.current) as z.input<Schema>
      const answer = await latest.current.send(request, { idempotencyKey: key })
      key = newIdempotencyKey()
      discard()
      latest.current.onDone?.(answer)
      return true
    } catch (error) {
      await refused(error)
      return false
    } finally {
      running = false
      setPending(false)
    }
  }

  const parts: FormParts = {
    ...checks,
    changed: (changed) => {
      release ??= markUnsaved()
      checks.changed(changed)
    },
  }
  return { submit, discard, isDirty: () => release !== undefined, parts }
}
