import { refreshUrl } from '@showroom/contract/base/base.api'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/client'
import { isStale } from './signedLink'

interface SignedLink {
  /** Empty while one that has run out is made anew. */
  readonly src: string
  /** Why it cannot be shown; empty when it can. */
  readonly problem: string
  readonly renewed: boolean
}

/** Signed links expire: one that is about to, or that no longer loads, is renewed, once. */
export function useSignedLinks(urls: readonly string[]) {
  const [stale] = useState(() => new Set(urls.filter((url) => isStale(url, Date.now() / 1000))))
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
      // The same link again would not be fetched again, so nothing would tell that it failed.
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
