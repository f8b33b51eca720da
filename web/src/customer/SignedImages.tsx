import { refreshUrl } from '@showroom/contract/base/base.api'
import { Image } from 'antd'
import { useState } from 'react'
import { callApi } from '../app/api/client'

interface SignedImagesProps {
  urls: readonly string[]
  /** What they show. */
  alt: string
  size: number
}

/** Thumbnails with a viewer: zoom, rotate, next and previous. */
export function SignedImages({ urls, alt, size }: SignedImagesProps) {
  return (
    <Image.PreviewGroup>
      <span className="sr-c-images">
        {urls.map((url, index) => (
          <SignedImage key={url} url={url} alt={`${alt} ${index + 1}`} size={size} />
        ))}
      </span>
    </Image.PreviewGroup>
  )
}

/** A signed link expires: it is renewed once when it no longer loads (document 2, section 8). */
function SignedImage({ url, alt, size }: { url: string; alt: string; size: number }) {
  const [source, setSource] = useState(url)
  const [state, setState] = useState<'first' | 'renewed' | 'failed'>('first')
  const [text, setText] = useState('加载失败')

  const failed = async (): Promise<void> => {
    if (state !== 'first') return setState('failed')
    setState('renewed')
    try {
      const { data } = await callApi(refreshUrl, { urlList: [url] })
      const [renewed] = data.urlList
      if (!renewed) throw new Error('no link')
      // The same link again would not be fetched again, so nothing would tell that it failed.
      if (renewed === source) setState('failed')
      else setSource(renewed)
    } catch {
      setText('刷新图片链接失败')
      setState('failed')
    }
  }
  if (state === 'failed')
    return (
      <span className="sr-c-image-failed" style={{ width: size, height: size }}>
        {text}
      </span>
    )
  return (
    <Image
      src={source}
      alt={alt}
      width={size}
      height={size}
      className="sr-c-image"
      loading="lazy"
      onError={() => void failed()}
      preview={{ scaleStep: 0.2, minScale: 0.2 }}
    />
  )
}
