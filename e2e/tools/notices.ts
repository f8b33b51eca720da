import type { Page } from '@playwright/test'

/** Records short-lived notices for a journey: runs in the page before the product does. */
function listen(): void {
  const notices: string[] = []
  Object.assign(globalThis, { notices })
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (added instanceof Element)
        // A notice shown before the first render is added with the whole page.
        for (const notice of [added, ...added.querySelectorAll('.sr-notice')])
          if (notice.matches('.sr-notice')) notices.push(notice.textContent)
  }).observe(document, { childList: true, subtree: true })
  // Hides the bell's toasts: other journeys cause them, and they mix with the expected notices.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.sr-bell-toast { display: none !important }')
  document.adoptedStyleSheets.push(sheet)
  Object.assign(globalThis, { showToasts: () => sheet.replaceSync('') })
}

export const listenIn = (page: Page): Promise<unknown> => page.addInitScript(listen)

/** Shows the bell's toasts on the open page, for journeys about them. */
export const showToasts = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as { showToasts?: () => void }).showToasts?.())

/**
 * Whether a notice with this text has appeared since the page was opened and was not taken yet: it stays three
 * seconds, which a slow machine may miss. In a window that the journey opened itself, whether it is visible now.
 */
export const takeNotice = (page: Page, text: string): Promise<boolean> =>
  page
    .evaluate((wording) => {
      const { notices } = globalThis as { notices?: string[] }
      if (!notices)
        return [...document.querySelectorAll('.sr-notice')].some((one) => one.textContent.includes(wording))
      const at = notices.findIndex((one) => one.includes(wording))
      if (at !== -1) notices.splice(at, 1)
      return at !== -1
    }, text)
    // The page is navigating.
    .catch(() => false)
