import { get, merge } from '@showroom/contract/customer/customer.api'
import { asksToChoose, currentAfterMerge } from '@showroom/contract/customer/merge.rules'
import type { MergeInfo } from '@showroom/contract/customer/merge.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Modal, Radio } from 'antd'
import { useRef, useState } from 'react'
import { callApi, Refusal } from '../../api/client'
import { keyOf } from '../../api/query'
import { useDictionaryText } from '../../base/public'
import { formatDay, formatMinute } from '../../ui/day'
import { failureText, withoutRefreshHint } from '../../ui/failure'
import { notice } from '../../ui/notice'
import { invalidateCustomerList } from '../customer.queries'
import { LevelChip } from '../fields/LevelChip'
import type { Comparison } from '../fields/useNumberHolder'
import './MergeDialog.css'

interface MergeDialogProps extends Comparison {
  /** Called before the page is left for the list. */
  onMerged: () => void
  /** Called if one of the files has changed since the comparison. */
  onStale: () => Promise<void>
  onClosed: () => void
}

/**
 * Merges two files of one customer: which one survives, what moves into it, and which owner and plan continue if both have a deal in
 * progress.
 */
export function MergeDialog({ holder, self, onMerged, onStale, onClosed }: MergeDialogProps) {
  const [masterId, setMasterId] = useState(holder.id)
  const [master, slave] = masterId === holder.id ? [holder, self] : [self, holder]
  const [ownerChoice, chooseOwner] = useState<number>()
  const [planChoice, choosePlan] = useState<number>()
  const goingOn = goingOnOf(master, slave, ownerChoice, planChoice)
  const { pending, problem, send } = useMerge(onMerged, onStale)
  const files = useRef<HTMLDivElement>(null)
  const waiting = [holder, self].find(({ waitingFailReview }) => waitingFailReview)
  return (
    <Modal
      open
      title="合并客户"
      width={720}
      centered
      mask={{ closable: false }}
      onCancel={() => !pending && onClosed()}
      // Focuses the choice instead of the close button.
      afterOpenChange={(opened) =>
        opened && files.current?.querySelector<HTMLInputElement>(':checked')?.focus()
      }
      wrapClassName="sr-dialog"
      footer={
        <MergeFooter
          pending={pending}
          problem={problem}
          waiting={waiting}
          onClosed={onClosed}
          onSend={() => void send(master.id, slave.id, goingOn)}
        />
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
      <GoingOnChoice
        master={master}
        slave={slave}
        goingOn={goingOn}
        chooseOwner={chooseOwner}
        choosePlan={choosePlan}
      />
      <section className="sr-merge-moves" aria-label="合并内容" aria-live="polite">
        <p>
          {slave.name} 的<strong>{recordsOf(slave)}</strong>将移到 {master.name} 的档案，客户由{' '}
          {goingOn.ownerName} 跟进。
        </p>
        <Deals master={master} slave={slave} goingOn={goingOn} />
        {(slave.phone || slave.secondPhone) && (
          <p>
            {slave.name} 的号码 <span className="sr-number">{numbersOf(slave)}</span> 保留在 {master.name}{' '}
            的档案中。
          </p>
        )}
        <p>
          {master.name} 的档案缺少的资料由 {slave.name} 的补上，其余不变；{slave.name}{' '}
          的档案不再单独显示，用原姓名仍可找到。
        </p>
        <p>本次编辑中其他未保存的内容不会保存。</p>
      </section>
    </Modal>
  )
}

type Plan = NonNullable<MergeInfo['plan']>

/** Owner and plan of the merged file. */
interface GoingOn {
  /** True if both files are in progress, so that the user must choose. */
  readonly asks: boolean
  readonly ownerId: number
  readonly ownerName: string
  readonly plan: Plan | undefined
  /** The plan that ends because the other one is kept. */
  readonly ended: Plan | undefined
  /** The file whose deal becomes history. */
  readonly past: MergeInfo
}

function goingOnOf(
  master: MergeInfo,
  slave: MergeInfo,
  ownerChoice: number | undefined,
  planChoice: number | undefined,
): GoingOn {
  const asks = asksToChoose(master, slave)
  const isSlaves = currentAfterMerge(master, slave).current === 'slave'
  const [survivor, past] = isSlaves ? [slave, master] : [master, slave]
  const owner = (asks && [master, slave].find(({ ownerId }) => ownerId === ownerChoice)) || survivor
  // A visit after delivery stays with the deal of that car.
  const plans = (past.level === 'D' ? [survivor] : [survivor, past]).flatMap(({ plan }) => plan ?? [])
  const plan = (asks && plans.find(({ activityId }) => activityId === planChoice)) || plans[0]
  const ended = plans.find((one) => one !== plan)
  return { asks, ownerId: owner.ownerId, ownerName: owner.ownerName, plan, ended, past }
}

/** Formats a planned activity: 电话 2026-12-03. */
function usePlanText(): (plan: Plan) => string {
  const typeText = useDictionaryText('activityTypes')
  return ({ type, activityDate }) => `${typeText(type) || '跟进'} ${formatDay(activityDate)}`
}

interface GoingOnChoiceProps {
  master: MergeInfo
  slave: MergeInfo
  goingOn: GoingOn
  chooseOwner: (memberId: number) => void
  choosePlan: (activityId: number) => void
}

/** Chooses owner and next step if both files are in progress. */
function GoingOnChoice({ master, slave, goingOn, chooseOwner, choosePlan }: GoingOnChoiceProps) {
  const planText = usePlanText()
  const { asks, ownerId, plan, ended } = goingOn
  const asksOwner = asks && master.ownerId !== slave.ownerId
  const asksPlan = asks && plan !== undefined && ended !== undefined
  if (!asksOwner && !asksPlan) return null
  return (
    <section className="sr-merge-choices" aria-label="继续跟进">
      <p>两份档案都在跟进中，请选择合并后由谁、按哪个计划继续跟进：</p>
      {asksOwner && (
        <div className="sr-merge-choice">
          <span id="sr-merge-owner">客户经理</span>
          <Radio.Group
            aria-labelledby="sr-merge-owner"
            value={ownerId}
            onChange={(event) => chooseOwner(event.target.value as number)}
          >
            {[master, slave].map((file) => (
              <Radio key={file.id} value={file.ownerId}>
                {file.ownerName}
              </Radio>
            ))}
          </Radio.Group>
        </div>
      )}
      {asksPlan && (
        <div className="sr-merge-choice">
          <span id="sr-merge-plan">下次跟进</span>
          <Radio.Group
            aria-labelledby="sr-merge-plan"
            value={plan.activityId}
            onChange={(event) => choosePlan(event.target.value as number)}
          >
            {[master, slave].map((file) =>
              file.plan ? (
                <Radio key={file.id} value={file.plan.activityId}>
                  {planText(file.plan)}
                  <span className="sr-merge-of">（{file.name}）</span>
                </Radio>
              ) : null,
            )}
          </Radio.Group>
        </div>
      )}
    </section>
  )
}

/** Explains what happens to the two deals and their plans. */
function Deals({ master, slave, goingOn }: Pick<GoingOnChoiceProps, 'master' | 'slave' | 'goingOn'>) {
  const planText = usePlanText()
  const { plan, ended, past } = goingOn
  const visit = past.level === 'D' ? past.plan : null
  return (
    <>
      {past === master && (
        <p>
          {slave.name} 的商机作为当前商机，{master.name} 原来的商机转为历史。
        </p>
      )}
      {plan && (
        <p>
          下次跟进：{planText(plan)}
          {ended && `；${planText(ended)} 的任务标为已合并`}。
        </p>
      )}
      {visit && <p>交车后的回访计划（{planText(visit)}）保留。</p>}
    </>
  )
}

/** Counts of a file's records. There is always at least the timeline row of its creation. */
function recordsOf({ timelineTotal, dealTotal, orderTotal, leadTotal }: MergeInfo): string {
  const counted: readonly [number, string][] = [
    [timelineTotal, '条跟进记录'],
    [dealTotal, '个商机'],
    [orderTotal, '个订单'],
    [leadTotal, '条线索'],
  ]
  return counted.flatMap(([total, unit]) => (total > 0 ? [`${total} ${unit}`] : [])).join('、')
}

/** All phone numbers of the file, masked as shown elsewhere. */
const numbersOf = ({ phone, secondPhone }: MergeInfo): string =>
  [phone, ...secondPhone.split(' ')].filter(Boolean).join('、')

function FileChoice({ info, title, chosen }: { info: MergeInfo; title: string; chosen: boolean }) {
  const planText = usePlanText()
  return (
    <Radio value={info.id} className="sr-merge-file">
      <span className="sr-merge-title">
        {title}
        {chosen && <span className="sr-merge-kept">保留</span>}
      </span>
      <span className="sr-merge-name">
        {info.name} <LevelChip level={info.level} size="small" />
        {info.isSuspend && info.level !== 'F' && <span className="sr-merge-asleep">休眠中</span>}
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
        <span>下次跟进</span>
        <span>{info.plan ? planText(info.plan) : '无'}</span>
        <span>建档日期</span>
        <span>{formatMinute(info.createdAt)}</span>
        <span>最近跟进</span>
        <span>{info.updatedAt > 0 ? formatMinute(info.updatedAt) : '未联系'}</span>
        <span>档案内容</span>
        <span>{recordsOf(info)}</span>
      </span>
    </Radio>
  )
}

interface MergeFooterProps {
  pending: boolean
  problem: string
  /** The file with a defeat request under review. */
  waiting: MergeInfo | undefined
  onClosed: () => void
  onSend: () => void
}

function MergeFooter({ pending, problem, waiting, onClosed, onSend }: MergeFooterProps) {
  return (
    <div>
      {(problem || waiting) && (
        <Alert
          className="sr-form-problem"
          type="error"
          showIcon
          role="alert"
          title={problem || `${waiting?.name}的战败申请待审核，审核后才能合并`}
        />
      )}
      <div className="sr-dialog-footer">
        <span className="sr-dialog-note">合并后不能撤销</span>
        <Button onClick={onClosed} disabled={pending}>
          暂不合并
        </Button>
        <Button type="primary" loading={pending} disabled={waiting !== undefined} onClick={onSend}>
          合并客户
        </Button>
      </div>
    </div>
  )
}

function useMerge(onMerged: () => void, onStale: () => Promise<void>) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const send = async (masterCustomerId: number, slaveCustomerId: number, goingOn: GoingOn): Promise<void> => {
    setPending(true)
    setProblem('')
    const chosen = goingOn.asks && { ownerId: goingOn.ownerId, activityId: goingOn.plan?.activityId ?? 0 }
    try {
      await callApi(merge, { masterCustomerId, slaveCustomerId, ...chosen }, { once: true })
      onMerged()
      notice.success('合并客户申请成功')
      void invalidateCustomerList(queries)
      // Both files: the merged one's address leads to the survivor now.
      void queries.invalidateQueries({ queryKey: keyOf(get), refetchType: 'none' })
      await navigate({ to: '/customer/list' })
    } catch (error) {
      setProblem(failureText(error))
      if (error instanceof Refusal && movedOn.has(error.code)) {
        setProblem(`${withoutRefreshHint(error)}，已载入最新资料，请核对后再合并`)
        await onStale()
      }
    } finally {
      setPending(false)
    }
  }
  return { pending, problem, send }
}

/** Refusals because a file has changed since the comparison. */
const movedOn: ReadonlySet<number> = new Set([errors.STALE.code, errors.CUSTOMER_STATE.code])
