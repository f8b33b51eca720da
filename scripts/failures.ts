import { stripVTControlCharacters } from 'node:util'

/** A test with its failure messages; it passed if there are none. */
export interface Failure {
  readonly name: string
  readonly messages: readonly string[]
}

const mostLines = 12

/** Prints the failed tests, and the journeys that failed once, with the first lines of each message, at the end of a run whose log may be cut. */
export function printFailures(all: readonly Failure[]): void {
  const failed = all.filter(({ messages }) => messages.length > 0)
  if (failed.length === 0) return
  process.stdout.write('\nFailed\n')
  for (const { name, messages } of failed) {
    const lines = messages.flatMap((message) =>
      stripVTControlCharacters(message).split('\n').slice(0, mostLines),
    )
    process.stdout.write(`  ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`)
  }
}
