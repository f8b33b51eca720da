import { tagsIn } from '@showroom/contract/customer/tags'
import { maskText } from '@showroom/contract/kernel/mask'

/**
 * Merges a member's edit of masked tags into the stored ones. `opened` is what the member saw: removed tags are dropped, added tags are
 * appended, all others stay as stored.
 */
export function retag(kept: string, wanted: string, opened = maskText(kept)): string {
  const [own, asked, before, shown] = [tagsIn(kept), tagsIn(wanted), tagsIn(opened), tagsIn(maskText(kept))]
  // A number written with spaces is stored as several tags, but shown as one.
  const joined = shown.filter((tag) => !own.some((one) => maskText(one) === tag))
  const shownAs = (tag: string): string[] => (shown.includes(maskText(tag)) ? [maskText(tag)] : joined)
  const stays = (tag: string): boolean =>
    shownAs(tag).every((one) => asked.includes(one) || !before.includes(one))
  const added = asked.filter((tag) => !before.includes(tag) && !shown.includes(tag))
  return [...new Set([...own.filter(stays), ...added])].join(' ')
}
