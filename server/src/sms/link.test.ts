import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdsLink } from './link.ts'

it.each([
  't.cn/abc',
  'x.com/a',
  '访问x.com领取',
  '请访问https://a',
  'www.a',
  'ｘ．ｃｏｍ',
  'x。com',
  'x｡com',
  '163。com领取',
  'x.c\u200bom',
  'x .com',
  't. cn/a',
  '𝐱.𝐜𝐨𝐦',
  'х.com', // a Cyrillic letter
  '小米.中国',
  'a.xn--fiqs8s',
  'x.com.2025',
  '1.2.3.4',
  '到192.168.1.20:8080看',
  '１．２．３．４',
  '2001:db8::1',
  'a@b.com',
])('finds a link in %j', (text) => {
  expect(holdsLink(text)).toBe(true)
})

it.each([
  '感谢您选择本店。手机：13800000000',
  '{客户姓名}您好，本店。公司地址：文一西路',
  '{客户姓名}。{客户经理}',
  '您好，本周六见。',
  '9.9折',
  '3.5万起',
  '0571-8888',
  '1.5T',
  '2026.11.26 10:30:00',
  'V2.0版',
  '1.到店 2.试驾',
  'ET5。您好',
  '服务热线：0571-88888888。',
])('finds no link in %j', (text) => {
  expect(holdsLink(text)).toBe(false)
})

const suffixes = ['com', 'cn', 'com.cn', 'co.uk', 'top', 'vip', 'me', 'io', 'ai', 'xn--fiqs8s', 'app', 'pub']
const chinese = fc.string({
  unit: fc.constantFrom(...'感谢您选择本店手机公司中国在线网店集团商城信息电话试驾周末见一二三'.split('')),
  minLength: 1,
  maxLength: 12,
})
const label = fc.stringMatching(/^[a-z\d]{1,8}$/)
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0))
const written = fc.constantFrom(
  (host: string) => host,
  wide,
  (host: string) => host.toUpperCase(),
  (host: string) => host.replaceAll('.', '。'),
  (host: string) => host.replaceAll('.', '．'),
  (host: string) => host.split('').join('\u200b'),
)

it('finds a host with a public suffix in any text and spelling', () => {
  const text = fc
    .tuple(chinese, label, fc.constantFrom(...suffixes), written, chinese)
    .map(([before, name, suffix, write, after]) => before + write(`${name}.${suffix}`) + after)
  fc.assert(
    fc.property(text, (one) => {
      expect(holdsLink(one)).toBe(true)
    }),
  )
})

it('finds an IP address in any text', () => {
  const text = fc.tuple(chinese, fc.ipV4(), chinese).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (one) => {
      expect(holdsLink(one)).toBe(true)
    }),
  )
})

it('finds no link in Chinese sentences, whatever follows a full stop', () => {
  const sentence = fc
    .tuple(chinese, fc.constantFrom('，', '：', '、', '！'), chinese, fc.nat(99_999))
    .map(([one, mark, other, number]) => `${one}${mark}${other}${number}`)
  const text = fc.array(sentence, { minLength: 1, maxLength: 6 }).map((all) => `${all.join('。')}。`)
  fc.assert(
    fc.property(text, (one) => {
      expect(holdsLink(one)).toBe(false)
    }),
  )
})
