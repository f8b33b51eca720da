import type { Readable } from 'node:stream'

/** A place for backups: named objects in a folder or bucket. */

export interface Kept {
  readonly name: string
  readonly bytes: number
  readonly at: Date
}

export interface Place {
  /** Shown to the operator. */
  readonly shown: string
  /** Writes an object from a stream. It exists when this returns, and not before; a killed write leaves none. Returns its bytes. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Reads an object; rejects if there is none. */
  read(name: string): Promise<Readable>
  /** Lists the objects whose names begin with a prefix that ends with a slash, in the order of their names. */
  list(prefix: string): Promise<Kept[]>
  remove(names: readonly string[]): Promise<void>
}
