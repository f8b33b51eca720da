import { safeAddress } from '../address'
import { imageLimitMb } from './image'

/** Prepares pictures of customers for upload, because telephones and browsers save them large, turned, with place and device, or as WebP. */

/** Rejects a file that is no picture which can be sent; trying again does not help. */
export class PictureRefused extends Error {}

const limit = imageLimitMb * 1024 * 1024
const tooLarge = `上传的图片大小不能超过${imageLimitMb}MB!`
const wrongType = '仅支持 jpeg、jpg、png 格式的图片'

/** Types by file name that may be readable; browsers leave the type empty for names that they do not know. */
const readable = new Set([
  '',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'image/avif',
])

/** Formats by the first bytes, for the text about a file that the browser cannot read. */
const formats: readonly (readonly [name: string, start: RegExp])[] = [
  ['JPEG', /^\u00FF\u00D8\u00FF/],
  ['PNG', /^\u0089PNG/],
  ['WebP', /^RIFF[^]{4}WEBP/],
  ['AVIF', /^[^]{4}ftypavi/],
  ['HEIC', /^[^]{4}ftyp(?:he|mi|ms)/],
  ['GIF', /^GIF8/],
  ['TIFF', /^(?:II\*|MM\0)/],
  ['BMP', /^BM/],
  ['PDF', /^%PDF/],
]

const formatOf = (start: Uint8Array): string | undefined =>
  formats.find(([, pattern]) => pattern.test(String.fromCharCode(...start)))?.[0]

/** The error text for a file that the browser cannot read. */
export function unreadableText(start: Uint8Array, size: number): string {
  if (size > limit) return tooLarge
  const format = formatOf(start)
  return format ? `无法读取该${format}格式的图片，请另存为 jpeg 或 png 后上传` : wrongType
}

/** Pixels of a picture at most: a page of small print stays readable, also as a long screenshot. */
const mostPixels = 8_000_000
const leastPixels = 500_000

/**
 * Draws the picture again: upright, smaller, without metadata, as PNG if it is one, otherwise as JPEG. Draws a smaller one while the
 * result is over the limit. Rejects with `PictureRefused` for a file that cannot be sent.
 */
export async function preparePicture(file: File): Promise<File> {
  if (!readable.has(file.type)) throw new PictureRefused(wrongType)
  const start = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const url = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = safeAddress(url) ?? ''
    await picture.decode().catch(() => {
      throw new PictureRefused(unreadableText(start, file.size))
    })
    const types = formatOf(start) === 'PNG' ? ['image/png', 'image/jpeg'] : ['image/jpeg']
    for (let pixels = mostPixels; pixels >= leastPixels; pixels /= 2)
      for (const type of types) {
        const drawn = await draw(picture, pixels, type)
        if (drawn && drawn.size <= limit)
          return new File([drawn], `picture.${type === 'image/png' ? 'png' : 'jpg'}`, { type })
      }
    throw new PictureRefused(tooLarge)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Browsers draw a picture upright, as its orientation says. */
function draw(picture: HTMLImageElement, pixels: number, type: string): Promise<Blob | null> {
  const { naturalWidth: width, naturalHeight: height } = picture
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const brush = canvas.getContext('2d')
  if (!brush) throw new PictureRefused(tooLarge)
  // JPEG has no transparency: without this it becomes black.
  if (type === 'image/jpeg') {
    brush.fillStyle = '#fff'
    brush.fillRect(0, 0, canvas.width, canvas.height)
  }
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.85))
}
