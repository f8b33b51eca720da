import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useDictionaryText } from '../../base/public'
import { formatDay } from '../../ui/day'
import { RelativeTime } from '../../ui/RelativeTime'
import { useNarrow } from '../../ui/useNarrow'
import { useOpenAction } from '../actionDialog'
import { RevealNumber } from '../fields/RevealNumber'
import { SignedImages } from '../timeline/SignedImages'
import { type Reveal, useReveal } from '../fields/useReveal'
import './CustomerCard.css'

const company = 2
const bulkBusiness = 4
const yes = 1
const no = 2
const genders: Readonly<Record<number, { tag: string; title: string }>> = {
  1: { tag: '男', title: '先生' },
  2: { tag: '女', title: '女士' },
}

interface CustomerCardProps {
  profile: CustomerProfile
  /** Shared with the page's head, so that one reveal costs one audit entry. */
  numbers: Reveal
}

/** All facts about the person or company and the current deal. */
export function CustomerCard({ profile, numbers }: CustomerCardProps) {
  const [open, setOpen] = useState(false)
  const openAction = useOpenAction()
  // On phones the page's head has no room for it.
  const narrow = useNarrow()
  return (
    <section className="sr-c-card sr-c-file" aria-label="客户资料" data-open={open}>
      <div className="sr-c-file-head">
        <h2 className="sr-c-card-title">客户资料</h2>
        {openAction && (
          <button type="button" className="sr-link" onClick={() => openAction('edit')}>
            编辑
          </button>
        )}
      </div>
      <Tags profile={profile} />
      <div>
        {narrow && profile.customer.mobile && (
          <dl className="sr-c-fact-list sr-c-fact-mobile">
            <Fact label="手机号">
              <RevealNumber
                name="手机号"
                masked={profile.customer.mobile}
                reveal={numbers}
                pick={(clear) => clear.phone}
                tel
              />
            </Fact>
          </dl>
        )}
        <DealFacts profile={profile} />
        <div className="sr-c-facts-more" id="sr-c-facts-more">
          <PersonFacts profile={profile} numbers={numbers} />
        </div>
      </div>
      <button
        type="button"
        className="sr-link sr-c-file-toggle"
        aria-expanded={open}
        aria-controls="sr-c-facts-more"
        onClick={() => setOpen(!open)}
      >
        {open ? '收起资料' : '全部资料'}
      </button>
    </section>
  )
}

function Tags({ profile }: { profile: CustomerProfile }) {
  const { customer, info } = profile
  const texts = [
    profile.onlineSourceName,
    genders[customer.gender]?.tag,
    customer.type === company ? '企业' : '个人',
    customer.fromSourceName,
    ...info.systemTags,
  ]
  const custom = customer.tag.split(/\s+/).filter(Boolean)
  const openAction = useOpenAction()
  return (
    <p className="sr-c-tags">
      {profile.isZk && <Tag className="sr-c-tag-collision">撞单</Tag>}
      {customer.noSms && <Tag className="sr-c-tag-collision">不接收短信</Tag>}
      {[...new Set(texts)].map((text) => text && <Tag key={text}>{text}</Tag>)}
      {custom.map((text) => (
        <Tag key={`custom ${text}`} className="sr-c-tag-custom">
          {text}
        </Tag>
      ))}
      {openAction && (
        <button type="button" className="sr-link" onClick={() => openAction('tag')}>
          编辑标签
        </button>
      )}
    </p>
  )
}

