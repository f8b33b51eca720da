import * as access from '@showroom/contract/access/access.api'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { Alert, Input, Modal } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { failureText } from '../../ui/failure'
import { deviceOf, reopenAt } from '../../frame/session'
import { contains } from '../../ui/found'
import '../../ui/form/form.css'
import './dialogs.css'

/** With fewer stores than this the user sees all at a glance. */
const searchFrom = 8

/** Switches to another of the member's stores. */
export function SwitchStoreDialog({ session, onClosed }: { session: SessionInfo; onClosed: () => void }) {
  const here = session.profile.dealerId
  const [open, setOpen] = useState(true)
  const [chosen, setChosen] = useState(here)
  const [key, setKey] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const { dealers } = session

  const goOn = async (): Promise<void> => {
    if (pending) return
    setPending(true)
    setProblem('')
    try {
      reopenAt(await callApi(access.switchDealer, { dealerId: chosen, ...deviceOf() }))
    } catch (error) {
      setProblem(failureText(error))
      setPending(false)
    }
  }

  return (
    <Modal
      open={open}
      title="切换门店"
      width={480}
      centered
      wrapClassName="sr-dialog"
      okText="切换"
      okButtonProps={{ disabled: chosen === here }}
      confirmLoading={pending}
      onOk={() => void goOn()}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      {dealers.length < 2 && <p>您目前只在一家门店任职。</p>}
      {dealers.length >= searchFrom && (
        <Input.Search
          aria-label="搜索门店"
          placeholder="搜索门店"
          allowClear
          onChange={(event) => setKey(event.target.value)}
        />
      )}
      <fieldset className="sr-stores">
        <legend className="sr-visually-hidden">门店</legend>
        {dealers
          .filter(({ name }) => contains(name, key))
          .map(({ dealerId, name }) => (
            <label key={dealerId} className="sr-store">
              <input
                type="radio"
                name="store"
                checked={dealerId === chosen}
                onChange={() => setChosen(dealerId)}
              />
              <span className="sr-store-name">{name}</span>
              {dealerId === here && <span className="sr-store-here">当前</span>}
            </label>
          ))}
      </fieldset>
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
    </Modal>
  )
}
