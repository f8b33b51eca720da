/** Lets the browser save what an address gives. The page stays; a name in the answer's headers wins over the address's. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
