import type { FieldError } from '@showroom/contract/kernel/errors'
import type { FormInstance, FormRule } from 'antd'
import type { RefObject } from 'react'
import type { z } from 'zod'
import type { CallOptions } from '../../api/client'
import type { WaitingInput } from '../../api/device/waiting'
import type { RefusalShape } from '../failure'
import type { DraftOptions, FormDraft } from './draft/types'

export interface SubmitOptions {
  readonly idempotencyKey: string
  readonly waits?: CallOptions['waits']
}

export interface SchemaFormOptions<Values extends object, Schema extends z.ZodType, Answer> {
  /** The contract's request schema: the only source of rules and their texts. */
  schema: Schema
  initial: Partial<Values>
  /** Builds the request body from the form's values; by default the values themselves. Must accept half-filled values. */
  toRequest?: (values: Values) => object
  /** Maps wire fields to form fields with other names, e.g. `{ buyProvince: 'region' }`. */
  fieldOf?: Readonly<Record<string, string>>
  /**
   * Problems the schema cannot know, such as those that depend on the clock. Paths are form fields. They win over the
   * schema's because they are more precise: "still uploading" over "missing".
   */
  moreProblems?: (values: Values) => readonly FieldError[]
  /** Called on a valid form before it is sent; false cancels without changing the form. */
  confirm?: (values: Values) => Promise<boolean>
  /** Sends the request, normally `(request, options) => callApi(call, request, options)`. */
  send: (request: z.input<Schema>, options: SubmitOptions) => Promise<Answer>
  onDone?: (answer: Answer) => void
  /**
   * Called on a refusal; the form stays filled. Return true if the refusal is shown elsewhere (in its own dialog), or
   * the problem to show for the whole form. A promise keeps the form pending.
   */
  onRefused?: (refusal: RefusalShape) => boolean | FormProblem | Promise<boolean | FormProblem>
  /** The text for a failure that is not a refusal, such as a failed upload. */
  failureOf?: (error: unknown) => string | undefined
  /** A second submit within this many milliseconds counts as a double click. */
  lockMs?: number
  /**
   * For a call that waits without a network: what the member sees of it meanwhile. The form then closes as if it were saved, and `onWaiting`
   * replaces `onDone`.
   */
  waits?: (values: Values) => WaitingInput['about']
  onWaiting?: (text: string) => void
  /** Keeps typed input as a draft on the server until it is saved. For every form with more than three fields. */
  draft?: DraftOptions
}

export interface FormProblem {
  readonly title: string
  readonly description?: string
}

/** A form bound to a schema. Pass it to `<SchemaForm form>` or `<FormDialog form>`. */
export interface SchemaFormApi<Values extends object = object> {
  /** antd's form instance, for setFieldsValue and the like. */
  readonly form: FormInstance<Values>
  /** The values the form opened with; set later ones by `form.setFieldsValue`. */
  readonly initial: Partial<Values>
  readonly pending: boolean
  /** An error of the form as a whole, not of a field. */
  readonly problem: FormProblem | undefined
  /** Validates and sends; returns whether that succeeded. Ignores double clicks. */
  submit(this: void): Promise<boolean>
  isDirty(this: void): boolean
  /** Discards the input and its draft, so that leaving asks no question. */
  discard(this: void): void
  readonly draft: FormDraft
  readonly parts: FormParts
}

/** The context of `<SchemaForm>` and `<Field>`. Its identity is stable for the form's life, so a key press does not render the form. */
export interface FormParts {
  readonly rules: FormRule[]
  readonly root: RefObject<HTMLDivElement | null>
  changed(this: void, changed: object): void
  left(this: void, path: string): void
}

/** State shared by the parts of a form. */
export interface Engine<Values extends object, Schema extends z.ZodType, Answer> {
  form: FormInstance<Values>
  latest: RefObject<SchemaFormOptions<Values, Schema, Answer>>
  root: RefObject<HTMLDivElement | null>
  setPending: (pending: boolean) => void
  setProblem: (problem: FormProblem | undefined) => void
}
