import { ExclamationCircleFilled } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { RefusalShape } from '../ui/failure'
import { showOver } from '../ui/over'
import './blocked.css'

interface BlockedCustomer {
  readonly name: string
  readonly mobile: string
  readonly identifyNo: string
  /** Contacts for questions: `区域经理 陈晓 0571-8801-2233`. */
  readonly contacts: readonly string[]
}

/** The customer of a blocklist hit; undefined for any other refusal. */
export function blockedOf(refusal: RefusalShape): BlockedCustomer | undefined {
  if (refusal.status !== '-2' || (refusal.code !== 1004 && refusal.code !== 202)) return undefined
  const text = (name: string): string => {
    const value = refusal.answer[name]
    return typeof value === 'string' && value ? value : '无'
  }
  const contacts = refusal.message.split(/[,，]/).map((contact) => contact.trim())
  return {
    name: text('name'),
    mobile: text('mobile'),
    identifyNo: text('identifyNo'),
    contacts: contacts.filter(Boolean),
  }
}

/** Opens 异常客户信息 over the refused form; returns true for a blocklist hit. */
export function showBlocked(refusal: RefusalShape): boolean {
  const customer = blockedOf(refusal)
  if (customer) showOver((close) => <BlockedDialog customer={customer} onClosed={close} />)
  return customer !== undefined
}

function BlockedDialog({ customer, onClosed }: { customer: BlockedCustomer; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={open}
      title={
        <>
          <ExclamationCircleFilled className="sr-blocked-mark" aria-hidden /> 异常客户信息
        </>
      }
      width={480}
      centered
      closable={false}
      onCancel={close}
      afterClose={onClosed}
      footer={
        <Button type="primary" autoFocus onClick={close}>
          知道了
        </Button>
      }
    >
      <BlockedTips customer={customer} />
    </Modal>
  )
}

function BlockedTips({ customer }: { customer: BlockedCustomer }) {
  return (
    <div className="sr-blocked">
      <p>此客户在blc名单中，如有疑问请拨打以下联系人电话。</p>
      <dl>
        <dt>客户姓名</dt>
        <dd>{customer.name}</dd>
        <dt>手机号</dt>
        <dd>{customer.mobile}</dd>
        <dt>证件号码</dt>
        <dd>{customer.identifyNo}</dd>
        <dt>联系人</dt>
        <dd>
          {customer.contacts.map((contact) => (
            <Contact key={contact} text={contact} />
          ))}
        </dd>
      </dl>
    </div>
  )
}

function Contact({ text }: { text: string }) {
  const number = /(?<![\d-])[\d-]{7,}$/.exec(text)?.[0]
  if (!number) return <span>{text}</span>
  return (
    <span>
      {text.slice(0, -number.length)}
      <a href={`tel:${number}`}>{number}</a>
    </span>
  )
}
