import { isBack, whenBack } from './connection'
import { noteMissingFile } from './release'

/**
 * Whether the engine repeats an import that failed, as Chromium alone does. Elsewhere an element must not try a file
 * before a `fetch` has left it in the cache.
 */
const repeatsImports = 'userAgentData' in navigator

/** Files that are in the cache or on their way. */
const fetches = new Map<string, Promise<void>>()
/** Files whose elements have loaded or will. */
const loads = new Map<string, Promise<void>>()

/** An engine's error for a module that could not be fetched, as opposed to one that failed while it ran. */
const isUnfetched = (error: unknown): boolean => error instanceof TypeError && /module/i.test(error.message)

/**
 * Imports a lazy part of the client after its files have arrived; the build passes every dynamic import through it
 * (web/lazyParts.ts). Without a network the import waits and goes on by itself.
 *
 * Each script runs in its own task: an import would run all of them in one, which holds a telephone for a quarter of a
 * second.
 */
export async function loadPart<Module>(
  importModule: () => Promise<Module>,
  names: readonly string[],
): Promise<Module> {
  if (!repeatsImports) await Promise.all(names.map((name) => once(fetches, name, fetchFile)))
  try {
    // Parts of a file are listed after it.
    await Promise.all(names.toReversed().map((name) => once(loads, name, loadFile)))
    return await importModule()
  } catch (error) {
    if (!isUnfetched(error)) throw error
    // An import of the page's first files failed, before this function could wait.
    while (!(await isBack())) await whenBack(true)
    return missing()
  }
}

function once(
  files: Map<string, Promise<void>>,
  name: string,
  take: (address: string) => Promise<void>,
): Promise<void> {
  const taken = files.get(name) ?? take(`/${name}`)
  files.set(name, taken)
  return taken
}

/** Never resolves: the page reloads where nothing is typed, or asks for it (app/renewal.ts). */
function missing(): Promise<never> {
  noteMissingFile()
  return new Promise(() => undefined)
}

/** Whether the page has an element with the file (public/first-paint.js). */
const hasElement = (address: string): boolean =>
  document.querySelector(`[href="${address}"]:not([rel=preload]),[src="${address}"]`) !== null

async function fetchFile(address: string): Promise<void> {
  if (hasElement(address)) return
  while (!(await hasArrived(address))) await whenBack(true)
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

/** Runs a script or applies a sheet, at last. Where an engine does not repeat imports, one of a failed script fails, too. */
async function loadFile(address: string): Promise<void> {
  const isSheet = address.endsWith('.css')
  if (isSheet && hasElement(address)) return
  while (!(await (isSheet ? isApplied : isRun)(address))) {
    if (!isSheet && !repeatsImports) return
    await hasArrived(address)
    await whenBack(true)
  }
}

/** Runs a script; false if it, or one that it imports, did not load. */
function isRun(src: string): Promise<boolean> {
  const script = Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src })
  document.head.append(script)
  // An element that stays would say that its file is here.
  return loadOf(script).finally(() => script.remove())
}

/** Adds a style sheet to the page; false if it did not load. */
async function isApplied(href: string): Promise<boolean> {
  // source-disable-next-line uncheckedAddress -- a sheet of the build, by its own list
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  // Our rules override antd's, in whichever order they load (web/antdStyles.ts).
  document.head[href.includes('/antd-') ? 'prepend' : 'append'](link)
  const isHere = await loadOf(link)
  if (!isHere) link.remove()
  return isHere
}

/** Whether the file of an element loads. */
const loadOf = (element: HTMLElement): Promise<boolean> =>
  new Promise((resolve) => {
    element.onload = () => resolve(true)
    element.onerror = () => resolve(false)
  })
