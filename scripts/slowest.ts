/** Something that took its time: a test, a test file, a journey. */
export interface Timed {
  readonly name: string
  readonly seconds: number
}

const howMany = 10

/** Prints the ten that took longest, so that the time of a whole run does not grow unseen. */
export function tellSlowest(what: string, all: readonly Timed[]): void {
  const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, howMany)
  const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`)
  process.stdout.write(`\nSlowest ${what}\n${lines.join('')}`)
}
