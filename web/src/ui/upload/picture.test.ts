import { expect, test } from 'vitest'
import { unreadableText } from './picture'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0))

test('a picture that the browser cannot read is refused with its format, or its size', () => {
  const formats = {
    '\0\0\0\x18ftypheic\0\0\0\0': 'HEIC',
    '\0\0\0\x18ftypmif1\0\0\0\0': 'HEIC',
    '\0\0\0\x1cftypavif\0\0\0\0': 'AVIF',
    'RIFF\x0a\x0d\0\0WEBPVP8 ': 'WebP',
    '\xff\xd8\xff\xe0': 'JPEG',
    '\x89PNG\r\n\x1a\n': 'PNG',
    GIF89a: 'GIF',
    'II*\0': 'TIFF',
    'MM\0*': 'TIFF',
    '%PDF-1.7': 'PDF',
  }
  for (const [start, format] of Object.entries(formats))
    expect(unreadableText(bytes(start), 1000)).toBe(
      `无法读取该${format}格式的图片，请另存为 jpeg 或 png 后上传`,
    )
  expect(unreadableText(bytes('<svg'), 1000)).toBe('仅支持 jpeg、jpg、png 格式的图片')
  expect(unreadableText(bytes('\0\0\0\x18ftypheic'), 6_000_000)).toBe('上传的图片大小不能超过5MB!')
})
