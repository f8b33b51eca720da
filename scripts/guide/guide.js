/* The search field and the theme of the documents. Everything else works without a script. */
const { base = '', none = '' } = document.body.dataset
const field = /** @type {HTMLInputElement} */ (document.querySelector('#find'))
const found = /** @type {HTMLElement} */ (document.querySelector('#found'))
field.hidden = false

/** @type {Promise<{ page: string, title: string, headings: [string, string][] }[]> | undefined} */
let index
const read = () => (index ??= fetch(`${base}search.json`).then((response) => response.json()))

const most = 20

/** Pages and headings that hold each word; titles before headings. */
function search(pages, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (one) => words.every((word) => one.toLowerCase().includes(word))
  const titles = pages
    .filter(({ title }) => holds(title))
    .map(({ page, title }) => ({ href: page, text: title }))
  const headings = pages.flatMap(({ page, title, headings: all }) =>
    all
      .filter(([, heading]) => holds(`${title} ${heading}`) && !holds(title))
      .map(([anchor, heading]) => ({
        href: `${page}#${encodeURIComponent(anchor)}`,
        text: heading,
        of: title,
      })),
  )
  return [...titles, ...headings].slice(0, most)
}

function show(hits) {
  const list = document.createElement('ul')
  for (const { href, text, of } of hits) {
    const link = Object.assign(document.createElement('a'), { href: base + href, textContent: text })
    if (of) link.append(Object.assign(document.createElement('span'), { textContent: of }))
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  found.replaceChildren(
    hits.length > 0 ? list : Object.assign(document.createElement('p'), { textContent: none }),
  )
}

async function find() {
  const text = field.value.trim()
  if (!text) {
    found.replaceChildren()
    return
  }
  const pages = await read()
  if (field.value.trim() === text) show(search(pages, text))
}

field.addEventListener('focus', () => void read(), { once: true })
field.addEventListener('input', () => void find())

const close = () => found.replaceChildren()
/* Arrow keys walk through the hits, Enter in the field opens the first one, Escape closes them. */
document.querySelector('search')?.addEventListener('keydown', (event) => {
  const links = [...found.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (event.key === 'Escape') {
    close()
    field.focus()
  } else if (event.key === 'Enter' && at < 0) links[0]?.click()
  else if (event.key === 'ArrowDown') (links[at + 1] ?? links[0])?.focus()
  else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : field)?.focus()
  else return
  if (event.key !== 'Enter') event.preventDefault()
})
/* Also after a hit on the same page. */
found.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a')) close()
})
document.addEventListener('pointerdown', (event) => {
  if (event.target instanceof Element && !event.target.closest('search')) close()
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input')
  if (event.key !== '/' || isTyping) return
  event.preventDefault()
  field.focus()
})

/* Like web/public/first-paint.js, which sets the theme at first; paper is light. */
const isDark = matchMedia('(prefers-color-scheme: dark)')
function paint(isPrinting = false) {
  const chosen = localStorage.getItem('showroom-theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && isDark.matches)
  document.documentElement.dataset.theme = dark && !isPrinting ? 'dark' : 'light'
}
isDark.addEventListener('change', () => paint())
addEventListener('storage', () => paint())
addEventListener('afterprint', () => paint())
addEventListener('beforeprint', () => {
  paint(true)
  for (const image of document.querySelectorAll('img')) image.loading = 'eager'
})
