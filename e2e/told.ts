import type { Page } from '@playwright/test'

/** What a window tells in passing, seen from a journey: runs in the page before the product does. */
function listen(): void {
  const told: string[] = []
  Object.assign(globalThis, { told })
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (added instanceof Element)
        // One that is told before anything is drawn comes with the whole page.
        for (const notice of [added, ...added.querySelectorAll('.sr-notice')])
          if (notice.matches('.sr-notice')) told.push(notice.textContent)
  }).observe(document, { childList: true, subtree: true })
  // What the bell tells comes when other journeys work, and stands among what this one looks for.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.sr-bell-toast { display: none !important }')
  document.adoptedStyleSheets.push(sheet)
  Object.assign(globalThis, { showToasts: () => sheet.replaceSync('') })
}

export const listenIn = (page: Page): Promise<unknown> => page.addInitScript(listen)

/** For journeys about what the bell tells, on the page that is open. */
export const showToasts = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as { showToasts?: () => void }).showToasts?.())

/**
 * Whether a notice with this text was told since the page was opened and is not taken yet: it stays three seconds, which a slow machine may
 * miss. Of a window that a journey opens itself, whether it stands there.
 */
export const takeNotice = (page: Page, text: string): Promise<boolean> =>
  page
    .evaluate((wanted) => {
      const { told } = globalThis as { told?: string[] }
      if (!told)
        return [...document.querySelectorAll('.sr-notice')].some((one) => one.textContent.includes(wanted))
      const at = told.findIndex((one) => one.includes(wanted))
      if (at !== -1) told.splice(at, 1)
      return at !== -1
    }, text)
    // The page is being left for another.
    .catch(() => false)
