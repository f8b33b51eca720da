import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { FormDraft } from './draft/types'
import type { SchemaFormApi } from './types'

const DraftNote = lazy(() => import('./draft/DraftNote'))

interface FormNoteProps {
  form: Pick<SchemaFormApi, 'draft'>
  /** Names the effect of Ctrl+Enter. */
  save?: string
  /** The form is part of a page, so there is nothing to close. */
  inPage?: boolean
  /** Further information for the user before sending. */
  children?: ReactNode
}

/** Shown beside the buttons of every form: its keys and the state of its draft. */
export function FormNote({ form: { draft }, save = '保存', inPage, children }: FormNoteProps) {
  const state = useDraftState(draft)
  return (
    <span className="sr-dialog-note">
      {children && <span className="sr-dialog-said">{children}</span>}
      <span className="sr-dialog-keys">
        Ctrl + Enter {save}
        {!inPage && '，Esc 关闭'}
      </span>
      {state && (
        <Suspense>
          <DraftNote draft={draft} state={state} />
        </Suspense>
      )}
    </span>
  )
}

export const useDraftState = (draft: FormDraft) => useSyncExternalStore(draft.subscribe, draft.read)
