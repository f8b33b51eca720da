import * as contact from '@showroom/contract/contact/contact.api'
import type { ContactAnswer } from '@showroom/contract/contact/contact.schema'
import { worksOnCustomers } from '@showroom/contract/customer/customer.rights'
import { errors } from '@showroom/contract/kernel/errors'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { queryOf } from '../api/query'
import { FileBeside, NewCustomerDialog } from '../customer/public'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { isRefusal } from '../ui/failure'
import { useShownHere } from '../ui/shownErrors'
import { useTitle } from '../ui/title'
import { BindDialog, UnbindDialog } from './dialogs'
import { NoContact, readCurrentContact } from './bridge'
import { useTask } from './useTask'
import './contact.css'

const title = '企业微信客户'

/** The page beside a chat of WeCom: the customer of the contact, or the way to bind one. */
export function ContactPage() {
  useTitle(title)
  return (
    <>
      <h1 className="sr-visually-hidden">{title}</h1>
      <CurrentContact />
    </>
  )
}

function CurrentContact() {
  const current = useTask(readCurrentContact)
  const { result: externalId, error } = current
  if (externalId !== undefined) return <Contact key={externalId} externalId={externalId} />
  if (error instanceof NoContact) return <NotBeside error={error} onRetry={current.again} />
  return error ? <ErrorState error={error} onRetry={current.again} /> : <Waiting />
}

const Waiting = () => (
  <div className="sr-contact" role="status" aria-label="加载中">
    <span className="sr-bone" style={{ width: '60%' }} />
    <span className="sr-bone" style={{ width: '90%' }} />
    <span className="sr-bone" style={{ width: '75%' }} />
  </div>
)

function NotBeside({ error, onRetry }: { error: NoContact; onRetry: () => void }) {
  useShownHere(error)
  return (
    <EmptyState title={error.message} hint="请在企业微信中打开与客户的聊天，再从聊天工具栏打开本页。">
      <Button onClick={onRetry}>重新读取</Button>
    </EmptyState>
  )
}

function Contact({ externalId }: { externalId: string }) {
  const mayRead = may(useSession(), contact.read)
  // Numbers noted at WeCom cause no event, so the contact is read when its chat opens. Members who only read see what is stored.
  const [read] = useState(
    () => (): Promise<object> =>
      mayRead
        ? callApi(contact.read, { externalId }, { withoutKey: 'same effect' })
        : Promise.resolve({ externalId }),
  )
  const reading = useTask(read)
  const { data, error } = useQuery({
    ...queryOf(contact.get, { externalId }),
    enabled: !reading.isRunning,
    retry: false,
  })
  const problem = reading.error ?? error
  useShownHere(problem)
  if (data) return <BoundContact externalId={externalId} contact={data} />
  if (!problem) return <Waiting />
  if (isRefusal(problem) && problem.code === errors.NOT_FOUND.code)
    return <EmptyState title="没有找到该联系人" hint="只显示您自己在企业微信中添加的客户。" />
  return <ErrorState error={problem} onRetry={reading.again} />
}

function BoundContact({ externalId, contact: found }: { externalId: string; contact: ContactAnswer }) {
  const [unbinds, setUnbinds] = useState(false)
  const session = useSession()
  const mayBind = may(session, { may: worksOnCustomers })
  const { customerId, isElsewhere } = found
  return (
    <div className="sr-contact">
      <p className="sr-contact-who">
        <span>企业微信：{found.name || '未命名'}</span>
        {found.tags.map((tag) => (
          <span key={tag} className="sr-contact-tag">
            {tag}
          </span>
        ))}
      </p>
      {customerId > 0 ? (
        <FileBeside customerId={customerId}>
          {mayBind && <Button onClick={() => setUnbinds(true)}>解除绑定</Button>}
        </FileBeside>
      ) : isElsewhere ? (
        <EmptyState title="已绑定其他同事的客户" hint="您没有查看该客户的权限，如需跟进请联系门店管理员。" />
      ) : (
        <Unbound externalId={externalId} contact={found} mayBind={mayBind} />
      )}
      {unbinds && (
        <UnbindDialog externalId={externalId} customerId={customerId} onClosed={() => setUnbinds(false)} />
      )}
    </div>
  )
}

interface UnboundProps {
  externalId: string
  contact: ContactAnswer
  mayBind: boolean
}

/** Offers the files with a number noted for the contact, a search, and a new file. Only a press binds. */
function Unbound({ externalId, contact: { name, offered }, mayBind }: UnboundProps) {
  const [dialog, setDialog] = useState<'bind' | 'add'>()
  const [chosen, choose] = useState<ContactAnswer['offered'][number]>()
  const close = (): void => {
    setDialog(undefined)
    choose(undefined)
  }
  if (!mayBind) return <EmptyState title="还没有绑定客户" />
  return (
    <>
      {offered.length > 0 && (
        <section className="sr-contact-offered" aria-label="号码相同的客户">
          <h2>号码相同的客户</h2>
          <ul>
            {offered.map((one) => (
              <li key={one.customerId}>
                <span className="sr-contact-name">{one.name}</span>
                <span className="sr-num">{one.mobile}</span>
                <span className="sr-quiet">{one.ownerName}</span>
                <Button type="primary" aria-label={`绑定 ${one.name}`} onClick={() => choose(one)}>
                  绑定
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {offered.length === 0 && (
        <EmptyState
          title="还没有绑定客户"
          hint="绑定后，打开与该客户的聊天即可看到档案；在企业微信备注手机号后，会提示号码相同的客户。"
        />
      )}
      <div className="sr-contact-acts">
        <Button onClick={() => setDialog('bind')}>查找并绑定客户</Button>
        <Button onClick={() => setDialog('add')}>新建客户</Button>
      </div>
      {(dialog === 'bind' || chosen) && (
        <BindDialog externalId={externalId} name={name} chosen={chosen} onClosed={close} />
      )}
      {dialog === 'add' && <NewCustomerDialog onClosed={close} />}
    </>
  )
}
