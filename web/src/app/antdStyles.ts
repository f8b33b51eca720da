/** The file of antd's rules that the build writes (web/antdStyles.ts); in development antd makes them at run time. */
const href = import.meta.env.ANTD_STYLES

export const zeroRuntime = href !== undefined

/** Loads antd's rules before all others in the document, because ours override them. */
export function fetchAntdStyles(): Promise<void> {
  if (!href) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      // The router recognizes this wording as a file of an old build, and reloads the page.
      reject(new Error(`Failed to fetch dynamically imported module: ${href}`))
    })
    document.head.prepend(link)
  })
}
