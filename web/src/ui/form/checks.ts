import { unlikelyDates } from '@showroom/contract/kernel/dates'
import { judge } from '@showroom/contract/kernel/judge'
import type { FormInstance } from 'antd'
import type { z } from 'zod'
import { nowSeconds } from '../../api/clock'
import type { RefusalShape } from '../failure'
import { focusFirstError } from './firstError'
import type { Engine, FormParts, SchemaFormOptions } from './types'

/** `addition.idNo` ⇢ ['addition', 'idNo']; numbers are indexes of a list. */
export const namePath = (path: string): (string | number)[] =>
  path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The request body for the form's values. */
export function requestOf<Values extends object, Schema extends z.ZodType, Answer>(
  form: FormInstance<Values>,
  { toRequest }: SchemaFormOptions<Values, Schema, Answer>,
): object {
  const values = form.getFieldsValue(true) as Values
  return toRequest?.(values) ?? values
}

/** The form field that shows a wire field. */
function fieldFor(path: string, fieldOf: Readonly<Record<string, string>> = {}): string {
  return fieldOf[path] ?? fieldOf[path.split('.')[0] ?? ''] ?? path
}

/** Each wrong field with its first error text. */
function problemsOf<Values extends object, Schema extends z.ZodType, Answer>(
  form: FormInstance<Values>,
  options: SchemaFormOptions<Values, Schema, Answer>,
): Map<string, string> {
  const texts = new Map<string, string>()
  const put = (path: string, text: string): void => {
    if (!texts.has(path)) texts.set(path, text)
  }
  const more = options.moreProblems?.(form.getFieldsValue(true) as Values) ?? []
  for (const { path, text } of more) put(path, text)
  const result = judge(options.schema, requestOf(form, options))
  for (const issue of result.error?.issues ?? [])
    put(fieldFor(issue.path.join('.'), options.fieldOf), issue.message)
  if (result.success)
    for (const { path, text } of unlikelyDates(options.schema, result.data, nowSeconds()))
      put(fieldFor(path, options.fieldOf), text)
  return texts
}

/** Checks of a form: the schema's errors, the server's errors, and when a field is checked again. */
export function createChecks<Values extends object, Schema extends z.ZodType, Answer>(
  engine: Pick<Engine<Values, Schema, Answer>, 'form' | 'latest' | 'root' | 'setProblem'>,
) {
  const { form, latest, root, setProblem } = engine
  /** Fields that show a server error. No rule here knows it, so it stays until the field changes. */
  const fromServer = new Set<string>()

  /** The errors of the current run, while all fields ask for their own part. */
  let messages: Map<string, string> | undefined
  const problems = () => messages ?? problemsOf(form, latest.current)
  const check = (paths: string[]): void => {
    if (paths.length > 0) form.validateFields(paths.map(namePath) as never).catch(() => undefined)
  }
  const parts: FormParts = {
    root,
    rules: [
      {
        validator: (rule) => {
          const text = problems().get((rule as { field?: string }).field ?? '')
          return text ? Promise.reject(new Error(text)) : Promise.resolve()
        },
      },
    ],
    changed: (changed) => {
      const wrong = wrongFields()
      if (wrong.length === 0) return
      // Checks only fields whose text changes: each check renders its field, and this runs on every key press.
      const now = problems()
      const again = wrong.flatMap(({ name, errors }) => {
        const path = name.join('.')
        if (holds(changed, name)) fromServer.delete(path)
        return fromServer.has(path) || now.get(path) === errors[0] ? [] : [path]
      })
      check(again)
    },
    left: (path) => {
      if (form.isFieldTouched(namePath(path) as never) && !fromServer.has(path)) check([path])
    },
  }

  const wrongFields = () => form.getFieldsError().filter(({ errors }) => errors.length > 0)

  /** Makes each field show its error; returns false if there is one. */
  const show = async (all: Map<string, string>): Promise<boolean> => {
    messages = all
    try {
      await form.validateFields()
      return true
    } catch {
      return false
    } finally {
      messages = undefined
    }
  }

  /** Validates everything. Focuses the first wrong field, and reports errors that no visible field can show. */
  const valid = async (): Promise<boolean> => {
    fromServer.clear()
    const all = problems()
    if (all.size === 0) {
      // Clears the error texts without validating field by field: that would render each field twice.
      form.setFields(wrongFields().map(({ name }) => ({ name, errors: [] })) as never)
      return true
    }
    if (!(await show(all))) {
      focusFirstError(root.current, new Set(wrongFields().map(({ name }) => name.join('.'))))
      return false
    }
    setProblem({ title: [...new Set(all.values())].join('；') })
    return false
  }

  /** Shows the server's errors under their fields. Errors of fields that are not visible are shown for the whole form. */
  const showRefusal = (refusal: RefusalShape): void => {
    const visible = new Set(form.getFieldsError().map(({ name }) => name.join('.')))
    const named = refusal.errors.map(
      ({ path, text }) => [fieldFor(path, latest.current.fieldOf), text] as const,
    )
    const rest = named.flatMap(([field, text]) => (visible.has(field) ? [] : [text]))
    // The first text of a field wins.
    const texts = new Map(named.filter(([field]) => visible.has(field)).toReversed())
    form.setFields([...texts].map(([path, text]) => ({ name: namePath(path), errors: [text] })) as never)
    for (const path of texts.keys()) fromServer.add(path)
    if (texts.size > 0) focusFirstError(root.current, new Set(texts.keys()))
    if (texts.size === 0 || rest.length > 0)
      setProblem({ title: rest.join('；') || refusal.message || '提交失败' })
  }
  return { ...parts, valid, showRefusal }
}

function holds(changed: object, path: readonly (string | number)[]): boolean {
  let here: unknown = changed
  for (const part of path) {
    if (typeof here !== 'object' || here === null || !(part in here)) return false
    here = (here as Record<string | number, unknown>)[part]
  }
  return true
}
