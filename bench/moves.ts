import type { Browser, Page } from '@playwright/test'
import { people } from '../e2e/tools/people.ts'
import { goals } from './move.ts'
import type { Move, Row } from './move.ts'
import { orderMoves } from './order-moves.ts'
import { longestEventOf, openWindow, shiftOf, tell, timeMove } from './window.ts'
import type { Window } from './window.ts'

/** The cost of a press in the moves of a working day, each warm: from the last press to the frame that answers it. */

/** Cumulative layout shift. */
const mostShift = 0.01

interface Bench {
  readonly browser: Browser
  readonly url: string
  readonly rounds: number
}

const link = '.sr-list [data-row-link]'
const form = '[role=dialog] .sr-form'

/** Customers whose last four digits are unique, including old ones. */
async function customersByTail({ call }: Window, count: number): Promise<{ name: string; tail: string }[]> {
  const { data } = await call<{ data: Row[] }>('/v2/appCustomerService/list', { pageCount: 50, orderType: 1 })
  const customers: { name: string; tail: string }[] = []
  for (const { name, mobile } of data) {
    const tail = mobile.slice(-4)
    const { total } = await call<{ total: number }>('/v2/appCustomerService/list', { key: tail })
    if (total === 1) customers.push({ name, tail })
    if (customers.length === count) return customers
  }
  return customers
}

const tabs = ['已战败', '已到店', '未到店'] as const

const settled = (page: Page): Promise<void> =>
  page.locator('main [aria-busy=true]').waitFor({ state: 'detached' })

/** Search, tabs and peek on the customer list of a whole store. */
async function listMoves(window: Window, rounds: number): Promise<Move[]> {
  const { page } = window
  const customers = await customersByTail(window, rounds + 1)
  const box = page.getByRole('searchbox')
  const fresh = async (): Promise<void> => {
    await page.goto('/favicon.svg')
    await page.goto('/#/customer/list?n=20')
    await page.locator(link).first().waitFor()
    await settled(page)
  }
  await fresh()
  const total = '.ant-pagination-total-text'
  const all = (await page.locator(total).textContent()) ?? ''
  const tab = (name: string) => page.getByRole('radiogroup', { name: '客户状态' }).getByText(name)
  const reset = async (): Promise<void> => {
    await box.fill('')
    await tab('全部').click()
    await page.getByText(all).waitFor()
  }
  return [
    {
      name: 'four digits in the list, to the customer',
      goal: goals.search,
      async once(round) {
        const { name, tail } = customers[round % customers.length] ?? { name: '', tail: '' }
        await reset()
        await box.focus()
        return timeMove(page, () => box.pressSequentially(tail, { delay: 60 }), {
          css: link,
          text: name,
          count: 1,
        })
      },
    },
    {
      name: 'a tab of the list, to its rows',
      goal: goals.filter,
      async once(round) {
        await reset()
        return timeMove(page, () => tab(tabs[round % tabs.length] ?? '').click(), { css: total, unlike: all })
      },
    },
    {
      name: 'Space on a name, to the peek',
      goal: goals.open,
      async once(round) {
        await reset()
        await settled(page)
        await page.locator('.sr-list [data-peek]').nth(round).focus()
        const took = await timeMove(page, () => page.keyboard.press('Space'), {
          css: '.sr-peek:not(:has(.sr-bone))',
        })
        await page.keyboard.press('Escape')
        return took
      },
    },
  ]
}

/** By keyboard alone: finds a customer by the last four digits, opens the file, then the form. */
async function findMoves(window: Window, rounds: number): Promise<Move[]> {
  const { page } = window
  const customers = await customersByTail(window, rounds + 1)
  const box = '[role=combobox][aria-label^=查找]'
  const nameOf = (round: number) => customers[round % customers.length] ?? { name: '', tail: '' }
  await page.goto('/#/dashboard/index')
  await page.locator('main h1').waitFor()
  return [
    {
      name: 'Ctrl+K, to the field',
      goal: goals.open,
      async once() {
        await page.goto('/#/dashboard/index')
        await page.locator('main h1').waitFor()
        return timeMove(page, () => page.keyboard.press('Control+k'), { css: box })
      },
    },
    {
      name: 'four digits there, to the customer',
      goal: goals.search,
      once: (round) =>
        timeMove(page, () => page.keyboard.type(nameOf(round).tail, { delay: 60 }), {
          css: '[role=option]',
          text: nameOf(round).name,
        }),
    },
    {
      name: 'Enter, to the file',
      goal: goals.open,
      once: (round) =>
        timeMove(page, () => page.keyboard.press('Enter'), { css: '.sr-c-name', text: nameOf(round).name }),
    },
  ]
}

