import type { Page } from '@playwright/test'

/** Buttons that are louder than a page bears: a second primary one, and red ones, which belong to what confirms them. */
export const findLoud = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const visibleOf = (kind: string): string[] =>
      [...document.querySelectorAll(`main .ant-btn${kind}`)]
        .filter((button) => button.checkVisibility())
        .map((button) => button.textContent || button.ariaLabel || '')
    const primary = visibleOf('.ant-btn-primary')
    return [
      ...(primary.length > 1 ? [`several primary buttons: ${primary.join(', ')}`] : []),
      ...visibleOf('.ant-btn-dangerous').map((name) => `a red button: ${name}`),
    ]
  })
