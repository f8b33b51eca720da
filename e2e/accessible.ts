import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './session.ts'

/** Nothing serious for who sees little or has no mouse. The watermark is taken away: it hides faults of contrast. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(async () => {
    document.querySelector('.sr-watermark')?.remove()
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
    )
  expect.soft(serious, where).toEqual([])
}
