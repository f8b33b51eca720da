/** Makes the browser download a URL without leaving the page. A file name in the response headers wins over that of the URL. */
import { safeAddress } from './address'
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = safeAddress(url) ?? '#'
  link.download = ''
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
