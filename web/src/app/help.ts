import { useMatches } from '@tanstack/react-router'
import type { Path } from '../frame/path'
import { passages } from './passages'

/** First page of the guides, which the server serves beside the product. */
export const helpHome = '/help/'

/** Address of a page's passage in the guides. */
export const helpOf = (page: Path): string => `/help/${passages[page].replace('#', '.html#')}`

/** Address of the guides' passage about the page on screen. */
export const useHelp = (): string =>
  useMatches({ select: (matches) => helpOf(matches.at(-1)?.fullPath ?? '/') })
