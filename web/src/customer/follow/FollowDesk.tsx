import { activityType, followEvent } from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { focusFirstOpen } from '../../ui/form/firstError'
import { FormNote, useDraftState } from '../../ui/form/FormNote'
import { FormProblemAlert, SchemaForm } from '../../ui/form/SchemaForm'
import { useKeptInput } from '../../ui/form/useKeptInput'
import { usePriceQuestion } from '../../ui/form/usePriceQuestion'
import { useSendKey } from '../../ui/form/sendKey'
import { useMessage } from '../../ui/useMessage'
import { forgetCall, useCallTime } from '../fields/call'
import { type PlannedSlot, plannedValues } from '../fields/hour'
import { revealed } from '../fields/useReveal'
import type { FollowValues, Outcome } from './follow.form'
import { FollowEnd, FollowFields, useFollowForm } from './FollowForm'
import { FollowHead } from './FollowHead'
import { FollowKnown } from './FollowKnown'
import type { FollowQueue, LeaveGuard } from './followQueue'
import { rememberContact, useUsualContact } from './usualContact'

interface FollowDeskProps {
  profile: CustomerProfile
  planned?: PlannedSlot | undefined
  queue?: FollowQueue | undefined
  guard: LeaveGuard
  go: ReactNode
  onClosed: () => void
}

const okText: Readonly<Record<Outcome, string>> = {
  next: '完成跟进',
  dormant: '完成跟进并休眠',
  defeat: '提交战败申请',
}

/** Facts on the left and the form on the right. The outcome and the buttons stay visible below the scrolling part. */
export function FollowDesk({ guard, go, ...props }: FollowDeskProps) {
  const { profile, queue, onClosed } = props
  const { form, busy, saveAndClose, saveAndGoOn, mayLeave, questions } = useSaving(props)
  const { root } = form.parts
  useEffect(() => focusFirstOpen(root.current), [root])
  useEffect(() => {
    guard.current = () => (busy ? Promise.resolve(false) : mayLeave())
    return () => {
      guard.current = undefined
    }
  })
  useSendKey(() => void saveAndGoOn())
  // While the next customer loads, this form accepts no input.
  const submitting = { ...form, pending: busy, submit: () => saveAndGoOn().then(() => false) }
  const isViewed = useDraftState(form.draft)?.kind === 'viewed'
  const main = queue ? (queue.isLast ? '保存并完成' : '保存并下一位') : okText[form.outcome]
  const { outcome } = form
  // Memoized: rerenders for another customer or outcome, not for each step of saving.
  const fields = useMemo(
    () => (
      <>
        <div className="sr-follow-scroll">
          <FollowFields profile={profile} />
        </div>
        <div className="sr-follow-end" data-outcome={outcome}>
          <FollowEnd profile={profile} outcome={outcome} />
        </div>
      </>
    ),
    [profile, outcome],
  )
  const giveUp = (): void => void mayLeave().then((may) => may && onClosed())
  return (
    <>
      <FollowHead name={profile.customer.name} profile={profile}>
        {go}
      </FollowHead>
      <div className="sr-follow-columns">
        <FollowKnown profile={profile} />
        <div className="sr-follow-work">
          <SchemaForm form={submitting} hideProblem className="sr-follow">
            {fields}
          </SchemaForm>
          <div className="sr-follow-foot">
            <FormProblemAlert form={form} />
            <div className="sr-follow-buttons">
              <FormNote form={form} save={main} />
              {queue ? (
                <Button disabled={busy || isViewed} onClick={() => void saveAndClose()}>
                  保存
                </Button>
              ) : (
                <Button disabled={busy} onClick={giveUp}>
                  取消
                </Button>
              )}
              <Button
                type="primary"
                danger={form.outcome === 'defeat'}
                loading={busy}
                disabled={isViewed}
                onClick={() => void saveAndGoOn()}
              >
                {main}
              </Button>
            </div>
          </div>
        </div>
      </div>
      {questions}
    </>
  )
}

/** A call completes any plan but a return visit, which has its own way. */
const byPhone = ({ pendingActivity }: CustomerProfile) =>
  pendingActivity?.type === activityType.revisit ? {} : { completedActivityType: activityType.call }

/** The form and the two ways to save it: continue with the next customer, or close. */
function useSaving({ profile, planned, queue, onClosed }: Omit<FollowDeskProps, 'guard' | 'go'>) {
  const message = useMessage()
  const announced = useRef('')
  const goesOn = useRef(false)
  const [going, setGoing] = useState(false)
  const price = usePriceQuestion('报价金额')
  const calledAt = useCallTime({ userId: profile.customer.id, userType: revealed.customer })
  const isCalled = calledAt !== undefined
  const contact = useUsualContact(isCalled)
  const form = useFollowForm(profile, {
    usual: {
      ...(isCalled && byPhone(profile)),
      contactType: contact,
      ...(planned && { ...plannedValues(planned), reserveComeDate: planned.date }),
    },
    leaves: queue !== undefined,
    confirm: async ({ event, quote }) => event !== followEvent.quote || price.askPrices([quote]),
    tell: (text) => {
      announced.current = text
      // Set before the form unlocks, so that it is not enabled just before it is left.
      if (goesOn.current) setGoing(true)
    },
  })
  const { form: fields } = form
  // 拨打 in the open form.
  useEffect(() => {
    const { completedActivityType, contactType } = fields.getFieldsValue(true) as Partial<FollowValues>
    if (calledAt && completedActivityType === activityType.call && contactType !== contact)
      fields.setFieldsValue({ contactType: contact })
  }, [calledAt, contact, fields])
  const { mayLeave, questions: input } = useKeptInput(form)
  const questions = (
    <>
      {input}
      {price.questions}
    </>
  )

  const save = async (): Promise<boolean> => {
    const { contactType } = form.form.getFieldsValue(true) as { contactType?: number }
    if (!(await form.submit())) return false
    rememberContact(contactType)
    forgetCall()
    queue?.saved(announced.current)
    return true
  }
  const saveAndClose = async (): Promise<void> => {
    if (!(await save())) return
    message.success(announced.current)
    onClosed()
  }
  const saveAndGoOn = async (): Promise<void> => {
    if (!queue) return saveAndClose()
    goesOn.current = true
    queue.readAhead()
    try {
      if (await save()) await queue.goOn()
    } finally {
      goesOn.current = false
      setGoing(false)
    }
  }
  return { form, busy: form.pending || going, saveAndClose, saveAndGoOn, mayLeave, questions }
}
