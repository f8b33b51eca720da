import * as customer from '@showroom/contract/customer/customer.api'
import { followEvent } from '@showroom/contract/customer/customer.rules'
import { Follow } from '@showroom/contract/customer/follow.schema'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { nowSeconds } from '../../api/clock'
import { useFieldValue } from '../../ui/form/SchemaForm'
import type { SchemaFormApi } from '../../ui/form/types'
import {
  contactFor,
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
import { useActionForm } from '../dialogs/useActionForm'
import './follow-form.css'

/** 2 s against double clicks. */
const followLockMs = 2000

const doneText: Readonly<Record<Outcome, string>> = {
  next: '跟进已保存',
  dormant: '跟进已保存，客户已休眠',
  defeat: '战败申请已提交，等待审核',
}

type FollowForm = SchemaFormApi<FollowValues> & {
  /** The outcome of the form's present values. */
  readonly outcome: Outcome
}

interface FollowOptions {
  /** Initial values on top of those from the customer's file. */
  usual?: Partial<FollowValues>
  /** Shows the success text; by default a notice does. */
  tell?: (text: string) => void
  /** True if saving moves on to another customer. */
  leaves?: boolean
  confirm?: (values: FollowValues) => Promise<boolean>
}

/** Prefills the usual case, a plain talk, so that only the customer's answer has to be typed. */
function startFollow(profile: CustomerProfile, { contactType, ...usual }: Partial<FollowValues>) {
  const initial = { ...initialFollow(profile, nowSeconds()), ...usual }
  return {
    ...initial,
    contactType: contactFor(initial.completedActivityType, contactType),
    event: followEvent.other,
  }
}

/** The form that completes a follow-up. */
export function useFollowForm(
  profile: CustomerProfile,
  { usual = {}, tell, leaves = false, confirm }: FollowOptions = {},
): FollowForm {
  // Keeps the version that the form was opened on, even if the file is refetched behind it. Otherwise a colleague's new plan would be
  // completed unseen.
  const [opened, setOpened] = useState(profile)
  const form = useActionForm({
    profile: opened,
    ...(tell && { tell }),
    ...(confirm && { confirm }),
    leaves,
    action: 'follow',
    draft: 'customer.follow',
    schema: Follow,
    initial: startFollow(opened, usual),
    toRequest: (values: FollowValues) => followRequest(values, targetOf(opened)),
    fieldOf: followFieldOf,
    moreProblems: (values) => followDateProblems(values, nowSeconds()),
    lockMs: followLockMs,
    send: (request, options) => callApi(customer.follow, request, options),
    waits: { name: '跟进', text: ({ remark }) => remark },
    done: (values) => doneText[outcomeOf(values)],
    rebase: (values, fresh) => {
      setOpened(fresh)
      return rebaseFollow(values, opened, fresh, nowSeconds())
    },
  })
  const level = useFieldValue<string>('level', form.form) ?? profile.info.level
  const isSuspend = useFieldValue<boolean>('isSuspend', form.form) ?? false
  return { ...form, outcome: outcomeOf({ level, isSuspend }) }
}

/** Fields for what happened and how interested the customer is. */
export const FollowFields = ({ profile }: { profile: CustomerProfile }) => (
  <>
    <FollowHappened profile={profile} />
    <FollowIntent profile={profile} />
  </>
)

/** Fields for the outcome. */
export const FollowEnd = ({ profile, outcome }: { profile: CustomerProfile; outcome: Outcome }) =>
  outcome === 'defeat' ? <FollowDefeat /> : <FollowNext profile={profile} />