/** Follows up from the task list, one task after another. */
async function taskMoves({ page }: Window): Promise<Move[]> {
  const remark = `${form} textarea[id$=remark]`
  const fill = async (): Promise<void> => {
    for (const [group, way] of [
      ['跟进方式', '沟通'],
      ['沟通方式', '电话'],
      ['发生事件', '其他'],
    ] as const)
      await page
        .getByRole('dialog')
        .getByRole('radiogroup', { name: group })
        .getByText(way, { exact: true })
        .click()
    await page.locator(remark).fill('客户周末来看车')
  }
  const start = async (): Promise<void> => {
    await page.goto('/favicon.svg')
    await page.goto('/#/activity/tasks?f=1')
    await page.locator(link).first().waitFor()
    await settled(page)
  }
  await start()
  return [
    {
      name: 'a task, to its form',
      goal: goals.open,
      async once() {
        await start()
        const button = page.getByRole('button', { name: /^跟进 / }).first()
        return timeMove(page, () => button.click(), { css: remark })
      },
    },
    {
      name: 'a follow-up saved, to the next one',
      goal: goals.save,
      async once() {
        await fill()
        return timeMove(page, () => page.keyboard.press('Control+Enter'), {
          css: remark,
          value: '',
          count: 1,
        })
      },
    },
  ]
}

/** Opens and cleans a lead. */
async function leadMoves({ page }: Window): Promise<Move[]> {
  await page.goto('/#/activity/clue-clear?t=1')
  await page.locator(link).first().waitFor()
  return [
    {
      name: 'a lead, to its desk',
      goal: goals.open,
      async once(round) {
        await page.goto('/#/activity/clue-clear?t=1')
        await page.locator('[role=dialog]').waitFor({ state: 'detached' })
        const row = page.locator(link).nth(round % 3)
        return timeMove(page, () => row.click(), { css: '.sr-lead-handle [role=radiogroup]' })
      },
    },
  ]
}

/** Reassigns twenty customers, and undoes it. */
async function bulkMoves({ page }: Window): Promise<Move[]> {
  const member = page.locator('.ant-select-dropdown:visible .sr-member-option')
  const undo = page.locator('.sr-undo')
  const choose = async (): Promise<void> => {
    await page.goto('/favicon.svg')
    // Levels H, A, B and C: each of these customers can be reassigned.
    await page.goto('/#/customer/list?n=20&lv=H,A,B,C')
    await page.locator(link).nth(19).waitFor()
    await settled(page)
    await page.locator('thead input[type=checkbox]').check()
  }
  await choose()
  return [
    {
      name: 'twenty chosen, to whom they go',
      goal: goals.open,
      async once() {
        await choose()
        return timeMove(page, () => page.getByRole('button', { name: '再分配' }).click(), {
          css: '[role=dialog] [data-field=memberId]',
        })
      },
    },
    {
      name: 'twenty given away, saved',
      goal: goals.save,
      async once() {
        await page
          .getByRole('dialog')
          .getByRole('combobox', { name: '客户经理' })
          .fill(people.otherConsultant.name)
        await member.getByText(people.otherConsultant.name, { exact: true }).click()
        return timeMove(page, () => page.keyboard.press('Control+Enter'), {
          css: '.sr-undo',
          text: '位客户再分配成功!',
        })
      },
    },
    {
      name: 'twenty given away, taken back',
      goal: goals.save,
      async once() {
        const confirm = page.getByRole('dialog').getByRole('button', { name: '知道了' })
        if (await confirm.isVisible()) await confirm.click()
        const took = await timeMove(page, () => undo.getByRole('button', { name: '撤销' }).click(), {
          css: '.sr-notice',
          text: '已撤销',
        })
        await page.locator('.sr-notice').waitFor({ state: 'detached' })
        return took
      },
    },
  ]
}

