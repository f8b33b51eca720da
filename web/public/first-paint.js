/* Before the first paint: the mode chosen earlier (src/frame/appearance.ts keeps it), so that a dark screen never flashes white. */
;(() => {
  const chosen = localStorage.getItem('showroom-theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
