import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { startFakePersonnel } from '../../../test/outside/personnel.ts'
import type { FakePersonnel } from '../../../test/outside/personnel.ts'
import { createLog } from '../observe/log.ts'
import { unrecorded } from '../outside/outcomes.ts'
import { createPersonnelService } from './personnel.ts'

let service: FakePersonnel
let app: TestApp
let by: BuiltMember
const log: string[] = []
beforeAll(async () => {
  service = await startFakePersonnel(() => testNow)
  app = await createTestApp({
    outside: { personnel: service.config },
    log: createLog('info', { write: (line) => void log.push(line) }),
  })
  by = await buildMember(app.db, app.now(), { role: 1 })
})
afterAll(async () => {
  await app.close()
  await service.close()
})

const person = { name: '冯远征', mobile: '13722220001', identifyNo: '11010119900307002X' }
const verify = () => app.post(rooms.team.memberVerify, by.token, { ...person, mobile: '137 2222 0001' })

it('queries new members, signed and without blanks, and returns their accounts', async () => {
  service.answer({ isAll: true, siebelIds: ['A100/销售顾问', 'A101/展厅经理'] })
  expect(await verify()).toMatchObject({
    status: '0',
    isAll: true,
    siebelIds: ['A100/销售顾问', 'A101/展厅经理'],
  })
  expect(service.requests.at(-1)).toEqual(person)
})

it('returns no accounts for a partial match', async () => {
  service.answer({ isAll: false, siebelIds: ['A100/销售顾问'] })
  expect(await verify()).toMatchObject({ status: '0', isAll: false, siebelIds: [] })
})

it.each([
  ['no JSON', '<html>维护中</html>'],
  ['nothing of what is expected', { ok: true }],
  ['accounts of another form', { isAll: true, siebelIds: ['<b>'] }],
  ['too much', 'x'.repeat(400_000)],
])('treats %s as an unknown person and logs nothing about them', async (_, answer) => {
  log.length = 0
  service.answer(answer)
  expect(await verify()).toMatchObject({ status: '0', isAll: false, siebelIds: [] })
  expect(log.join('')).toContain('the personnel system did not answer')
  expect(log.join('')).not.toMatch(/137\s?2222|冯远征|1101011990/)
})

it('waits five seconds for a silent service', { timeout: 20_000 }, async () => {
  service.answer('silence')
  const started = performance.now()
  expect(await verify()).toMatchObject({ status: '0', isAll: false })
  expect(performance.now() - started).toBeGreaterThan(4_900)
})

it('reports whether the service answers and why not', async () => {
  const ask = (secret = service.config.secret) =>
    createPersonnelService(
      { ...service.config, secret },
      { clock: () => testNow, log: createLog('silent'), door: unrecorded },
    ).check()
  service.answer({ isAll: false })
  expect(await ask()).toBe('no match for the test person')
  await expect(ask('another secret, long enough')).rejects.toThrow('answered HTTP 401')
})
