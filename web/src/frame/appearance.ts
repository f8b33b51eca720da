import { useSyncExternalStore } from 'react'
import { createListeners } from '../api/listeners'
import { inBrowser } from '../api/storage'

/** Light, dark, or as the system; stored in the browser. */
export const appearances = ['light', 'dark', 'system'] as const
export type Appearance = (typeof appearances)[number]
export const appearanceNames: Readonly<Record<Appearance, string>> = {
  light: '浅色',
  dark: '深色',
  system: '跟随系统',
}

const storage = inBrowser('showroom-theme')
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = createListeners()

const read = (): Appearance => {
  const stored = storage.read()
  return appearances.find((appearance) => appearance === stored) ?? 'system'
}

let chosen = read()

/** Print uses the light theme. */
let isPrinting = false

const isDark = (): boolean =>
  !isPrinting && (chosen === 'dark' || (chosen === 'system' && systemDark.matches))

/**
 * Sets the mode on the root element, where app/tokens.css reads it. Called at the start and on every change;
 * public/first-paint.js does the same before the first paint.
 */
export function applyAppearance(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
  listeners.notify()
}

// source-disable-next-line endlessListener -- for as long as the page
systemDark.addEventListener('change', applyAppearance)
for (const event of ['beforeprint', 'afterprint'] as const)
  // source-disable-next-line endlessListener -- for as long as the page
  addEventListener(event, () => {
    isPrinting = event === 'beforeprint'
    applyAppearance()
  })
// source-disable-next-line endlessListener -- for as long as the page
addEventListener('storage', (event) => {
  if (event.key !== storage.key) return
  chosen = read()
  applyAppearance()
})

export function chooseAppearance(appearance: Appearance): void {
  chosen = appearance
  storage.write(appearance)
  applyAppearance()
}

const { subscribe } = listeners

export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, () => chosen)
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark)
