import type { Page } from '@playwright/test'

/** Notes what has the keyboard once the next dialog over the page is there, before any key can come; the answer tells it. */
export async function watchFocus(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const note = (): void => {
      document.body.dataset.noted = document.activeElement?.textContent ?? ''
    }
    const focused = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || !target.closest('.ant-modal')) return
      document.removeEventListener('focusin', focused)
      // At the end of the task that opened it.
      queueMicrotask(note)
    }
    document.addEventListener('focusin', focused)
  })
  return () => page.evaluate(() => document.body.dataset.noted ?? '')
}
