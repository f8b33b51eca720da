import { momentOrder } from '@showroom/contract/kernel/order'
import type { ClueAnswer } from '@showroom/contract/lead/lead.schema'
import type { ClueListAnswer } from '@showroom/contract/lead/list.schema'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { z } from 'zod'
import type { Person } from './people.ts'
import { enter, mustPost, sessionOf } from './session.ts'
import type { Session } from './session.ts'
import { expect } from './test.ts'

/** Online leads of the demo network. */

type List = z.output<typeof ClueListAnswer>
export type LeadRow = List['data'][number]

export const leadsPage = '/activity/clue-clear'
export const tab = { waiting: 1, unassigned: 2, valid: 3, invalid: 4, unreachable: 5 } as const

/** Leads on a tab, newest first by default. */
export async function leadsOf(
  request: APIRequestContext,
  session: Session,
  on: number,
  query: object = {},
): Promise<LeadRow[]> {
  const { data } = await mustPost<List>(
    request,
    '/v2/appClueService/list',
    { activityType: on, pageStart: 1, pageCount: 50, orderType: momentOrder.newest, ...query },
    session,
  )
  expect(data.length, 'leads on the tab').toBeGreaterThan(0)
  return data
}

/** The newest lead on the tab. */
export const leadOf = async (request: APIRequestContext, session: Session, on: number): Promise<LeadRow> =>
  (await leadsOf(request, session, on))[0] as LeadRow

/** Opens the newest lead on the tab. */
export async function openNewest(
  page: Page,
  request: APIRequestContext,
  person: Person,
  on: number = tab.waiting,
): Promise<{ session: Session; lead: LeadRow }> {
  const session = sessionOf(person)
  const lead = await leadOf(request, session, on)
  await enter(page, session, `${leadsPage}?t=${on}&n=50&clue=${lead.clueId}`)
  return { session, lead }
}

export const getLead = (
  request: APIRequestContext,
  session: Session,
  clueId: number,
): Promise<z.output<typeof ClueAnswer>> => mustPost(request, '/v2/appClueService/detail', { clueId }, session)

export const desk = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.locator('.sr-lead') })

/** Chooses the result of the agent. */
export const find = (page: Page, result: string): Promise<void> =>
  desk(page)
    .getByRole('radiogroup', { name: '处理结果' })
    .locator('label')
    .filter({ has: page.getByText(result, { exact: true }) })
    .click()

/**
 * Submits the form and confirms its question. A submit within two seconds of the last one counts as a double click.
 */
export async function save(page: Page, button: string, question: string): Promise<void> {
  const confirmation = page.locator('.ant-modal-confirm').filter({ hasText: question })
  await expect(async () => {
    if (!(await confirmation.isVisible()))
      await desk(page).getByRole('button', { name: button, exact: true }).click()
    await expect(confirmation).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 10_000 })
  await confirmation.locator('.ant-btn-primary').click()
}

/** Submits a result that can be undone: nothing is asked before it. A second press would save the next lead. */
export async function saveAtOnce(page: Page, press: () => Promise<void>): Promise<void> {
  await press()
  await expect(page.locator('.sr-undo')).toContainText('操作成功!')
  await expect(page.locator('.ant-modal-confirm')).toHaveCount(0)
}

export const usual = '是否继续?'
export const asInvalid = '此操作将该线索设为无效, 是否继续?'
