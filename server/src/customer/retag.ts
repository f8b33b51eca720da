import { tagsIn } from '@showroom/contract/customer/tags'
import { maskText } from '@showroom/contract/kernel/mask'

/**
 * A customer's tags as somebody wants them who saw them masked, as `opened`: what was taken away is gone, what was added stands behind, and
 * all others are as they are kept.
 */
export function retag(kept: string, wanted: string, opened = maskText(kept)): string {
  const [own, asked, before, shown] = [tagsIn(kept), tagsIn(wanted), tagsIn(opened), tagsIn(maskText(kept))]
  // A number that was written with blanks is several tags, and is shown as one.
  const joined = shown.filter((tag) => !own.some((one) => maskText(one) === tag))
  const shownAs = (tag: string): string[] => (shown.includes(maskText(tag)) ? [maskText(tag)] : joined)
  const stays = (tag: string): boolean =>
    shownAs(tag).every((one) => asked.includes(one) || !before.includes(one))
  const added = asked.filter((tag) => !before.includes(tag) && !shown.includes(tag))
  return [...new Set([...own.filter(stays), ...added])].join(' ')
}
