import { refreshUrl } from '@showroom/contract/base/base.api'
import { useState } from 'react'
import { callApi } from '../../api/client'

interface SignedLink {
  readonly src: string
  /** Why it cannot be shown; empty when it can. */
  readonly problem: string
  readonly renewed: boolean
}

/** Signed links expire: one that no longer loads is renewed, once. */
export function useSignedLinks(urls: readonly string[]) {
  const [changed, setChanged] = useState<ReadonlyMap<string, SignedLink>>(new Map())
  const put = (url: string, link: SignedLink): void => setChanged((old) => new Map(old).set(url, link))
  const linkOf = (url: string): SignedLink => changed.get(url) ?? { src: url, problem: '', renewed: false }

  const failed = async (index: number): Promise<void> => {
    const url = urls[index] ?? ''
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
  return { links: urls.map(linkOf), failed: (index: number): void => void failed(index) }
}
