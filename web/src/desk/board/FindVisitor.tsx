import type { FoundArrival } from '@showroom/contract/desk/list.schema'
import { useLocation } from '@tanstack/react-router'
import { Button, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { ConfirmArrival } from '../dialogs/ConfirmArrival'
import { FindArrival } from '../dialogs/FindArrival'

/** Finds a customer of the store and confirms the arrival; offers registration for an unknown one. */
export function FindVisitor({ onNew }: { onNew: () => void }) {
  const field = useRef<InputRef>(null)
  const [chosen, setChosen] = useState<FoundArrival>()
  // Found by the palette.
  const keyword = useLocation({ select: ({ state }) => state.keyword ?? '' })
  return (
    <section className="sr-board-find" aria-label="查找客户">
      <FindArrival
        key={keyword}
        field={field}
        initial={keyword}
        missing={<Button onClick={onNew}>新建客户</Button>}
        onChosen={setChosen}
      />
      {chosen && (
        <ConfirmArrival
          customer={chosen}
          onDone={() => setChosen(undefined)}
          onClosed={() => {
            setChosen(undefined)
            field.current?.focus()
          }}
        />
      )}
    </section>
  )
}
