import type { Page } from '@playwright/test'

/**
 * Records the focused element of the next dialog once it opens, before any key can arrive. The returned function
 * reads its text.
 */
export async function watchFocus(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const note = (): void => {
      document.body.dataset.noted = document.activeElement?.textContent ?? ''
    }
    const focused = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || !target.closest('.ant-modal')) return
      document.removeEventListener('focusin', focused)
      // Runs at the end of the task that opened it.
      queueMicrotask(note)
    }
    document.addEventListener('focusin', focused)
  })
  return () => page.evaluate(() => document.body.dataset.noted ?? '')
}
