import { isBack, whenBack } from './connection'
import { noteMissingFile } from './release'

/** Files that are here or on their way. */
const files = new Map<string, Promise<void>>()

/** An engine's error for a module that could not be fetched, as opposed to one that failed while it ran. */
const isUnfetched = (error: unknown): boolean => error instanceof TypeError && /module/i.test(error.message)

/**
 * Imports a lazy part of the client after its files have arrived; the build passes every dynamic import through it
 * (web/lazyParts.ts). Without a network the import waits and goes on by itself. It is not tried before, because some
 * engines never repeat an import that failed.
 */
export async function loadPart<Module>(
  importModule: () => Promise<Module>,
  names: readonly string[],
): Promise<Module> {
  await Promise.all(names.map(fetchOnce))
  try {
    // Parts of a file are listed after it.
    await Promise.all(
      names
        .filter((name) => name.endsWith('.js'))
        .toReversed()
        .map(runAlone),
    )
    return await importModule()
  } catch (error) {
    if (!isUnfetched(error)) throw error
    // An import of the page's first files failed, before this function could wait.
    while (!(await isBack())) await whenBack(true)
    return missing()
  }
}

/** Files that have run or will. */
const runs = new Map<string, Promise<void>>()

/**
 * Runs a file of a part in its own task: an import would run all of them in one, which holds a telephone for a quarter
 * of a second. If it fails, so does the import that follows.
 */
function runAlone(name: string): Promise<void> {
  const running = runs.get(name) ?? runFile(`/${name}`)
  runs.set(name, running)
  return running
}

function runFile(src: string): Promise<void> {
  const script = Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src })
  document.head.append(script)
  return new Promise<void>((resolve) => {
    script.onload = () => resolve()
    script.onerror = () => resolve()
    // An element would say that its file is here.
  }).then(() => script.remove())
}

function fetchOnce(name: string): Promise<void> {
  const coming = files.get(name) ?? fetchFile(`/${name}`)
  files.set(name, coming)
  return coming
}

/** Never resolves: the page reloads where nothing is typed, or asks for it (app/renewal.ts). */
function missing(): Promise<never> {
  noteMissingFile()
  return new Promise(() => undefined)
}

async function fetchFile(address: string): Promise<void> {
  // The page's first files have elements (public/first-paint.js).
  if (document.querySelector(`[href="${address}"]:not([rel=preload]),[src="${address}"]`)) return
  while (!(await hasArrived(address)) || !(await isApplied(address))) await whenBack(true)
}

/** Whether a file has arrived completely. */
async function hasArrived(address: string): Promise<boolean> {
  try {
    const response = await fetch(address)
    if (response.status === 404 || response.status === 410) return missing()
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** Adds a style sheet to the page; false if it did not load. */
function isApplied(href: string): Promise<boolean> {
  if (!href.endsWith('.css')) return Promise.resolve(true)
  // source-disable-next-line uncheckedAddress -- a sheet of the build, by its own list
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  // Our rules override antd's, in whichever order they load (web/antdStyles.ts).
  document.head[href.includes('/antd-') ? 'prepend' : 'append'](link)
  return new Promise((resolve) => {
    link.onload = () => resolve(true)
    link.onerror = () => {
      link.remove()
      resolve(false)
    }
  })
}
