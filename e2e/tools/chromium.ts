import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * Chromium candidates, in this order: the one scripts/browser.mjs unpacked where nothing may be installed; the one
 * named by CHROMIUM; Debian's headless shell, which uses a seventh less of the machine for the same pages; the full
 * browser.
 */
const browsers = [
  path.resolve(import.meta.dirname, '../../node_modules/.cache/browser/chromium'),
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
]

/** Launch options for the journeys and the bench: Debian's Chromium, without requests to outside services. */
export const chromiumOptions = {
  executablePath: browsers.find((file) => file && existsSync(file)) ?? 'chromium',
  // Without a language Chromium cannot handle Chinese file names.
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
