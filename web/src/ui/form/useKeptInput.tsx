import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SchemaFormApi } from './types'
import { keptNotice } from '../unsaved'
import { notice } from '../notice'
import { useQuestion } from './useQuestion'

interface KeptInput {
  /** True when nothing is lost: there is nothing, it is kept as a draft, or the person gives it up. */
  mayLeave(this: void): Promise<boolean>
  /** Where the question appears: render it. */
  readonly questions: ReactNode
}

/**
 * Keeps changed input as a draft, where the form has one; else asks before it is thrown away. Leaving the page is asked about by the app; going to another address within it, or back,
 * is asked about here.
 */
export function useKeptInput(form: Pick<SchemaFormApi, 'isDirty' | 'discard' | 'draft'>): KeptInput {
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
