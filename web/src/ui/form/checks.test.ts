import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createChecks } from './checks'

/** A form with 100 lines, reduced to the part the checks need; `judged` counts the schema's runs. */
function openForm(numbers: readonly number[]) {
  const judged = vi.fn<() => void>()
  const schema = z.preprocess(
    (value) => {
      judged()
      return value
    },
    z.object({ lines: z.array(z.number().min(1, '请输入数量')) }),
  )
  const names = numbers.map((_, at): (string | number)[] => ['lines', at])
  const errors = new Map<string, string[]>()
  const setProblem = vi.fn<(problem: unknown) => void>()
  const validateFields = vi.fn<() => Promise<void>>(async () => {
    for (const name of names) {
      const [rule] = checks.rules as { validator: (rule: object) => Promise<void> }[]
      const field = name.join('.')
      const messages = await rule?.validator({ field }).then(
        () => [],
        (error: Error) => [error.message],
      )
      errors.set(field, messages ?? [])
    }
    if ([...errors.values()].flat().length > 0) throw new Error('wrong')
  })
  const form = {
    getFieldsValue: () => ({ lines: numbers }),
    getFieldsError: () => names.map((name) => ({ name, errors: errors.get(name.join('.')) ?? [] })),
    setFields: (fields: { name: string[]; errors: string[] }[]) => {
      for (const { name, errors: texts } of fields) errors.set(name.join('.'), texts)
    },
    validateFields,
  }
  const root = { current: null }
  const latest = { current: { schema, initial: {}, send: () => Promise.resolve() } }
  const checks = createChecks({ form, latest, root, setProblem } as never)
  return { checks, judged, errors, validateFields, setProblem }
}

const lines = Array.from({ length: 100 }, () => 1)

test('validates a correct form once and asks no field', async () => {
  const { checks, judged, validateFields } = openForm(lines)
  expect(await checks.valid()).toBe(true)
  expect(judged).toHaveBeenCalledTimes(1)
  expect(validateFields).not.toHaveBeenCalled()
})

test('validates a wrong form once, and each field shows its own part', async () => {
  const { checks, judged, errors } = openForm(lines.with(40, 0).with(70, 0))
  expect(await checks.valid()).toBe(false)
  expect([...errors].filter(([, messages]) => messages.length > 0)).toEqual([
    ['lines.40', ['请输入数量']],
    ['lines.70', ['请输入数量']],
  ])
  expect(judged).toHaveBeenCalledTimes(1)
})

test("removes a field's old error text when all is right", async () => {
  const { checks, errors } = openForm(lines)
  errors.set('lines.3', ['请输入数量'])
  expect(await checks.valid()).toBe(true)
  expect(errors.get('lines.3')).toEqual([])
})
