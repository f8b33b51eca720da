import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import type { Call, RequestOf } from '@showroom/contract/kernel/call'
import { expect, it } from 'vitest'
import { sha256Hex } from '../src/access/password/password.ts'
import { firstSheetOf } from './sheets.ts'
import type { Wire } from './app.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

/** Runs `npm run dev` on an empty data folder, and collects its output. */
async function startDev() {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-dev-'))
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(await freePort()),
      DEMO: '1',
      LOG_LEVEL: 'error',
      NO_COLOR: '1',
    },
  })
  const closed = once(child, 'close')
  let output = ''
  let heard = (): void => undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString()
      heard()
    })
  return {
    /** Waits until the output since `from` matches; returns the match. */
    async printed(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
      for (;;) {
        const match = pattern.exec(output.slice(from))
        if (match) return match
        if (child.exitCode !== null || output.includes('Failed running')) throw new Error(output)
        await new Promise<void>((resolve) => (heard = resolve))
      }
    },
    length: () => output.length,
    async end() {
      child.kill('SIGTERM')
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Both watchers take a new time stamp for a change; the content stays complete for processes that read it now. */
const touch = (file: string): void => utimesSync(path.join(root, file), new Date(), new Date())

it('npm run dev starts on an empty folder, writes workbooks, and reloads changed files', async () => {
  const dev = await startDev()
  try {
    const up = /Showroom 展厅 {2}http:/
    await dev.printed(up)
    const [, client = ''] = await dev.printed(/Local: +(http:\/\/localhost:\d+)/)
    async function post<C extends Call>(call: C, token: string, body: RequestOf<C>): Promise<Wire<C>> {
      const response = await fetch(client + call.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
        body: JSON.stringify(body),
      })
      return (await response.json()) as Wire<C>
    }

    const [mobile, uniqueId] = ['13800000001', 'dev']
    const { demoAnswer: answer = '' } = await post(rooms.access.captcha, '', { uniqueId })
    const { demoCode: smsCode = '' } = await post(rooms.access.getSmsCode, '', { mobile, answer, uniqueId })
    const password = sha256Hex('Showroom#2026')
    const signedIn = await post(rooms.access.loginWithSmsCode, '', { mobile, password, smsCode })
    const token = signedIn.token ?? ''
    const { profile } = await post(rooms.access.profile, token, {})

    const { file = '' } = await post(rooms.report.exportExcel, token, {
      dealerId: profile?.dealerId ?? 0,
      name: '任务概览',
      html: '<table><tr><td>姓名</td></tr><tr><td>张伟</td></tr></table>',
    })
    const got = await fetch(client + file, { headers: { cookie: `Dealer-User-Token=${token}` } })
    const bytes = new Uint8Array(await got.arrayBuffer())
    expect(await firstSheetOf(bytes)).toEqual([['姓名'], ['张伟']])

    await (await fetch(`${client}/src/main.tsx`)).text()
    const before = dev.length()
    touch('web/src/main.tsx')
    await dev.printed(/\(client\) (?:page reload|hmr update) .*main\.tsx/, before)
    touch('server/src/app.ts')
    await dev.printed(up, before)
    expect(await post(rooms.access.profile, token, {})).toMatchObject({ status: '0' })
  } finally {
    await dev.end()
  }
}, 240_000)