/** One fact. Renders nothing for an empty value; facts whose absence matters pass a text for it. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === '' || children === undefined || children === null || children === false) return null
  return (
    <div className="sr-c-fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const missing = <span className="sr-quiet">未填写</span>

function DealFacts({ profile }: { profile: CustomerProfile }) {
  const { customer, info, failInfo } = profile
  const { deal } = customer
  const budgetText = useDictionaryText('budgets')
  const { level } = info
  const budget = budgetText(deal.budget)
  return (
    <dl className="sr-c-fact-list">
      <Fact label="客户经理">{deal.ownerName}</Fact>
      <Fact label="意向车系">{info.intendSerieses.map(({ name }) => name).join('、') || missing}</Fact>
      <Fact label="竞品车系">{info.competitionSeries.map(({ name }) => name).join('、') || missing}</Fact>
      <Fact label="购车预算">{budget ? (budget.endsWith('万元') ? budget : `${budget}万元`) : missing}</Fact>
      <Fact label="预计购车">{formatDay(deal.buycarDate) || missing}</Fact>
      {(level === 'O' || level === 'D') && <Fact label="订车日期">{formatDay(deal.orderDate)}</Fact>}
      {level === 'D' && <Fact label="交车日期">{formatDay(deal.deliverDate)}</Fact>}
      {level === 'F' && (
        <>
          <Fact label="战败日期">{formatDay(deal.failDate)}</Fact>
          <Fact label="战败原因">{failInfo.reason}</Fact>
          <Fact label="交叉回访">
            {info.crossRecall === yes ? '是' : info.crossRecall === no ? '否' : missing}
          </Fact>
        </>
      )}
      <Fact label="到店">{deal.arrivedAt > 0 && <RelativeTime at={deal.arrivedAt} />}</Fact>
      <Fact label="建档日期">{deal.createdAt > 0 && <RelativeTime at={deal.createdAt} />}</Fact>
    </dl>
  )
}

function PersonFacts({ profile, numbers }: CustomerCardProps) {
  const { customer, additional } = profile
  const { deal } = customer
  const businessText = useDictionaryText('businessTypes')
  const identityText = useDictionaryText('identifyTypes')
  const identity = useReveal(customer.id, 'identity')
  const district = [additional.province, additional.city, additional.area].filter(Boolean).join('')
  return (
    <dl className="sr-c-fact-list">
      <Fact label="曾用名">{customer.formerNames.join('、')}</Fact>
      <Fact label="称谓">{genders[customer.gender]?.title}</Fact>
      {customer.type === company && <Fact label="企业名称">{customer.companyName || missing}</Fact>}
      <Fact label="备用号码">
        {customer.secondardPhone && (
          <RevealNumber
            name="备用号码"
            masked={customer.secondardPhone}
            reveal={numbers}
            pick={(clear) => clear.secondaryPhone}
            tel
            showProblem={false}
          />
        )}
      </Fact>
      <Fact label="微信">{customer.weixin}</Fact>
      <Fact label="业务类型">{businessText(deal.businessType)}</Fact>
      {deal.businessType === bulkBusiness && <Fact label="购车数量">{`${deal.buyCount}台`}</Fact>}
      <Fact label="原有车系">{profile.purchaseOldSeries?.name}</Fact>
      <Fact label="购车地区">{[deal.buyProvince, deal.buyCity, deal.buyArea].filter(Boolean).join(' ')}</Fact>
      <Fact label={identityText(additional.identifyType) || '证件号'}>
        {additional.idNo && (
          <RevealNumber
            name="证件号"
            masked={additional.idNo}
            reveal={identity}
            pick={(clear) => clear.idNo}
          />
        )}
      </Fact>
      <Fact label="地址">
        {additional.address ? (
          <>
            {district}
            <RevealNumber
              name="详细地址"
              masked={additional.address}
              reveal={identity}
              pick={(clear) => clear.address}
              showProblem={!additional.idNo}
            />
          </>
        ) : (
          district
        )}
      </Fact>
      <Fact label="生日">{additional.birthday}</Fact>
      <Fact label="QQ">{additional.qq}</Fact>
      <Fact label="备注">{customer.remark}</Fact>
      <Fact label="来源凭证">
        {profile.newMediaUrl.length > 0 && (
          <SignedImages urls={profile.newMediaUrl} alt="来源凭证" size={64} />
        )}
      </Fact>
    </dl>
  )
}
