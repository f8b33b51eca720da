import { Button, Modal } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { AtHand } from '../../ui/form/AtHand'

/** The chosen way to save: save only, or save and submit for review. Undefined if cancelled. */
export type SaveMode = 'save' | 'submit' | undefined

interface SubmitQuestion {
  ask(this: void): Promise<SaveMode>
  /** The question dialog; render it. */
  readonly question: ReactNode
}

/** 是否提交管理层进行审批: asks whether to save only or submit for review as well. */
export function useSubmitQuestion(): SubmitQuestion {
  const [open, setOpen] = useState(false)
  const answer = useRef<(way: SaveMode) => void>(undefined)
  const ask = (): Promise<SaveMode> => {
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }
  const give = (way: SaveMode): void => {
    setOpen(false)
    answer.current?.(way)
  }
  const question = (
    <Modal
      open={open}
      title="是否提交管理层进行审批"
      width={440}
      centered
      destroyOnHidden
      onCancel={() => give(undefined)}
      footer={
        <>
          <Button onClick={() => give(undefined)}>返回修改</Button>
          <Button onClick={() => give('save')}>先保存</Button>
          <Button type="primary" onClick={() => give('submit')}>
            <AtHand>提交审批</AtHand>
          </Button>
        </>
      }
    >
      <p>提交审批后，订单信息将不能修改！</p>
    </Modal>
  )
  return { ask, question }
}
