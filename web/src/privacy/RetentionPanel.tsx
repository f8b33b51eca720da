import type { RetentionDays } from '@showroom/contract/privacy/privacy.schema'

const titles: Readonly<Record<keyof RetentionDays, string>> = {
  audit: '操作记录',
  recordings: '通话录音',
  licences: '驾驶证照片',
  deliveries: '外部系统发来的原始数据',
  exports: '导出的文件',
  drafts: '未保存的草稿',
  sessions: '登录状态',
}
const kinds = Object.keys(titles) as (keyof RetentionDays)[]

/** How long data is kept; the operator of the installation sets the days. */
export const RetentionPanel = ({ days }: { days: RetentionDays }) => (
  <section className="sr-panel sr-retention" aria-labelledby="retention">
    <h2 id="retention" className="sr-retention-title">
      保留期限
    </h2>
    <p className="sr-quiet">到期的数据每天自动删除，期限由系统管理员设置。</p>
    <dl className="sr-retention-kinds">
      {kinds.map((kind) => (
        <div key={kind}>
          <dt className="sr-quiet">{titles[kind]}</dt>
          <dd>{days[kind] ? `${days[kind]}天` : '长期保留'}</dd>
        </div>
      ))}
    </dl>
  </section>
)