/** Opens a defeat and agrees to it, with the page's question. */
async function defeatMoves({ page, call }: Window, rounds: number): Promise<Move[]> {
  const filter = { levels: 'H,A,B,C', createdDate: { start: 0, end: 0 }, pageCount: 50 }
  const { data } = await call<{ data: Row[] }>('/v2/appCustomerService/list', filter)
  for (const { customerId } of data.slice(0, rounds + 1))
    await call('/v2/appCustomerService/fail', {
      customerId,
      failReason: 2,
      failSubReason: 21,
      remark: '预算不够',
    })
  await page.goto('/#/activity/fail-verify?n=20')
  const agree = page
    .locator('.sr-list tbody')
    .getByRole('button', { name: /^同意战败/ })
    .first()
  const total = '.ant-pagination-total-text'
  await agree.waitFor()
  return [
    {
      name: 'a defeat, to the question',
      goal: goals.open,
      once: () =>
        timeMove(page, () => agree.click(), { css: '[role=dialog] .sr-confirm-footer .ant-btn-primary' }),
    },
    {
      name: 'a defeat agreed to, to the list without it',
      goal: goals.save,
      async once() {
        const before = (await page.locator(total).textContent()) ?? ''
        const yes = page.getByRole('dialog').getByRole('button', { name: '同意战败' })
        return timeMove(page, () => yes.click(), { css: total, unlike: before, count: 1 })
      },
    },
  ]
}

/** The form of a new customer, in a window that has never shown it. */
const coldForm = ({ browser, url }: Bench): Move => ({
  name: 'a new customer, the form for the first time',
  goal: goals.coldForm,
  async once() {
    const { page, context } = await openWindow(browser, url, people.consultant)
    await page.goto('/#/customer/list')
    await page.locator(`${link}, .sr-empty`).first().waitFor()
    await settled(page)
    const button = page.getByRole('button', { name: '新建客户' }).first()
    const took = await timeMove(page, () => button.click(), { css: `${form} [data-field=name] input` })
    await context.close()
    return took
  },
})

async function measure(moves: readonly Move[], rounds: number): Promise<boolean> {
  const figures = new Map<Move, number[]>(moves.map((move) => [move, []]))
  // The first of several rounds only loads the code.
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round++)
    for (const move of moves) {
      const took = await move.once(Math.max(round, 0)).catch((error: unknown) => {
        throw new Error(`the move “${move.name}” failed`, { cause: error })
      })
      if (round >= 0) figures.get(move)?.push(took)
    }
  let holds = true
  for (const [{ name, goal }, took] of figures) holds = tell(name, took, 'ms', goal) && holds
  return holds
}

/** Measures all moves and prints them; false if a goal is missed. */
export async function measureMoves(bench: Bench): Promise<boolean> {
  const { browser, url, rounds } = bench
  let holds = true
  for (const [person, movesOf] of [
    [people.generalManager, (window: Window) => listMoves(window, rounds)],
    [people.generalManager, (window: Window) => findMoves(window, rounds)],
    [people.generalManager, bulkMoves],
    [people.reviewer, (window: Window) => defeatMoves(window, rounds)],
    [people.consultant, taskMoves],
    [people.consultant, orderMoves],
    [people.agent, leadMoves],
  ] as const) {
    const window = await openWindow(browser, url, person)
    holds = (await measure(await movesOf(window), rounds)) && holds
    const { name, duration } = await longestEventOf(window.page)
    holds = tell(`  the longest event of these (${name})`, [duration], 'ms', goals.event) && holds
    holds = tell('  how far the page shifted', [await shiftOf(window.page)], '', mostShift) && holds
    await window.context.close()
  }
  return (await measure([coldForm(bench)], rounds)) && holds
}
