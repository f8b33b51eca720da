import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * What scripts/browser.mjs unpacked where nothing may be installed; the one that is named; Debian's without a window of its own, which
 * needs a seventh less of the machine for the same pages; the whole one.
 */
const browsers = [
  path.resolve(import.meta.dirname, '../node_modules/.cache/browser/chromium'),
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
]

/** How the browser is started for the journeys and for the bench: Debian's Chromium, asking nobody outside. */
export const chromiumOptions = {
  executablePath: browsers.find((file) => file && existsSync(file)) ?? 'chromium',
  // Where no language is set Chromium knows no Chinese file names.
  env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
