import type { Locator, Page } from '@playwright/test'
import { press } from './form.ts'
import { consultant } from './order-steps.ts'
import { enter } from './session.ts'
import { expect } from './test.ts'

/** Parts of an order's page. */

export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
export const steps = (page: Page): Locator =>
  page.getByRole('list', { name: '订单进度' }).getByRole('listitem')
export const titles = (page: Page): Locator => page.locator('.sr-o-step-title')
export const head = (page: Page): Locator => page.locator('.sr-o-head')

export const openOrder = async (page: Page, orderId: number, type = 'waitingSubmit'): Promise<void> => {
  await enter(page, consultant(), `/order/orderDetail?orderId=${orderId}&type=${type}&from=order`)
  await expect(steps(page).first()).toBeVisible()
}

/** Chooses one of the order's further actions. */
export async function pressMore(page: Page, name: string): Promise<void> {
  await press(page.getByRole('group', { name: '订单操作' }), '更多')
  await page.getByRole('menuitem', { name, exact: true }).click()
}
