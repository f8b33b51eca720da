import { existsSync } from 'node:fs'

/** An unpacked archive has a launcher beside package.json, a clone has none. */
const isArchive = existsSync(new URL('../../../../showroom', import.meta.url))

/** A text for operators that names commands as npm runs them; in the archive as its launcher does. */
export const asCalled = (text: string): string =>
  isArchive
    ? text
        .replaceAll(/\bnpm run ([a-z-]+)(?: --(?= ))?/g, 'showroom $1')
        .replaceAll('node server/src/main.ts', 'showroom start')
    : text

/** Prints a tool's usage for `--help` or `-h` and exits. Call it before the tool reads anything else. */
export function offerHelp(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  process.stdout.write(`${asCalled(usage)}\n`)
  process.exit(0)
}
