import { type KeyboardEvent, type ReactNode, useId } from 'react'

interface Tab<Key extends string> {
  readonly key: Key
  readonly title: string
  readonly panel: ReactNode
}

interface EntryTabsProps<Key extends string> {
  label: string
  tabs: readonly Tab<Key>[]
  active: Key
  onChange: (key: Key) => void
}

/** Tabs following the ARIA practices: arrow keys switch, with one tab stop. Input in a hidden tab is kept. */
export function EntryTabs<Key extends string>({ label, tabs, active, onChange }: EntryTabsProps<Key>) {
  const id = useId()
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const at = tabs.findIndex(({ key }) => key === active)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className="sr-entry-tabs">
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === active}
            aria-controls={`${id}-${key}-panel`}
            tabIndex={key === active ? 0 : -1}
            onKeyDown={move}
            onClick={() => onChange(key)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ key, panel }) => (
        <div
          key={key}
          id={`${id}-${key}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${key}`}
          hidden={key !== active}
        >
          {panel}
        </div>
      ))}
    </>
  )
}
