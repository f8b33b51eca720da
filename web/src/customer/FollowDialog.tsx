import * as customer from '@showroom/contract/customer/customer.api'
import { Follow } from '@showroom/contract/customer/follow.schema'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callApi, type Refusal } from '../app/api/client'
import { queryOf } from '../app/api/query'
import { nowSeconds } from '../ui/day'
import { FormDialog } from '../ui/form/FormDialog'
import { useFieldValue } from '../ui/form/SchemaForm'
import { type FormProblem, useSchemaForm } from '../ui/form/useSchemaForm'
import { RelativeTime } from '../ui/RelativeTime'
import { useMessage } from '../ui/useMessage'
import { invalidateCustomerList } from './customer.queries'
import type { ActionDialogProps } from './customerActions'
import { stateOf, whyNoFollow } from './customerState'
import {
  followDateProblems,
  followFieldOf,
  followRequest,
  type FollowValues,
  initialFollow,
  type Outcome,
  outcomeOf,
  rebaseFollow,
  targetOf,
} from './follow.form'
import { FollowDefeat } from './FollowDefeat'
import { FollowHappened } from './FollowHappened'
import { FollowIntent } from './FollowIntent'
import { FollowNext } from './FollowNext'
import './FollowDialog.css'

/** 2 s against double clicks (document 2, section 9). */
const followLockMs = 2000

const words: Readonly<Record<Outcome, { ok: string; done: string }>> = {
  next: { ok: '完成跟进', done: '跟进已保存' },
  dormant: { ok: '完成跟进并休眠', done: '跟进已保存，客户已休眠' },
  defeat: { ok: '提交战败申请', done: '战败申请已提交，等待审核' },
}

/** Completing a follow-up: what happened, how warm the customer is, and what comes next (document 2, section 3.6). */
export function FollowDialog({ profile, onClosed }: ActionDialogProps) {
  const form = useFollowForm(profile)
  const level = useFieldValue<string>('level', form.form) ?? profile.info.level
  const isSuspend = useFieldValue<boolean>('isSuspend', form.form) ?? false
  const outcome = outcomeOf({ level, isSuspend })
  return (
    <FormDialog
      title={`跟进 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText={words[outcome].ok}
      danger={outcome === 'defeat'}
      width={880}
      footerNote="Ctrl + Enter 保存，Esc 关闭"
    >
      <div className="sr-follow" ref={useFirstFocus()}>
        <LastTime profile={profile} />
        <FollowHappened profile={profile} />
        <FollowIntent profile={profile} />
        {outcome === 'defeat' ? <FollowDefeat /> : <FollowNext profile={profile} />}
      </div>
    </FormDialog>
  )
}

function useFollowForm(profile: CustomerProfile) {
  const queries = useQueryClient()
  const message = useMessage()
  const file = queryOf(customer.get, { customerId: profile.customer.id })
  const form = useSchemaForm({
    schema: Follow,
    initial: initialFollow(profile, nowSeconds()),
    toRequest: (values: FollowValues) => followRequest(values, targetOf(profile)),
    fieldOf: followFieldOf,
    moreProblems: (values) => followDateProblems(values, nowSeconds()),
    lockMs: followLockMs,
    send: (request, options) => callApi(customer.follow, request, options),
    onDone: () => {
      message.success(words[outcomeOf(form.form.getFieldsValue(true) as FollowValues)].done)
      void queries.invalidateQueries({ queryKey: file.queryKey })
      void invalidateCustomerList(queries)
    },
    onRefused: (refusal) => {
      if (refusal.code === errors.BLOCKED.code) return blockedProblem(refusal)
      return movedOn.has(refusal.code) && refusal.errors.length === 0 ? reload(refusal) : false
    },
  })
  /** The file has moved on: takes the fresh one, keeps what was typed, and tells what happened meanwhile. */
  const reload = async (refusal: Refusal): Promise<boolean | FormProblem> => {
    const fresh = await queries.query({ ...file, staleTime: 0 }).catch(() => undefined)
    if (!fresh) return false
    const values = form.form.getFieldsValue(true) as FollowValues
    form.form.setFieldsValue(rebaseFollow(values, profile, fresh, nowSeconds()))
    // The text asks to refresh, which has just been done.
    return { title: refusal.message.replace('，请刷新后重试', ''), description: whatChanged(profile, fresh) }
  }
  return form
}

/** Refusals that mean: what this form was opened on is no more. */
const movedOn: ReadonlySet<number> = new Set([
  errors.STALE.code,
  errors.CUSTOMER_STATE.code,
  errors.CUSTOMER_ORDER_OPEN.code,
])

function whatChanged(before: CustomerProfile, after: CustomerProfile): string {
  const [newest] = after.timelines
  const known = newest === undefined || before.timelines.some(({ id }) => id === newest.id)
  const why = whyNoFollow(stateOf(after))
  const last = known ? '' : `最新记录：${newest.ownerName} ${newest.subject}，${newest.content}`.slice(0, 120)
  const kept = why
    ? `${why}，填写的内容仍在，可先复制备注。`
    : '已载入最新资料，填写的内容仍在，核对后可再次提交。'
  return [last, kept].filter(Boolean).join('。')
}

/** Document 2, section 8: the text, followed by the contacts in brackets. */
const blockedProblem = (refusal: Refusal): FormProblem => ({
  title: `${errors.BLOCKED.text}（${refusal.message.replaceAll(',', '，')}）`,
})

/** The last time anyone spoke with the customer, so that nobody has to close the form to look it up. */
function LastTime({ profile }: { profile: CustomerProfile }) {
  const last = profile.timelines.find(({ content }) => content !== '')
  if (!last) return null
  return (
    <p className="sr-follow-last">
      <RelativeTime at={last.createdAt} /> {last.ownerName} {last.subject}：{last.content}
    </p>
  )
}

/** The keyboard starts at the way of the follow-up, not at the dialog's frame. */
function useFirstFocus() {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(
      () => root.current?.querySelector<HTMLElement>('input[type=radio]:checked')?.focus(),
      0,
    )
    return () => clearTimeout(timer)
  }, [])
  return root
}
