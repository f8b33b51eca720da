import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createLog } from '../../platform/observe/log.ts'
import { memoryEnvironment } from '../../memory.ts'
import { startEmbeddedPostgres } from '../../operate/postgres/index.ts'

it('both commands work while a server runs on the embedded database, also on an empty one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-apply-'))
  const running = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: createLog('warn') })
  const command = (name: string, ...given: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.resolve(import.meta.dirname, `${name}.main.ts`), ...given],
      { env: { ...memoryEnvironment, DATA_DIR: folder }, encoding: 'utf8' },
    )
    return { status, stdout, stderr }
  }
  const file = (name: string, content: object): string => {
    const at = path.join(folder, name)
    writeFileSync(at, JSON.stringify(content))
    return at
  }
  const place = { 省份: '浙江省', 城市: '杭州市', 区县: '西湖区' }
  const head = { 门店编码: 'A1', 手机号: '13900000001', 姓名: '周启明', 角色: '总经理' }
  const network = file('network.json', {
    门店: [{ 门店编码: 'A1', 门店名称: '西湖店', ...place }],
    成员: [head],
  })
  try {
    const tried = command('network', 'apply', network, '--dry-run')
    expect(tried).toMatchObject({ status: 0, stderr: '' })
    expect(tried.stdout).toMatch(
      /^门店 A1 西湖店 {2}新增：.*\n成员 A1 139\*{4}0001 周启明 {2}新增：.*\ndealers new: 1\nmembers new: 1\nDry run: nothing was written\.\n$/,
    )
    expect(command('network', 'apply', network).stdout).toMatch(/Done\.\n$/)
    expect(command('network', 'apply', network).stdout).toBe('Nothing to change.\n')
    expect(command('network', 'invite', head.手机号).stdout).toMatch(/\n  \/#\/login\?invite=\d{12}\n/)
    expect(command('network', 'close', 'A1', '--successor', 'B1')).toMatchObject({
      status: 1,
      stderr: 'No store has the code B1.\n',
    })
    expect(command('network', 'close', 'A1').stdout).toMatch(/^A1 西湖店 is closed: /)
    expect(command('network', 'open', 'A1').stdout).toBe('A1 西湖店 is open again.\n')
    const wrong = file('wrong.json', { 成员: [{ ...head, 角色: '店小二' }] })
    expect(command('network', 'apply', wrong)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('成员  第2行  角色  没有此角色'),
      stderr: expect.stringContaining('nothing was written'),
    })
    const brand = file('brand.json', { 品牌: [{ 品牌编号: 77, 品牌名称: '岚山' }] })
    expect(command('catalogue', 'apply', brand).stdout).toBe('品牌 new: 1\nDone.\n')
    expect(command('network', 'apply', '--what')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Usage'),
    })
    expect(command('network', 'apply', path.join(folder, 'absent.json'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('ENOENT'),
    })
    for (const name of ['network', 'catalogue']) {
      expect(command(name, '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage') })
      expect(command(name, 'template', path.join(folder, `${name}.xlsx`))).toMatchObject({
        status: 0,
        stderr: '',
      })
    }
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
