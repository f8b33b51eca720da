import { expect, it } from 'vitest'
import { safeAddress } from './address'

it.each([
  '/help/start.html',
  '#/customer/detail/7',
  'customer?id=7',
  'https://portal.example/lead/7',
  'http://portal.example',
  'blob:https://page/1',
  'data:image/png;base64,aaaa',
  'data:image/svg+xml;utf8,<svg/>',
])('passes %s', (address) => {
  expect(safeAddress(address)).toBe(address)
})

it.each([
  '',
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'https://',
])('refuses %j', (address) => {
  expect(safeAddress(address)).toBeUndefined()
})
