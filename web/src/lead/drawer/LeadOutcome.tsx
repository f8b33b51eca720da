import { leadStatus } from '@showroom/contract/lead/lead.rules'
import type { ClueDetail } from '@showroom/contract/lead/lead.schema'
import { Link } from '@tanstack/react-router'
import { useDictionaryText } from '../../base/public'
import { statusOf } from '../lead.labels'
import { type FactTexts, Facts } from './LeadFacts'

/** The outcome of a lead that this user cannot handle. */
export function LeadOutcome({ data }: { data: ClueDetail }) {
  const reason = useDictionaryText('clueInvalidReasons')
  const facts: FactTexts = [
    ['状态', statusOf(data.status).text],
    ['客户经理', data.ownerName],
    ['无效理由', data.invalidReason ? reason(data.invalidReason) : ''],
    ['备注', data.clearRemark],
  ]
  return (
    <section className="sr-lead-outcome" aria-label="处理结果">
      <h3 className="sr-lead-part-title">处理结果</h3>
      {data.isRepeat && <p className="sr-lead-note">该号码已是客户，线索已归入原客户。</p>}
      <Facts facts={facts} />
      <EnteredForm data={data} />
      {data.customerId > 0 && (
        <Link
          className="sr-button"
          to="/customer/detail/$customerId"
          params={{ customerId: String(data.customerId) }}
        >
          查看客户档案
        </Link>
      )}
      {data.status === leadStatus.waiting && (
        <p className="sr-lead-note">您可以查看该线索，清洗由线索处理人员完成。</p>
      )}
    </section>
  )
}

/** The values entered at cleaning, shown while the lead waits for its owner. */
export function EnteredForm({ data: { form } }: { data: ClueDetail }) {
  const business = useDictionaryText('businessTypes')
  if (!form) return null
  return (
    <Facts
      facts={[
        ['业务类型', business(form.businessType)],
        ['购车数量', form.buyCount > 0 ? `${form.buyCount} 台` : ''],
        ['意向车系', form.specNames.join('、')],
        ['竞品车系', form.competitionNames.join('、')],
        ['清洗备注', form.remark],
      ]}
    />
  )
}
