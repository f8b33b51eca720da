import { merge } from '@showroom/contract/customer/customer.api'
import type { MergeInfo } from '@showroom/contract/customer/merge.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Modal, Radio } from 'antd'
import { useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { failureText } from '../../ui/failure'
import { formatMinute } from '../../ui/day'
import { notice } from '../../ui/notice'
import { invalidateCustomerList } from '../customer.queries'
import { LevelChip } from '../fields/LevelChip'
import type { Comparison } from '../fields/useNumberHolder'
import './MergeDialog.css'

interface MergeDialogProps extends Comparison {
  /** Before the page is left for the list. */
  onMerged: () => void
  onClosed: () => void
}

/** Two files of one customer: which one stays, and what moves into it. */
export function MergeDialog({ holder, self, onMerged, onClosed }: MergeDialogProps) {
  const [masterId, setMasterId] = useState(holder.id)
  const [master, slave] = masterId === holder.id ? [holder, self] : [self, holder]
  const { pending, problem, send } = useMerge(onMerged)
  const files = useRef<HTMLDivElement>(null)
  return (
    <Modal
      open
      title="合并客户"
      width={720}
      centered
      mask={{ closable: false }}
      onCancel={() => !pending && onClosed()}
      // The keyboard begins with the choice, not with the cross.
      afterOpenChange={(opened) =>
        opened && files.current?.querySelector<HTMLInputElement>(':checked')?.focus()
      }
      wrapClassName="sr-dialog"
      footer={
        <div>
          {problem && (
            <Alert className="sr-form-problem" type="error" showIcon role="alert" title={problem} />
          )}
          <div className="sr-dialog-footer">
            <span className="sr-dialog-note">合并后不能撤销</span>
            <Button onClick={onClosed} disabled={pending}>
              暂不合并
            </Button>
            <Button type="primary" loading={pending} onClick={() => void send(master.id, slave.id)}>
              合并客户
            </Button>
          </div>
        </div>
      }
    >
      <p className="sr-merge-intro">
        手机号 <span className="sr-number">{holder.phone}</span> 已属于客户 {holder.name}
        。如果是同一位客户，请选择保留哪一份档案，另一份将并入其中。
      </p>
      <Radio.Group
        ref={files}
        className="sr-merge"
        aria-label="保留的档案"
        value={masterId}
        onChange={(event) => setMasterId(event.target.value as number)}
      >
        <FileChoice info={holder} title="已有该手机号的客户" chosen={masterId === holder.id} />
        <FileChoice info={self} title="正在编辑的客户" chosen={masterId === self.id} />
      </Radio.Group>
      <section className="sr-merge-moves" aria-label="合并内容" aria-live="polite">
        <p>
          {slave.name} 的<strong>{recordsOf(slave)}</strong>将移到 {master.name} 的档案，客户由{' '}
          {master.ownerName} 跟进，{slave.name} 未完成的跟进计划取消。
        </p>
        {(slave.phone || slave.secondPhone) && (
          <p>
            {slave.name} 的号码 <span className="sr-number">{numbersOf(slave)}</span> 保留在 {master.name}{' '}
            的档案中。
          </p>
        )}
        <p>
          {master.name} 的档案缺少的资料由 {slave.name} 的补上，其余不变；{slave.name} 的档案不再单独显示。
        </p>
        <p>本次编辑中其他未保存的内容不会保存。</p>
      </section>
    </Modal>
  )
}

/** What a file has; its first timeline row says at least when it was opened. */
function recordsOf({ timelineTotal, dealTotal, orderTotal, leadTotal }: MergeInfo): string {
  const counted: readonly [number, string][] = [
    [timelineTotal, '条跟进记录'],
    [dealTotal, '个商机'],
    [orderTotal, '个订单'],
    [leadTotal, '条线索'],
  ]
  return counted.flatMap(([total, unit]) => (total > 0 ? [`${total} ${unit}`] : [])).join('、')
}

/** All its numbers, as they are shown. */
const numbersOf = ({ phone, secondPhone }: MergeInfo): string =>
  [phone, ...secondPhone.split(' ')].filter(Boolean).join('、')

function FileChoice({ info, title, chosen }: { info: MergeInfo; title: string; chosen: boolean }) {
  return (
    <Radio value={info.id} className="sr-merge-file">
      <span className="sr-merge-title">
        {title}
        {chosen && <span className="sr-merge-kept">保留</span>}
      </span>
      <span className="sr-merge-name">
        {info.name} <LevelChip level={info.level} size="small" />
      </span>
      <span className="sr-merge-facts">
        <span>手机号</span>
        <span className="sr-number">{info.phone || '无'}</span>
        {info.secondPhone && (
          <>
            <span>备用号码</span>
            <span className="sr-number">{info.secondPhone}</span>
          </>
        )}
        <span>客户经理</span>
        <span>{info.ownerName}</span>
        <span>建档日期</span>
        <span>{formatMinute(info.createdAt)}</span>
        <span>最近更新</span>
        <span>{formatMinute(info.updatedAt)}</span>
        <span>档案内容</span>
        <span>{recordsOf(info)}</span>
      </span>
    </Radio>
  )
}

function useMerge(onMerged: () => void) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const send = async (masterCustomerId: number, slaveCustomerId: number): Promise<void> => {
    setPending(true)
    setProblem('')
    try {
      await callApi(merge, { masterCustomerId, slaveCustomerId }, { once: true })
      onMerged()
      notice.success('合并客户申请成功')
      void invalidateCustomerList(queries)
      await navigate({ to: '/customer/list' })
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setPending(false)
    }
  }
  return { pending, problem, send }
}
