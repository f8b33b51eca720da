import { buffer } from 'node:stream/consumers'
import { calls } from '@showroom/contract'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { pictureFields } from '@showroom/contract/kernel/pictures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from './app.ts'
import type { TestApp, Wire } from './app.ts'
import { askUpload, fieldsOf, jpeg, png, pngChunk, postFile } from './files.ts'
import { postForm, startBucketService } from './outside/bucket.ts'
import type { BucketService } from './outside/bucket.ts'
import { bodyFor, buildActor, roleFor, walkOf, withValue } from './walks/walks.ts'

/** Sends pictures with metadata, and files that are no pictures, to every call that takes pictures of customers. */

/** A JPEG's segment. */
const segment = (marker: number, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]),
    content,
  ])

/** Exif with this orientation and the device's name, in one of its two byte orders. */
function exif(orientation: number, isLittle = false): Buffer {
  const short = (value: number) => (isLittle ? [value, 0] : [0, value])
  const long = (value: number) => (isLittle ? [value, 0, 0, 0] : [0, 0, 0, value])
  const head = isLittle ? [0x49, 0x49, 0x2a, 0] : [0x4d, 0x4d, 0, 0x2a]
  const device = [0x01, 0x0f].toSorted((one, other) => (isLittle ? other - one : one - other))
  const turned = [0x01, 0x12].toSorted((one, other) => (isLittle ? other - one : one - other))
  return segment(
    0xe1,
    Buffer.concat([
      Buffer.from('Exif\0\0'),
      Buffer.from([...head, ...long(8), ...short(2)]),
      Buffer.from([...device, ...short(2), ...long(6), ...long(38)]),
      Buffer.from([...turned, ...short(3), ...long(1), ...short(orientation), 0, 0]),
      Buffer.from([...long(0), ...Buffer.from('SECRET')]),
    ]),
  )
}

/** The JPEG with these segments behind its start, and these bytes behind its end. */
const jpegWith = (segments: readonly Buffer[], tail = ''): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2), Buffer.from(tail)])
const pngWith = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

/** Orientation alone, as the server writes it. */
const upright = (orientation: number): Buffer =>
  segment(
    0xe1,
    Buffer.from(`4578696600004d4d002a0000000800010112000300000001000${orientation}000000000000`, 'hex'),
  )
const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01'))

/** Pictures as sent and as stored. */
const cleaned: readonly (readonly [name: string, ending: string, sent: Buffer, stored: Buffer])[] = [
  ['a JPEG without metadata', 'jpg', jpeg, jpeg],
  ['Exif', 'jpeg', jpegWith([exif(6)]), jpegWith([upright(6)])],
  ['Exif in the other byte order', 'jpg', jpegWith([exif(8, true)]), jpegWith([upright(8)])],
  ['Exif of an upright picture', 'jpg', jpegWith([exif(1)]), jpeg],
  ['broken Exif', 'jpg', jpegWith([segment(0xe1, Buffer.from('Exif\0\0MM\0*SECRET'))]), jpeg],
  [
    'XMP, IPTC, a comment and a video behind the picture',
    'jpg',
    jpegWith(
      [
        segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0SECRET')),
        segment(0xed, Buffer.from('Photoshop 3.0\0SECRET')),
        segment(0xe2, Buffer.from('MPF\0SECRET')),
        profile,
        segment(0xfe, Buffer.from('SECRET')),
      ],
      'ftypmp42 SECRET',
    ),
    jpegWith([profile]),
  ],
  ['a PNG without metadata', 'png', png, png],
  [
    'texts, time and Exif of a PNG',
    'png',
    Buffer.concat([
      pngWith(
        pngChunk('tEXt', 'Author\0SECRET'),
        pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0SECRET'),
        pngChunk('zTXt', 'a\0SECRET'),
        pngChunk('eXIf', 'MM\0*SECRET'),
        pngChunk('tIME', 'SECRET.'),
      ),
      Buffer.from('SECRET'),
    ]),
    png,
  ],
]

const webp = Buffer.from('RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0', 'latin1')
const wrongContent = '文件内容与类型不符'
const refused: readonly (readonly [name: string, ending: string, sent: Buffer, text: string])[] = [
  ['WebP', 'jpg', webp, wrongContent],
  ['a PNG named JPEG', 'jpg', png, wrongContent],
  ['a JPEG that is its start alone', 'jpeg', jpeg.subarray(0, 12), wrongContent],
  [
    'a page behind the first bytes of a PNG',
    'png',
    Buffer.concat([png.subarray(0, 8), Buffer.from('<script>')]),
    wrongContent,
  ],
  [
    'more than 5 MB',
    'png',
    pngWith(pngChunk('IDAT', 'x'.repeat(5 * 1024 * 1024))),
    '上传的图片大小不能超过5MB!',
  ],
]

const taking = calls.flatMap((call) =>
  pictureFields(schemaOf(call.request)).flatMap(([field = '', ...inner]) =>
    inner.length === 0 ? [[`${call.path} ${field}`, call, field] as const] : [],
  ),
)

describe('every field of a picture', () => {
  let service: BucketService
  let app: TestApp
  beforeAll(async () => {
    service = await startBucketService()
    app = await createTestApp({ bucket: service.config })
  })
  afterAll(async () => {
    await app.close()
    await service.stop()
  })

  /** Uploads to the bucket, which stores anything, and makes the call as a new member. */
  async function send(call: Call, field: string, ending: string, content: Buffer) {
    const actor = await buildActor(app, { role: roleFor(call) })
    const { token } = actor.member
    const params = await askUpload(app, token, `照片.${ending}`)
    expect((await postForm(params, content)).status).toBeLessThan(300)
    const body = { ...(await bodyFor(app, call, actor)), ...(await walkOf(call).prepare?.(app, actor)) }
    const answer: Wire<Call> = await app.post(call, token, withValue(body, [field], params.key))
    return { answer, key: params.key }
  }

  it.each(taking)('of %s is stored without metadata, or refused by its text', async (_name, call, field) => {
    for (const [name, ending, content, stored] of cleaned) {
      const { answer, key } = await send(call, field, ending, content)
      expect(answer, name).toMatchObject({ status: '0' })
      const stream = await app.app.files.read(key)
      expect(stream && (await buffer(stream)).toString('latin1'), name).toBe(stored.toString('latin1'))
      const type = (await fetch(app.app.files.link(key, new Date()))).headers.get('content-type')
      expect(type, name).toBe(ending === 'png' ? 'image/png' : 'image/jpeg')
    }
    for (const [name, ending, content, text] of refused) {
      const { answer } = await send(call, field, ending, content)
      expect(answer, name).toMatchObject({ status: '-1', errors: [{ path: field, text }] })
    }
  })
})

describe('the folder of the server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('stores pictures without metadata, and refuses other content at once', async () => {
    const { member } = await buildActor(app)
    const post = async (ending: string, content: Buffer) => {
      const params = await askUpload(app, member.token, `照片.${ending}`)
      return { key: params.key, answer: await postFile(app, fieldsOf(params), content) }
    }
    for (const [name, ending, content, stored] of cleaned) {
      const { key, answer } = await post(ending, content)
      expect(answer.statusCode, name).toBe(204)
      const stream = await app.app.files.read(key)
      expect(stream && (await buffer(stream)).toString('latin1'), name).toBe(stored.toString('latin1'))
    }
    for (const [name, ending, content, text] of refused) {
      const { answer } = await post(ending, content)
      expect([answer.statusCode, answer.json<{ detail: string }>().detail], name).toEqual([400, text])
    }
  })
})
