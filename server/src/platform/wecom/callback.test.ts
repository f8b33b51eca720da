import { expect, it } from 'vitest'
import { callbackSignature, isFromWecom, openMessage, readXml, sealMessage } from './callback.ts'

/** The example of WeCom's documents. */
const callback = { token: 'QDG6eK', key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C' }
const corpId = 'wx5823bf96d3bd56c7'
const envelope = {
  signature: '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
  timestamp: '1409659589',
  nonce: '263014780',
  encrypted: 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==',
}

it('opens the example of WeCom, and nothing that was changed', () => {
  expect(isFromWecom(callback, envelope)).toBe(true)
  expect(openMessage(callback, corpId, envelope.encrypted)).toBe('1616140317555161061')
  expect(isFromWecom(callback, { ...envelope, nonce: '263014781' })).toBe(false)
  expect(isFromWecom(callback, { ...envelope, signature: '' })).toBe(false)
  expect(openMessage(callback, 'wx0000000000000000', envelope.encrypted)).toBeUndefined()
  for (const broken of ['', 'AAAA', envelope.encrypted.slice(24), 'x'.repeat(64)])
    expect(openMessage(callback, corpId, broken)).toBeUndefined()
})

it('seals messages of every length so that they open again', () => {
  for (const length of [0, 1, 11, 12, 31, 32, 33, 1_000]) {
    const message = '中'.repeat(length)
    expect(openMessage(callback, corpId, sealMessage(callback, corpId, message))).toBe(message)
  }
  expect(callbackSignature(callback, envelope)).toBe(envelope.signature)
})

it('reads the fields of an event, and no document type', () => {
  const xml =
    '<xml><Event><![CDATA[a<b&c]]></Event><Time>12</Time><Deep><Event>x</Event></Deep><A>&amp;&x;</A></xml>'
  expect(Object.fromEntries(readXml(xml) ?? [])).toEqual({ Event: 'a<b&c', Time: '12', A: '&amp;&x;' })
  expect(readXml(`<!DOCTYPE xml [<!ENTITY x "y">]>${xml}`)).toBeUndefined()
  expect(readXml('no xml')?.size).toBe(0)
})
