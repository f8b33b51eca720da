/** What a tool says to `--help` or `-h`: its usage, and nothing is done. Called before the tool reads anything else. */
export function offerHelp(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
