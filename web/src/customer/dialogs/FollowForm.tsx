import * as customer from '@showroom/contract/customer/customer.api'
import { followEvent } from '@showroom/contract/customer/customer.rules'
import { Follow } from '@showroom/contract/customer/follow.schema'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { nowSeconds } from '../../ui/day'
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
import { useActionForm } from './useActionForm'
import './follow-form.css'

/** 2 s against double clicks. */
const followLockMs = 2000

const doneText: Readonly<Record<Outcome, string>> = {
  next: '跟进已保存',
  dormant: '跟进已保存，客户已休眠',
  defeat: '战败申请已提交，等待审核',
}

type FollowForm = SchemaFormApi<FollowValues> & {
  /** Where it leads, as the form stands. */
  readonly outcome: Outcome
}

interface FollowOptions {
  /** What the form starts with beside what the customer's file says. */
  usual?: Pick<FollowValues, 'contactType'>
  /** Tells that it was saved; a notice does unless given. */
  tell?: (text: string) => void
  /** Whoever has saved goes on to the next one. */
  leaves?: boolean
}

/** A plain talk as it usually goes stands there already: what the customer said is what is left to be typed. */
function startFollow(profile: CustomerProfile, { contactType }: Pick<FollowValues, 'contactType'>) {
  const initial = initialFollow(profile, nowSeconds())
  return {
    ...initial,
    contactType: contactFor(initial.completedActivityType, contactType),
    event: followEvent.other,
  }
}

/** The form that completes a follow-up. */
export function useFollowForm(
  profile: CustomerProfile,
  { usual = {}, tell, leaves = false }: FollowOptions = {},
): FollowForm {
  // What the form was opened on, though the file behind is read again: what somebody else plans meanwhile is not completed unseen.
  const [opened, setOpened] = useState(profile)
  const form = useActionForm({
    profile: opened,
    ...(tell && { tell }),
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

/** Its fields: what happened, and how warm the customer is. */
export const FollowFields = ({ profile }: { profile: CustomerProfile }) => (
  <>
    <FollowHappened profile={profile} />
    <FollowIntent profile={profile} />
  </>
)

/** And where it leads. */
export const FollowEnd = ({ profile, outcome }: { profile: CustomerProfile; outcome: Outcome }) =>
  outcome === 'defeat' ? <FollowDefeat /> : <FollowNext profile={profile} />
