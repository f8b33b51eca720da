/** Prints a tool's usage for `--help` or `-h` and exits. Call it before the tool reads anything else. */
export function offerHelp(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
