import type { Locator, Page } from '@playwright/test'
import type { Person } from './people.ts'

/** The frame around every page. */

export const userMenu = (page: Page, { name }: Pick<Person, 'name'>): Locator =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(name) })

export async function openUserMenu(page: Page, person: Pick<Person, 'name'>, item: string): Promise<void> {
  await userMenu(page, person).click()
  await page.getByRole('menuitem', { name: item }).click()
}

export const mainMenu = (page: Page): Locator => page.getByRole('navigation', { name: '主菜单' })
