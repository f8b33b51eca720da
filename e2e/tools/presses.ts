import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Counts what a member presses on a page: clicks, and keys apart from the text typed into fields. The count outlives
 * the document, since the last press may load another one.
 */
export async function countPresses(page: Page): Promise<(most: number) => Promise<void>> {
  await page.evaluate(() => {
    let presses = 0
    const add = (): void => sessionStorage.setItem('presses', String(++presses))
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
    const presses = await page.evaluate(() => Number(sessionStorage.getItem('presses')))
    expect(presses, 'presses').toBeGreaterThan(0)
    expect(presses, 'presses').toBeLessThanOrEqual(most)
  }
}
