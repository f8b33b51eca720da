/* Applies the colour mode chosen earlier (stored by src/frame/appearance.ts) before the first paint, so that a
   dark screen never flashes white. */
;(() => {
  const chosen = localStorage.getItem('showroom-theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  const hasSession = document.cookie.includes('Dealer-User-Token=')
  if (hasSession) document.documentElement.dataset.session = 'kept'

  /* Fetches the files of the page that the address asks for beside the entry, which would ask for them later. The
     build lists them by address (pageFiles.ts); without a session the sign-in page opens. The entry and its styles go
     first. */
  const { pages } = document.currentScript.dataset
  if (!pages) return
  const { names, open, kept, wide } = JSON.parse(pages)
  const address = `/${location.hash.replace(/^#?\/?/, '').replace(/\?.*/, '')}`
  const find = (list) => list[address] ?? list[address.replace(/[^/]*$/, '$')]
  const pageInShell = () => {
    const page = address === '/' ? kept['/dashboard/index'] : (find(kept) ?? kept['/$'])
    /* As in src/ui/useNarrow.ts. */
    return matchMedia('(width < 768px)').matches ? page : new Set([...page, ...wide])
  }
  for (const number of find(open) ?? (hasSession ? pageInShell() : open['/login'])) {
    const href = `/${names[number]}`
    const link = Object.assign(document.createElement('link'), {
      crossOrigin: '',
      fetchPriority: 'low',
      href,
    })
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
    else link.rel = 'modulepreload'
    /* A file that did not come is fetched again when it is needed (src/api/files.ts). */
    link.onerror = () => link.remove()
    document.head.append(link)
  }
})()
