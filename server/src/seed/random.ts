/** A small seeded generator (mulberry32): the same seed gives the same network on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns a whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T
  }

  /** Returns one of the items with the probability of its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T {
    const total = items.reduce((sum, [, weight]) => sum + weight, 0)
    let rest = this.next() * total
    for (const [item, weight] of items) if ((rest -= weight) < 0) return item
    return (items.at(-1) as readonly [T, number])[0]
  }

  /** Returns `count` different items in random order. */
  sample<T>(items: readonly T[], count: number): T[] {
    const left = [...items]
    const taken: T[] = []
    while (taken.length < count && left.length > 0)
      taken.push(...left.splice(this.int(0, left.length - 1), 1))
    return taken
  }

  digits(count: number): string {
    let text = ''
    for (let i = 0; i < count; i++) text += Math.floor(this.next() * 10)
    return text
  }
}
