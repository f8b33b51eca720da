import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { maskMobiles } from './mobile'
import { inBrowser, inTab } from './storage'

const values = new Map<string, string>()
const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
}
beforeEach(() => {
  values.clear()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
})
afterAll(() => vi.unstubAllGlobals())

it.each([inTab, inBrowser])('keeps and removes a value', (stored) => {
  const theme = stored('theme')
  expect(theme.read()).toBeNull()
  theme.write('dark')
  expect(theme.read()).toBe('dark')
  theme.remove()
  expect(theme.read()).toBeNull()
})

it('stores no mobile, in a value or a key', () => {
  inBrowser('last').write('{"mobile":"13812345678"}')
  inTab('13812345678').write('1')
  expect([...values]).toEqual([])
  inTab('at').write('{"from":1764288000,"until":1764374400000}')
  expect([...values.keys()]).toEqual(['at'])
})

it('masks the mobiles of a title', () => {
  expect(maskMobiles('客户 13812345678')).toBe('客户 138****5678')
  expect(maskMobiles('订单 DD26111800001')).toBe('订单 DD26111800001')
})
