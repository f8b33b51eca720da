import { useEffect, useState } from 'react'
import { useKeptInput } from '../ui/form/useKeptInput'
import { markUnsaved } from '../ui/unsaved'
import type { Edits } from './grid'

interface Put {
  readonly key: string
  readonly text: string
  /** As stored: typing it again leaves nothing to save. */
  readonly stored: string
  readonly rowVersion: number
}

/** The cells that were typed and not saved yet. Leaving them asks first. */
export function useEdits() {
  const [edits, setEdits] = useState<Edits>(new Map())
  const isDirty = edits.size > 0
  const discard = (): void => setEdits(new Map())
  const { questions } = useKeptInput({
    isDirty: () => isDirty,
    discard,
    draft: { keep: () => Promise.resolve(false) },
  })
  useEffect(() => (isDirty ? markUnsaved() : undefined), [isDirty])
  return {
    edits,
    discard,
    questions,
    put(this: void, cells: readonly Put[]): void {
      setEdits((before) => {
        const next = new Map(before)
        for (const { key, text, stored, rowVersion } of cells)
          if (text === stored) next.delete(key)
          else next.set(key, { text, rowVersion: before.get(key)?.rowVersion ?? rowVersion })
        return next
      })
    },
    /** Lets what was typed replace the current targets, after the member saw them. */
    renew(this: void): void {
      setEdits(
        (before) => new Map([...before].map(([key, { text }]) => [key, { text, rowVersion: undefined }])),
      )
    },
  }
}
