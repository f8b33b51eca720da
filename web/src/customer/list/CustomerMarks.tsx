import type { CustomerRow } from '@showroom/contract/customer/list.schema'

/** Custom and system tags as a list. */
export const tagsOf = ({ tag }: CustomerRow): string[] => tag.split(/[\s,、]+/).filter(Boolean)

/** 先生 or 女士, collision and the first tag beside the name; the other tags are in the tooltip. */
export function CustomerMarks({ row }: { row: CustomerRow }) {
  const tags = tagsOf(row)
  return (
    <>
      {row.gender > 0 && <span className="sr-customer-title">{row.gender === 1 ? '先生' : '女士'}</span>}
      {row.isSuperseded && (
        <span className="sr-customer-mark" title="客户之后再次购车，本行为此前的商机">
          已再购
        </span>
      )}
      {row.isZk && (
        <span className="sr-customer-mark sr-customer-mark-due" title="该手机号在集团内其他门店也有建档">
          撞单
        </span>
      )}
      {tags.length > 0 && (
        <span className="sr-customer-tags" title={tags.join('、')}>
          <span className="sr-customer-mark">
            {tags[0]}
            {tags.length > 1 && ` +${tags.length - 1}`}
          </span>
        </span>
      )}
    </>
  )
}
