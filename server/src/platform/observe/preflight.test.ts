import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { checkPlaces } from './preflight.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'showroom-preflight-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('accepts a free port and a new folder, and keeps the port free', async () => {
  const config = readConfig({ PORT: '0', DATA_DIR: path.join(folder, 'new/data') })
  await expect(checkPlaces(config)).resolves.toBeUndefined()
  await expect(checkPlaces(config)).resolves.toBeUndefined()
})

it('names PORT when the port is taken', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  await expect(checkPlaces(readConfig({ PORT: String(port), DATA_DIR: folder }))).rejects.toThrow(
    `Port ${port} is taken: another program, perhaps another Showroom, listens there. Stop it, or set PORT to a free one (PORT=${port + 1}).`,
  )
  await new Promise((resolve) => void other.close(resolve))
})

it('names HOST when the address does not belong to this machine', async () => {
  await expect(
    checkPlaces(readConfig({ PORT: '34567', HOST: '192.0.2.1', DATA_DIR: folder })),
  ).rejects.toThrow('HOST=192.0.2.1 is no address of this machine.')
})

it('names DATA_DIR when the folder cannot be created', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  await expect(checkPlaces(readConfig({ DATA_DIR: path.join(file, 'data') }))).rejects.toThrow(
    /cannot be written \(ENOTDIR\): set DATA_DIR to a folder/,
  )
})
