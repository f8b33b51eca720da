import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { LoadingOutlined } from '@ant-design/icons'
import { Alert, Input, Modal } from 'antd'
import { useState } from 'react'
import { useSwitchStore } from '../../frame/useSwitchStore'
import { contains } from '../../ui/found'
import '../../ui/form/form.css'
import './dialogs.css'

/** With fewer stores than this the user sees all at a glance. */
const searchFrom = 8

/** Switches to another of the member's stores by one press on its name; Enter in the search takes the first found. */
export function SwitchStoreDialog({ session, onClosed }: { session: SessionInfo; onClosed: () => void }) {
  const here = session.profile.dealerId
  const [open, setOpen] = useState(true)
  const [key, setKey] = useState('')
  const { going, problem, goTo } = useSwitchStore()
  const { dealers } = session
  const matches = dealers.filter(({ name }) => contains(name, key))

  return (
    <Modal
      open={open}
      title="切换门店"
      width={480}
      centered
      wrapClassName="sr-dialog"
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      {dealers.length >= searchFrom && (
        <Input.Search
          autoFocus
          aria-label="搜索门店"
          placeholder="搜索门店，回车切换到第一家"
          allowClear
          onChange={(event) => setKey(event.target.value)}
          onPressEnter={() => goTo(matches.find(({ dealerId }) => dealerId !== here)?.dealerId)}
        />
      )}
      <ul className="sr-stores" aria-label="门店">
        {matches.map(({ dealerId, name }) => (
          <li key={dealerId}>
            <button
              type="button"
              className="sr-store"
              aria-current={dealerId === here || undefined}
              disabled={dealerId === here || going > 0}
              onClick={() => goTo(dealerId)}
            >
              <span className="sr-store-name">{name}</span>
              {dealerId === here && <span className="sr-store-here">当前</span>}
              {dealerId === going && <LoadingOutlined aria-label="正在切换" />}
            </button>
          </li>
        ))}
      </ul>
      {matches.length === 0 && <p className="sr-quiet">没有找到门店</p>}
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
    </Modal>
  )
}
