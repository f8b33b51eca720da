import type { Locator, Page } from '@playwright/test'
import { people } from './people.ts'
import type { Person } from './people.ts'
import { enter, sessionOf } from './session.ts'
import { expect } from './test.ts'

/** The edit form of a customer's file. */

export const field = (dialog: Locator, name: string): Locator => dialog.getByRole('textbox', { name })
export const save = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: '保存', exact: true }).click()

export async function openEdit(
  page: Page,
  customer: { customerId: number; name: string },
  person: Person = people.consultant,
): Promise<Locator> {
  await enter(page, sessionOf(person), `/customer/detail/${customer.customerId}`)
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `编辑 ${customer.name}` })
  await expect(field(dialog, '客户姓名')).toBeFocused()
  return dialog
}
