/** A timed test, test file or journey. */
export interface Timed {
  readonly name: string
  readonly seconds: number
}

const howMany = 10

/** Prints the ten slowest, so that a growing run time is noticed. */
export function printSlowest(what: string, all: readonly Timed[]): void {
  const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, howMany)
  const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`)
  process.stdout.write(`\nSlowest ${what}\n${lines.join('')}`)
}
