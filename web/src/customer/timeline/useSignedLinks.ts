import { refreshUrl } from '@showroom/contract/base/base.api'
import { useEffect, useState } from 'react'
import { nowSeconds } from '../../api/clock'
import { callApi } from '../../api/client'
import { isStale } from './signedLink'

interface SignedLink {
  /** Empty while an expired link is renewed. */
  readonly src: string
  /** Reason why it cannot be shown; empty if it can. */
  readonly problem: string
  readonly renewed: boolean
}

/** Renews signed links once: those about to expire, and those that fail to load. */
export function useSignedLinks(urls: readonly string[]) {
  const [stale] = useState(() => new Set(urls.filter((url) => isStale(url, nowSeconds()))))
  const [changed, setChanged] = useState<ReadonlyMap<string, SignedLink>>(new Map())
  const put = (url: string, link: SignedLink): void => setChanged((old) => new Map(old).set(url, link))
  const linkOf = (url: string): SignedLink =>
    changed.get(url) ?? { src: stale.has(url) ? '' : url, problem: '', renewed: false }

  const renew = async (url: string): Promise<void> => {
    const { src, renewed } = linkOf(url)
    if (renewed) return put(url, { src, renewed, problem: '加载失败' })
    put(url, { src, renewed: true, problem: '' })
    try {
      const [fresh] = (await callApi(refreshUrl, { urlList: [url] })).data.urlList
      // Setting the same link again would not reload it, so no failure event would follow.
      const useless = !fresh || fresh === src
      put(url, { src: fresh ?? src, renewed: true, problem: useless ? '加载失败' : '' })
    } catch {
      put(url, { src, renewed: true, problem: '刷新图片链接失败' })
    }
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for those that were old when they came
  useEffect(() => stale.forEach((url) => void renew(url)), [stale])
  return { links: urls.map(linkOf), failed: (index: number): void => void renew(urls[index] ?? '') }
}
