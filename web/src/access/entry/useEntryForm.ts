import { type RefObject, useEffect, useRef, useState } from 'react'
import { judge } from '@showroom/contract/kernel/judge'
import type { z } from 'zod'
import { Refusal } from '../../api/client'
import { failureText, isUnreachable } from '../../ui/failure'

type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The props of an `EntryField` for one field. */
export interface FieldBinding {
  readonly name: string
  readonly value: string
  readonly error: string
  readonly onChange: (value: string) => void
}

/** The small form of the sign-in pages: text fields only, rules from the contract, without the component library. */
export interface EntryForm<Name extends string> {
  readonly values: Readonly<Record<Name, string>>
  readonly pending: boolean
  /** The error of the form as a whole, not of a field. */
  readonly problem: string
  bind(name: Name): FieldBinding
  fill(values: Texts<Name>): void
  /** Validates by the schema, then sends; shows each refusal in its place. Returns whether it succeeded. */
  run<Schema extends z.ZodType>(
    schema: Schema,
    send: (values: z.output<Schema>) => Promise<void>,
  ): Promise<boolean>
  readonly ref: RefObject<HTMLFormElement | null>
}

export function useEntryForm<Name extends string>(initial: Record<Name, string>): EntryForm<Name> {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState('')
  const [pending, setPending] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const latest = useRef(values)
  const running = useRef(false)

  // Focuses the first wrong field in reading order, once the error texts are rendered.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  const fill = (changed: Texts<Name>): void => {
    latest.current = { ...latest.current, ...changed }
    setValues(latest.current)
    setProblem('')
    setErrors((before) => {
      const left = Object.entries(before).filter(([name]) => !(name in changed))
      return left.length === Object.keys(before).length ? before : Object.fromEntries(left)
    })
  }

  const refuse = (error: unknown): void => {
    if (!(error instanceof Refusal)) {
      if (!isUnreachable(error)) reportError(error)
      return setProblem(failureText(error))
    }
    const named = error.errors.filter(({ path }) => path in latest.current)
    setErrors(Object.fromEntries(named.map(({ path, text }) => [path, text])))
    if (named.length === 0) setProblem(error.message || '登录错误，请检查！')
  }

  const run: EntryForm<Name>['run'] = async (schema, send) => {
    if (running.current) return false
    setProblem('')
    const parsed = judge(schema, latest.current)
    if (!parsed.success) {
      const problems: Record<string, string> = {}
      for (const { path, message } of parsed.error.issues) problems[path.join('.')] ??= message
      setErrors(problems)
      return false
    }
    running.current = true
    setErrors({})
    setPending(true)
    try {
      await send(parsed.data)
      return true
    } catch (error) {
      refuse(error)
      return false
    } finally {
      running.current = false
      setPending(false)
    }
  }

  const bind = (name: Name): FieldBinding => ({
    name,
    value: values[name],
    error: errors[name] ?? '',
    onChange: (value) => fill({ [name]: value } as Texts<Name>),
  })
  return { values, pending, problem, bind, fill, run, ref }
}

/** Keeps the typed number for the form that follows: sign-in and forgotten password. */
export function useKeptMobile(
  { values }: { readonly values: { readonly mobile: string } },
  sharedMobile: RefObject<string>,
): void {
  const { mobile } = values
  useEffect(() => {
    sharedMobile.current = mobile
  }, [sharedMobile, mobile])
}
