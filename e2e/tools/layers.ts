import type { ElementHandle, Locator, Page } from '@playwright/test'

/** Everything that opens over a page. */
export const layers =
  'dialog[open], .ant-modal-wrap, .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)'

/** The layer over the page, or else the part of the page, or else all of it. */
export const topOf = async (page: Page, part?: Locator): Promise<ElementHandle<Element>> =>
  page.evaluateHandle(
    ([over, rest]) =>
      [...document.querySelectorAll(over)].findLast((layer) => layer.checkVisibility()) ??
      rest ??
      document.documentElement,
    [layers, await part?.elementHandle()] as const,
  )
