import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { openFeed } from '@showroom/contract/appointment/appointment.api'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { may } from '../../frame/areas'
import { PushDevices, SoundSwitch } from '../../notice/public'
import '../../ui/form/form.css'
import './dialogs.css'
import { CalendarFeed } from './CalendarFeed'
import { OwnAuthenticator } from '../authenticator/OwnAuthenticator'
import { WecomBinding } from '../outside/WecomBinding'

/** The signed-in member's profile. Numbers are masked, as everywhere. */
export function ProfileDialog({ session, onClosed }: { session: SessionInfo; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const { profile } = session
  const rows = [
    ['姓名', profile.name],
    ['手机号', profile.mobile],
    ['身份证号码', profile.identifyNo],
    ['所属门店', profile.company],
    ['岗位', profile.allRoles],
  ] as const
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={open}
      title="个人信息"
      width={440}
      centered
      wrapClassName="sr-dialog"
      onCancel={close}
      afterClose={onClosed}
      footer={<Button onClick={close}>关闭</Button>}
    >
      <dl className="sr-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
        <SoundSwitch />
        <WecomBinding />
        <PushDevices />
        <OwnAuthenticator />
        {may(session, openFeed) && <CalendarFeed />}
      </dl>
    </Modal>
  )
}
