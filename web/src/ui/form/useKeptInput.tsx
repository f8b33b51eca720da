import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SchemaFormApi } from './types'
import { keptNotice } from '../unsaved'
import { notice } from '../notice'
import { useQuestion } from './useQuestion'

interface KeptInput {
  /** Returns true if leaving loses nothing: no input, input kept as a draft, or input discarded by the user. */
  mayLeave(this: void): Promise<boolean>
  /** The question dialog; render it. */
  readonly questions: ReactNode
}

/**
 * Keeps changed input as a draft if the form has one; otherwise asks before discarding it. Also covers navigation on
 * the same path, including back. Other navigation and closing the page are handled by the app.
 */
export function useKeptInput(
  form: Pick<SchemaFormApi, 'isDirty' | 'discard'> & { readonly draft: Pick<SchemaFormApi['draft'], 'keep'> },
): KeptInput {
  const { ask, questions } = useQuestion()
  const mayLeave = async (): Promise<boolean> => {
    if (!form.isDirty()) return true
    if (await form.draft.keep()) {
      notice.info(keptNotice)
      return true
    }
    const given = await ask({
      title: '放弃未保存的内容?',
      okText: '放弃',
      cancelText: '继续填写',
      danger: true,
      keyboardOn: 'cancel',
    })
    if (given) form.discard()
    return given
  }
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname === next.pathname && !(await mayLeave()),
    enableBeforeUnload: false,
  })
  return { mayLeave, questions }
}
