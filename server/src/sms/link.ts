import { isIP } from 'node:net'
import { parse } from 'tldts'

/**
 * Detects links in a text, with or without a scheme, by the public suffix list. Checks the text as a phone would display it: compatibility
 * forms folded, invisible characters and spaces around dots removed.
 */

const invisible = /\p{Cf}|\p{Cn}|\p{Co}|[\u115f\u1160\u2800]|\u034f|[\ufe00-\ufe0f]/gu

const cleaned = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(/(?<!\s)\s+(?=[.。])/g, '')
    .replaceAll(/(?<=[.。])\s+(?=[a-z])/g, '')

/** Labels that may end a host: all letters after a dot, and the Latin letters alone, because a host ends where Chinese text continues. */
const endings = [/(?<=[\p{L}\p{N}]\.)[\p{L}\p{N}-]+/gu, /(?<=[\p{L}\p{N}]\.)[a-z\d-]+/giu]
/** A Chinese full stop ends a sentence, so it joins Latin labels only. */
const fullStop = /(?<=[a-z\d]。)[a-z\d-]+/giu

const isTopLevel = (label: string): boolean =>
  parse(`a.${label.replace(/(?<!-)-+$/, '')}`, { allowPrivateDomains: false }).isIcann === true

const addresses4 = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/g
const addresses6 = /(?<![\da-f:])[\da-f:]+/gi

/** `::` alone, which is an address too, is punctuation here. */
const isAddress = (one: string): boolean => one.length > 2 && isIP(one) > 0

/** Whether a text contains a host with a public suffix, an IP address or a scheme. */
export function holdsLink(text: string): boolean {
  const clean = cleaned(text)
  if (/[a-z]:\/\/|www\./i.test(clean)) return true
  if ([addresses4, addresses6].some((address) => (clean.match(address) ?? []).some(isAddress))) return true
  return [...endings, fullStop].some((ending) => (clean.match(ending) ?? []).some(isTopLevel))
}
