import { type ReactNode, useEffect, useRef } from 'react'
import type { Group, Item } from './items'
import { placeOf } from '../../ui/found'

/** The palette's list: groups of options, one of them active. */

interface OptionsProps {
  group: Group
  word: string
  active: Item | undefined
  idOf: (item: Item) => string
  onPoint: (key: string) => void
  onChoose: (item: Item) => void
}

export const Options = ({ group, word, active, idOf, onPoint, onChoose }: OptionsProps) => (
  <div role="group" aria-label={group.title}>
    <p className="sr-palette-group" aria-hidden>
      {group.title}
    </p>
    {group.items.map((item) => (
      <Option
        key={item.key}
        id={idOf(item)}
        item={item}
        word={word}
        isActive={item === active}
        onPoint={() => onPoint(item.key)}
        onChoose={() => onChoose(item)}
      />
    ))}
  </div>
)

interface OptionProps {
  id: string
  item: Item
  word: string
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, item, word, isActive, onPoint, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { name, number, hint, mark, keys } = item
  return (
    // The focus stays in the input, which names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as above
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className="sr-palette-option"
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <span className="sr-palette-name">
        <Marked text={name} word={word} />
      </span>
      {number && (
        <span className="sr-num sr-palette-number">
          <Marked text={number} word={word} />
        </span>
      )}
      {mark}
      <span className="sr-palette-hint">{hint}</span>
      {keys && <kbd className="sr-kbd">{keys}</kbd>}
    </div>
  )
}

/** Marks the searched word in a text. */
function Marked({ text, word }: { text: string; word: string }): ReactNode {
  const place = placeOf(text, word)
  if (!place) return text
  const [at, end] = place
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
