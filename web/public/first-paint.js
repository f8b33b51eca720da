/* Applies the colour mode chosen earlier (stored by src/frame/appearance.ts) before the first paint, so that a
   dark screen never flashes white. */
;(() => {
  const chosen = localStorage.getItem('showroom-theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'

  /* With a session, fetches the signed-in pages' common files beside the entry that will ask for them (vite.config.ts). */
  if (!document.cookie.includes('Dealer-User-Token=')) return
  document.documentElement.dataset.session = 'kept'
  for (const href of document.currentScript.dataset.shell?.split(' ') ?? []) {
    const link = Object.assign(document.createElement('link'), { crossOrigin: '' })
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', href })
    else Object.assign(link, { rel: 'modulepreload', href })
    document.head.append(link)
  }
})()
