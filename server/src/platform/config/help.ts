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

/** From then on a reader that ends early, as in `npm run doctor | head`, does not end the tool with an error. */
export function outliveReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Prints a tool's usage for `--help` or `-h` and exits. Call it before the tool reads or prints anything else. */
export function offerHelp(usage: string): void {
  outliveReader()
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  process.stdout.write(`${asCalled(usage)}\n`)
  process.exit(0)
}
