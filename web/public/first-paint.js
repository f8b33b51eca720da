/* Applies the colour mode chosen earlier (stored by src/frame/appearance.ts) before the first paint, so that a
   dark screen never flashes white. */
;(() => {
  const chosen = localStorage.getItem('showroom-theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
