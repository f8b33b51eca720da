import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Counts what a member presses on a page: clicks, and keys apart from the text typed into fields. */
export async function countPresses(page: Page): Promise<(most: number) => Promise<void>> {
  await page.evaluate(() => {
    const count = { presses: 0 }
    Object.assign(window, { pressed: count })
    const add = (): void => void count.presses++
    addEventListener('pointerdown', add, true)
    addEventListener(
      'keydown',
      ({ key, target, ctrlKey }) => {
        const isText = target instanceof Element && target.matches('input, textarea')
        // A key with Ctrl is one press.
        if (key !== 'Control' && (ctrlKey || !isText || key.length > 1)) add()
      },
      true,
    )
  })
  return async (most) => {
    const { presses } = await page.evaluate(
      () => (window as never as { pressed: { presses: number } }).pressed,
    )
    expect(presses, 'presses').toBeLessThanOrEqual(most)
  }
}
