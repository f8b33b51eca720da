import * as customer from '@showroom/contract/customer/customer.api'
import { Follow } from '@showroom/contract/customer/follow.schema'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { callApi } from '../api/client'
import { nowSeconds } from '../ui/day'
import { FormDialog } from '../ui/form/FormDialog'
import { useFieldValue } from '../ui/form/SchemaForm'
import { RelativeTime } from '../ui/RelativeTime'
import type { ActionDialogProps } from './customerActions'
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
import { useActionForm } from './useActionForm'
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
      <div className="sr-follow">
        <LastTime profile={profile} />
        <FollowHappened profile={profile} />
        <FollowIntent profile={profile} />
        {outcome === 'defeat' ? <FollowDefeat /> : <FollowNext profile={profile} />}
      </div>
    </FormDialog>
  )
}

function useFollowForm(profile: CustomerProfile) {
  return useActionForm({
    profile,
    action: 'follow',
    schema: Follow,
    initial: initialFollow(profile, nowSeconds()),
    toRequest: (values: FollowValues) => followRequest(values, targetOf(profile)),
    fieldOf: followFieldOf,
    moreProblems: (values) => followDateProblems(values, nowSeconds()),
    lockMs: followLockMs,
    send: (request, options) => callApi(customer.follow, request, options),
    done: (values) => words[outcomeOf(values)].done,
    rebase: (values, fresh) => rebaseFollow(values, profile, fresh, nowSeconds()),
  })
}

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
