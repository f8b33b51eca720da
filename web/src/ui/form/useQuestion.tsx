import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { AtHand } from './AtHand'

export interface Question {
  readonly title: string
  readonly content?: ReactNode
  readonly okText: string
  readonly cancelText: string
  readonly danger?: boolean
  /** The button that has the focus. */
  readonly keyboardOn: 'ok' | 'cancel'
}

interface Questions {
  /** Returns true if the user chose the OK button. */
  ask(this: void, question: Question): Promise<boolean>
  /** The question dialog; render it. */
  readonly questions: ReactNode
}

/** Asks a question with two answers. */
export function useQuestion(): Questions {
  const [modal, questions] = Modal.useModal()
  const ask = async ({ keyboardOn, okText, cancelText, danger = false, ...options }: Question) =>
    modal.confirm({
      ...options,
      centered: true,
      okText: keyboardOn === 'ok' ? <AtHand>{okText}</AtHand> : okText,
      cancelText: keyboardOn === 'cancel' ? <AtHand>{cancelText}</AtHand> : cancelText,
      okButtonProps: { danger },
      focusable: { autoFocusButton: keyboardOn },
    })
  return { ask, questions }
}
