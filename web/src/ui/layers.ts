import type { HistoryLocation } from '@tanstack/react-router'

/** Everything that opens over a page and closes on Escape, by the marks it has in the document. */
const marks =
  'dialog[open], [aria-modal=true], .ant-dropdown, .ant-popover, .ant-select-dropdown, .ant-picker-dropdown'

/** The open layers over the page, the topmost last. */
export const openLayers = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(marks)].filter((layer) => layer.getClientRects().length > 0)

const indexKey = '__TSR_index'

/** The place of a history entry among those of this window; below zero for the one under the first page's dialogs. */
export const entryIndex = ({ state }: Pick<HistoryLocation, 'state'>): number => state[indexKey]

/**
 * Whether the browser goes a step back. The router also reports a typed address so, whose entry has no place yet.
 */
export const isStepBack = (action: string): boolean =>
  action === 'BACK' && indexKey in ((globalThis.history.state ?? {}) as object)
