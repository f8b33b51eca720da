import { find } from '@showroom/contract/find/find.api'
import { isFindable } from '@showroom/contract/find/find.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { queryOf } from '../../api/query'
import { useSession } from '../../frame/session'
import { foundGroups, type Group, type Item, openedGroups, ownGroups } from './items'
import { useShownHere } from '../../ui/shownErrors'
import { noteOpened } from './lastOpened'
import { keywordOf } from '../../ui/found'

/** Too short to be noticed; long enough to request a number typed in one go only once. */
const typingPauseMs = 120

/** The typed text, and the requested one: after a pause in typing, or at once. */
function useTyped() {
  const [text, setText] = useState('')
  const [key, setKey] = useState('')
  const word = keywordOf(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const askFor = (typed: string): void => {
    clearTimeout(timer.current)
    setKey(keywordOf(typed))
  }
  return {
    text,
    key,
    isAsked: word === key,
    type: (typed: string, composing: boolean): void => {
      setText(typed)
      clearTimeout(timer.current)
      if (!composing) timer.current = setTimeout(askFor, typed === '' ? 0 : typingPauseMs, typed)
    },
    ask: () => askFor(text),
  }
}

/** Records found for the key, and the last opened ones. */
function useFound(key: string) {
  const place = { router: useRouter(), session: useSession() }
  const [opened] = useState(() => noteOpened(place.router, place.session))
  const idsOf = (kind: string): string =>
    opened
      .filter(([ids]) => ids === kind)
      .map(([, id]) => id)
      .join()
  const answer = useQuery({
    ...queryOf(find, { key }),
    enabled: isFindable(key),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 60_000,
    retry: false,
  })
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
  const found = isFindable(key) ? foundGroups(place, answer.data, key) : []
  return {
    groups: [...groups, ...found],
    own: (text: string): Group[] => ownGroups(place, text),
    error: isFindable(key) ? answer.error : null,
    isKnown: !isFindable(key) || (!answer.isPlaceholderData && !answer.isPending),
  }
}

/**
 * The target of an Enter pressed before the response: the only record, or the customer whose leads and orders are the
 * other matches. Undefined if two people may match.
 */
function meantBy([first, ...others]: readonly Group[]): Item | undefined {
  const [only, ...alike] = first?.items ?? []
  const theirs = others.flatMap(({ items }) => items)
  const isSame = ({ name, number }: Item): boolean => name === only?.name && number === only.number
  return alike.length === 0 && theirs.every(isSame) ? only : undefined
}

/** The palette's state: the typed text, its items, and the active one. */
export function useSearch(onChoose: (item: Item) => void) {
  const typed = useTyped()
  const { groups: found, own, error, isKnown } = useFound(typed.key)
  const [activeKey, setActiveKey] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const word = keywordOf(typed.text)
  const groups = [...found, ...own(word)]
  const items = groups.flatMap((group) => group.items)
  const active = items.find(({ key }) => key === activeKey) ?? items[0]
  const isSettled = typed.isAsked && isKnown
  const records = items.filter(({ number }) => number !== undefined)

  // Enter came before the response: opens the match if it is unambiguous.
  const isDue = isWaiting && isSettled
  const open = useRef<() => void>(undefined)
  useEffect(() => {
    open.current = () => {
      setWaiting(false)
      const meant = records.length > 0 ? meantBy(found) : items[0]
      if (meant) onChoose(meant)
    }
  })
  useEffect(() => {
    if (isDue) open.current?.()
  }, [isDue])
  return {
    text: typed.text,
    word,
    groups,
    active,
    count: items.length,
    error,
    isSettled,
    /** The text without matching records; '' if there are matches, or no search. */
    missing: isSettled && typed.key !== '' && records.length === 0 ? typed.key : '',
    point: setActiveKey,
    type: (text: string, composing: boolean): void => {
      typed.type(text, composing)
      setActiveKey('')
      setWaiting(false)
    },
    move: (step: number): void => {
      const at = active ? items.indexOf(active) : -1
      setActiveKey(items[(at + step + items.length) % items.length]?.key ?? '')
    },
    enter: (): void => {
      if (isSettled) {
        if (active) onChoose(active)
        return
      }
      typed.ask()
      setWaiting(true)
    },
  }
}
