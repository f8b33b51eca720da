import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { FormDraft } from './draft/types'
import type { SchemaFormApi } from './types'

const DraftNote = lazy(() => import('./draft/DraftNote'))

interface FormNoteProps {
  form: Pick<SchemaFormApi, 'draft'>
  /** What Ctrl+Enter does. */
  save?: string
  /** The form stands in a page: there is nothing to close. */
  inPage?: boolean
  /** What else is to be known before it is sent. */
  children?: ReactNode
}

/** Beside the buttons of every form: its keys, and how it stands with its draft. */
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
