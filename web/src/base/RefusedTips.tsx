import { ExclamationCircleFilled } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import './blocked.css'

export interface RefusedCustomer {
  readonly name: string
  readonly mobile: string
  readonly identifyNo: string
}

export interface BlockedCustomer extends RefusedCustomer {
  /** Contacts for questions: `区域经理 陈晓 0571-8801-2233`. */
  readonly contacts: readonly string[]
}

export interface CustomerOnFile extends RefusedCustomer {
  readonly ownerName: string
  /** The next step of the front desk. */
  readonly next: string
}

/** The action that the tip on a number on file offers. */
export interface Instead {
  readonly label: string
  readonly run: () => void
}

interface BlockedTipProps {
  customer: BlockedCustomer
  onClosed: () => void
}

/** The customer is on the blocklist, with the contacts to call. */
export const BlockedTip = ({ customer, onClosed }: BlockedTipProps) => (
  <Tip title="异常客户信息" onClosed={onClosed}>
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
)

interface OnFileTipProps {
  customer: CustomerOnFile
  instead: Instead | undefined
  onClosed: () => void
}

/** The number is on file, with the owner and the next step. */
export const OnFileTip = ({ customer, instead, onClosed }: OnFileTipProps) => (
  <Tip title="客户已存在" onClosed={onClosed} {...(instead && { instead })}>
    <p>{customer.next}。</p>
    <CustomerFacts customer={customer}>
      <dt>客户经理</dt>
      <dd>{customer.ownerName}</dd>
    </CustomerFacts>
  </Tip>
)

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
