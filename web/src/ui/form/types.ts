import type { FieldError } from '@showroom/contract/kernel/errors'
import type { FormInstance, FormRule } from 'antd'
import type { RefObject } from 'react'
import type { z } from 'zod'
import type { RefusalShape } from '../failure'
import type { DraftOptions, FormDraft } from './draft/types'

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
  /** Asked when nothing is wrong, before it is sent; false leaves the form as it is. */
  confirm?: (values: Values) => Promise<boolean>
  /** Sends it, normally `(request, options) => callApi(call, request, options)`. */
  send: (request: z.input<Schema>, options: SubmitOptions) => Promise<Answer>
  onDone?: (answer: Answer) => void
  /**
   * The form stays filled. Give true when the refusal is shown elsewhere (a dialog of its own), or what to tell for the whole
   * form; a promise keeps the form waiting meanwhile.
   */
  onRefused?: (refusal: RefusalShape) => boolean | FormProblem | Promise<boolean | FormProblem>
  /** What to tell where sending failed otherwise than by a refusal: an upload that did not arrive, say. */
  failureOf?: (error: unknown) => string | undefined
  /** Milliseconds in which a second submit is taken for a double click. */
  lockMs?: number
  /** Keeps what is typed on the server until it is saved: for every form of more than three fields. */
  draft?: DraftOptions
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
  /** Forgets the input, its draft too: nothing asks any more. */
  discard(this: void): void
  readonly draft: FormDraft
  readonly parts: FormParts
}

/** What `<SchemaForm>` and `<Field>` hang on. Stable over the form's life, so no key stroke re-renders the form. */
export interface FormParts {
  readonly rules: FormRule[]
  readonly root: RefObject<HTMLDivElement | null>
  changed(this: void, changed: object): void
  left(this: void, path: string): void
}

/** What the parts of a form share. */
export interface Engine<Values extends object, Schema extends z.ZodType, Answer> {
  form: FormInstance<Values>
  latest: RefObject<SchemaFormOptions<Values, Schema, Answer>>
  root: RefObject<HTMLDivElement | null>
  setPending: (pending: boolean) => void
  setProblem: (problem: FormProblem | undefined) => void
}
