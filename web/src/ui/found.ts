import { cleanLine, foldForSearch } from '@showroom/contract/kernel/clean'

/** Searches in what the page has loaded. They fold both sides, like the server's. */

/** A typed or pasted keyword as requests carry it. */
export const keywordOf = (typed: string): string => cleanLine(typed).slice(0, 50)

/** Whether the text contains the typed keyword. */
export const contains = (text: string, typed: string): boolean =>
  foldForSearch(text).includes(foldForSearch(typed))

/** Filters a select's options by their labels. */
export const byLabel = {
  filterOption: (typed: string, option?: { readonly label?: unknown }): boolean =>
    typeof option?.label === 'string' && contains(option.label, typed),
}

/** The last place of the keyword in a text, as indexes of its start and end; undefined if it is not in it. */
export function placeOf(text: string, typed: string): readonly [start: number, end: number] | undefined {
  const key = foldForSearch(typed)
  const characters = Array.from(text)
  // The place in the text that each folded unit comes from.
  const [origins, ends]: [number[], number[]] = [[], []]
  let [folded, at] = ['', 0]
  for (const character of characters) {
    const part = foldForSearch(character)
    for (let unit = 0; unit < part.length; unit++) {
      origins.push(at)
      ends.push(at + character.length)
    }
    folded += part
    at += character.length
  }
  const matchAt = key === '' ? -1 : folded.lastIndexOf(key)
  const [start, end] = [origins[matchAt], ends[matchAt + key.length - 1]]
  return start === undefined || end === undefined ? undefined : [start, end]
}
