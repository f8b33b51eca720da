/** A prepared statement: its text with the name by which connections keep it. */
export interface Named {
  readonly name: string
  readonly text: string
}

/**
 * Names of prepared statements, the same on all connections of the process. Connections keep each text, and PostgreSQL a plan several times
 * its size, so the texts are bounded by their bytes together: beyond `mostBytes` the ones that are longest unused lose their names. A name
 * is never given twice; connections close what has lost it (`closeEvicted`).
 */
export class StatementNames {
  readonly #mostBytes: number
  /** By text, the least recently used first. */
  readonly #named = new Map<string, Named & { readonly bytes: number }>()
  readonly #alive = new Set<string>()
  #bytes = 0
  #made = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** How many names were taken away so far. */
  get evicted(): number {
    return this.#made - this.#alive.size
  }

  get bytes(): number {
    return this.#bytes
  }

  isAlive(name: string): boolean {
    return this.#alive.has(name)
  }

  /** Takes all names away, because plans are out of date after a change of the schema. */
  forget(): void {
    this.#named.clear()
    this.#alive.clear()
    this.#bytes = 0
  }

  /** The name of a text, with the text as it was first written: each connection keeps what it was sent, and another copy would be one more. */
  nameOf(text: string): Named | undefined {
    const existing = this.#named.get(text)
    if (existing) {
      this.#named.delete(text)
      this.#named.set(text, existing)
      return existing
    }
    const bytes = Buffer.byteLength(text)
    // One that would take the place of all others runs unnamed.
    if (bytes > this.#mostBytes / 10) return undefined
    const named = { name: `q${this.#made++}`, text, bytes }
    this.#named.set(text, named)
    this.#alive.add(named.name)
    this.#bytes += bytes
    for (const [oldest, { name, bytes: freed }] of this.#named) {
      if (this.#bytes <= this.#mostBytes) break
      this.#named.delete(oldest)
      this.#alive.delete(name)
      this.#bytes -= freed
    }
    return named
  }
}

/** State that pg keeps of one connection's prepared statements. */
export interface Preparing {
  /** Parsed by PostgreSQL, by name. */
  readonly parsedStatements: Record<string, string>
  /** On their way to it. */
  readonly submittedNamedStatements: Record<string, string>
  close(what: { readonly type: 'S'; readonly name: string }): void
}

/**
 * Closes evicted statements on a connection, right before a further statement. Messages are answered in order, so statements in flight
 * still find their plans. Unlike `deallocate`, the message works in a failed transaction. Returns whether nothing is left to close:
 * statements in flight are closed the next time.
 */
export function closeEvicted(names: StatementNames, connection: Preparing): boolean {
  const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection
  for (const name of Object.keys(parsed))
    if (!names.isAlive(name)) {
      connection.close({ type: 'S', name })
      delete parsed[name]
    }
  return Object.keys(submitted).every((name) => names.isAlive(name))
}
