import { find } from '@showroom/contract/find/find.api'
import { isFindable } from '@showroom/contract/find/find.schema'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../../api/query'
import { foundQuery } from '../../frame/foundQuery'
import { useSession } from '../../frame/session'
import { useHits, useTyped } from '../../ui/find/useFinder'
import { useShownHere } from '../../ui/shownErrors'
import { foundGroups, type Group, type Item, openedGroups, ownGroups } from './items'
import { noteOpened } from './lastOpened'

/** Records found for the key, and the last opened ones. */
function useFound(key: string, showKeys: () => void) {
  const place = { router: useRouter(), session: useSession(), showKeys }
  const [opened] = useState(() => noteOpened(place.router, place.session))
  const idsOf = (kind: string): string =>
    opened
      .filter(([ids]) => ids === kind)
      .map(([, id]) => id)
      .join()
  const answer = useQuery(foundQuery(key))
  const last = useQuery({
    ...queryOf(find, {
      customerIds: idsOf('customerIds'),
      clueIds: idsOf('clueIds'),
      orderIds: idsOf('orderIds'),
    }),
    enabled: opened.length > 0,
    gcTime: 60_000,
  })
  useShownHere(answer.error)
  const groups = key === '' ? openedGroups(place, last.data, opened) : []
  const matches = isFindable(key) ? foundGroups(place, answer.data, key) : []
  return {
    groups: [...groups, ...matches],
    own: (text: string): Group[] => ownGroups(place, text),
    error: isFindable(key) ? answer.error : null,
    isKnown: !isFindable(key) || (!answer.isPlaceholderData && !answer.isPending),
  }
}

/** The palette's state: the typed text, its items, and the active one. */
export function useSearch(onChoose: (item: Item) => void, showKeys: () => void) {
  const typed = useTyped()
  const { groups: matches, own, error, isKnown } = useFound(typed.key, showKeys)
  const groups = [...matches, ...own(typed.word)]
  const items = groups.flatMap((group) => group.items)
  const hits = useHits(typed, { hits: items, isKnown, onTake: onChoose })
  const records = items.filter(({ number }) => number !== undefined)
  return {
    ...hits,
    word: typed.word,
    groups,
    count: items.length,
    error,
    /** The text without matching records; '' if there are matches, or no search. */
    missing: hits.isSettled && typed.key !== '' && records.length === 0 ? typed.key : '',
  }
}
