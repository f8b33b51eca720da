import { readdirSync } from 'node:fs'
import path from 'node:path'

const contract = path.resolve(import.meta.dirname, '../../contract/src')

/** The rooms: the folders of the contract, except its kernel. A new room is its folder; the gate follows. */
export const rooms: readonly string[] = readdirSync(contract, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kernel')
  .map(({ name }) => name)
