import { ExclamationCircleFilled } from '@ant-design/icons'
import { errors } from '@showroom/contract/kernel/errors'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { RefusalShape } from '../ui/failure'
import { showOver } from '../ui/over'
import './blocked.css'

interface RefusedCustomer {
  readonly name: string
  readonly mobile: string
  readonly identifyNo: string
}

interface BlockedCustomer extends RefusedCustomer {
  /** Contacts for questions: `区域经理 陈晓 0571-8801-2233`. */
  readonly contacts: readonly string[]
}

interface CustomerOnFile extends RefusedCustomer {
  readonly ownerName: string
  /** The next step of the front desk. */
  readonly next: string
}

function describedBy(refusal: RefusalShape): (name: string) => string {
  return (name) => {
    const value = refusal.answer[name]
    return typeof value === 'string' && value ? value : '无'
  }
}

const refusedOf = (refusal: RefusalShape): RefusedCustomer => {
  const text = describedBy(refusal)
  return { name: text('name'), mobile: text('mobile'), identifyNo: text('identifyNo') }
}

/** The customer of a blocklist hit; undefined for any other refusal. */
export function blockedOf(refusal: RefusalShape): BlockedCustomer | undefined {
  if (refusal.status !== '-2' || refusal.code !== errors.BLOCKED.code) return undefined
  const contacts = refusal.message.split(/[,，]/).map((contact) => contact.trim())
  return { ...refusedOf(refusal), contacts: contacts.filter(Boolean) }
}

/** The file that already has the number, at the front desk; undefined for any other refusal. */
export function onFileOf(refusal: RefusalShape): CustomerOnFile | undefined {
  if (refusal.status !== '-2' || refusal.code !== errors.ON_FILE.code) return undefined
  return {
    ...refusedOf(refusal),
    ownerName: describedBy(refusal)('ownerName'),
    next: refusal.message,
  }
}

/** Opens 异常客户信息 over the refused form; returns true for a blocklist hit. */
export function showBlocked(refusal: RefusalShape): boolean {
  const customer = blockedOf(refusal)
  if (customer)
    showOver((close) => (
      <Tip title="异常客户信息" onClosed={close}>
        <p>此客户在blc名单中，如有疑问请拨打以下联系人电话。</p>
        <CustomerFacts customer={customer}>
          <dt>联系人</dt>
          <dd>
            {customer.contacts.map((contact) => (
              <Contact key={contact} text={contact} />
            ))}
          </dd>
        </CustomerFacts>
      </Tip>
    ))
  return customer !== undefined
}

/** The action that the tip on a number on file offers. */
interface Instead {
  readonly label: string
  readonly run: () => void
}

/** Opens 客户已存在 over the refused form; returns true for a number on file. */
export function showOnFile(refusal: RefusalShape, instead?: Instead): boolean {
  const customer = onFileOf(refusal)
  if (customer)
    showOver((close) => (
      <Tip title="客户已存在" onClosed={close} {...(instead && { instead })}>
        <p>{customer.next}。</p>
        <CustomerFacts customer={customer}>
          <dt>客户经理</dt>
          <dd>{customer.ownerName}</dd>
        </CustomerFacts>
      </Tip>
    ))
  return customer !== undefined
}

interface TipProps {
  title: string
  onClosed: () => void
  instead?: Instead
  children: ReactNode
}

/** Stays open until it is answered; the form below keeps its input. */
function Tip({ title, onClosed, instead, children }: TipProps) {
  const [open, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={open}
      title={
        <>
          <ExclamationCircleFilled className="sr-blocked-mark" aria-hidden /> {title}
        </>
      }
      width={480}
      centered
      closable={false}
      mask={{ closable: false }}
      onCancel={close}
      afterClose={onClosed}
      footer={
        <>
          <Button type={instead ? 'default' : 'primary'} autoFocus={!instead} onClick={close}>
            知道了
          </Button>
          {instead && (
            <Button
              type="primary"
              autoFocus
              onClick={() => {
                close()
                instead.run()
              }}
            >
              {instead.label}
            </Button>
          )}
        </>
      }
    >
      <div className="sr-blocked">{children}</div>
    </Modal>
  )
}

const CustomerFacts = ({ customer, children }: { customer: RefusedCustomer; children: ReactNode }) => (
  <dl>
    <dt>客户姓名</dt>
    <dd>{customer.name}</dd>
    <dt>手机号</dt>
    <dd>{customer.mobile}</dd>
    <dt>证件号码</dt>
    <dd>{customer.identifyNo}</dd>
    {children}
  </dl>
)

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
