import type { ClueDetail } from '@showroom/contract/lead/lead.schema'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { aboutTalk } from './LeadFacts'
import '../../ui/form/form.css'
import './talk.css'

interface TalkDialogProps {
  data: ClueDetail
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

/** 智能销售介绍: the talk step by step in large type for reading aloud, with the prospect's key facts. */
export function TalkDialog({ data, onClosed }: TalkDialogProps) {
  const [open, setOpen] = useState(true)
  const steps = aboutTalk(data).filter(([, text]) => text !== '')
  const close = (): void => setOpen(false)
  const about = [
    data.seriesName,
    data.budget && `预算${data.budget}`,
    data.purpose,
    data.customerCity,
  ].filter(Boolean)
  return (
    <Modal
      open={open}
      title={`智能销售介绍 ${data.name}`}
      width={760}
      centered
      wrapClassName="sr-dialog"
      onCancel={close}
      afterClose={onClosed}
      footer={<Button onClick={close}>关闭</Button>}
    >
      {about.length > 0 && <p className="sr-talk-about">{about.join(' · ')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it */}
      <ol className="sr-talk" tabIndex={0} aria-label="话术">
        {steps.map(([title, text], index) => (
          <li key={title}>
            <span className="sr-talk-step" aria-hidden>
              {index + 1}
            </span>
            <div>
              <h2 className="sr-talk-title">{title}</h2>
              <p className="sr-talk-text">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
