import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { addCustomer } from './customers.ts'
import type { MadeCustomer } from './customers.ts'
import { enter } from './session.ts'
import type { Session } from './session.ts'
import { expect } from './test.ts'

/** A customer's page with its follow-up dialog. */
export interface OpenFollow {
  readonly made: MadeCustomer
  readonly dialog: Locator
  readonly next: Locator
  readonly timeline: Locator
}

export const nextCard = (page: Page): Locator => page.getByRole('region', { name: '下次跟进' })
/** The action buttons in the head of the customer's page. */
export const actionsOf = (page: Page): Locator => page.getByRole('group', { name: '客户操作' })
export const timelineOf = (page: Page): Locator => page.getByRole('region', { name: '跟进记录' })
/** The newest row of the timeline. */
export const newest = (timeline: Locator): Locator => timeline.getByRole('listitem').first()

/** Makes a customer of level H, due tomorrow, and opens the dialog on the page. */
export async function openFollow(
  page: Page,
  request: APIRequestContext,
  session: Session,
  wishes: Readonly<Record<string, unknown>> = {},
): Promise<OpenFollow> {
  const made = await addCustomer(request, session, wishes)
  await enter(page, session, `/customer/detail/${made.customerId}`)
  await nextCard(page).getByRole('button', { name: '跟进', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `跟进 ${made.name}` })
  // Ready once the focus is on a field.
  await expect(dialog.locator('[data-field] :focus')).toHaveCount(1)
  return { made, dialog, next: nextCard(page), timeline: timelineOf(page) }
}

export const remark = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: '备注' })
