import { onFile } from '@showroom/contract/customer/customer.api'
import type { NextAction } from '@showroom/contract/customer/level.rules'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { cleanNumber } from '@showroom/contract/kernel/clean'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { type RefObject, useEffect } from 'react'
import { queryOf } from '../../api/query'
import { useFieldValue } from '../../ui/form/SchemaForm'
import { useShownHere } from '../../ui/shownErrors'
import { LevelChip } from '../fields/LevelChip'
import './on-file.css'

/** A phone number that is already on file, with the error text for its field. */
export interface NumberOnFile {
  readonly phone: string
  readonly text: string
}

/** The field's error while it holds that number. */
export const onFileProblems = (match: NumberOnFile | undefined, mobile = ''): FieldError[] =>
  match && cleanNumber(mobile) === match.phone ? [{ path: 'mobile', text: match.text }] : []

const nextActionLabels: Readonly<Record<NextAction, string>> = {
  follow: '跟进',
  repurchase: '再购',
  revive: '复活',
  resume: '唤醒',
}

interface OnFileNoteProps {
  /** Stores the result for the form's validation; without it the note warns, and the form can be sent. */
  onFile?: RefObject<NumberOnFile | undefined>
  /** Called when the user continues with the existing file. */
  onLeave: () => void
}

/** Checks a complete phone number and offers actions on the existing file if the user may see it. Needs a form field `mobile`. */
export function OnFileNote({ onFile: found, onLeave }: OnFileNoteProps) {
  const form = Form.useFormInstance()
  const navigate = useNavigate()
  const phone = cleanNumber(useFieldValue<string>('mobile') ?? '')
  const { data, error } = useQuery({
    ...queryOf(onFile, { phone }),
    enabled: /^1[3-9]\d{9}$/.test(phone),
    // The save checks again, so a result stays valid while the form is filled in. If the request fails, only the save decides.
    staleTime: 60_000,
    gcTime: 0,
    retry: false,
  })
  useShownHere(error)
  const customer = data?.customer
  const text = customer ? `该手机号客户已存在，客户经理：${customer.ownerName}` : ''
  useEffect(() => {
    if (!found) return
    found.current = text ? { phone, text } : undefined
    if (text) form.validateFields(['mobile']).catch(() => undefined)
  }, [found, form, phone, text])
  if (!customer) return null
  if (!customer.customerId)
    return found ? null : (
      <p className="sr-on-file sr-field-wide" role="status">
        <span className="sr-on-file-said">{text}</span>
      </p>
    )
  const { customerId, name, level, next } = customer
  const go = (act?: NextAction): void => {
    onLeave()
    void navigate({
      to: '/customer/detail/$customerId',
      params: { customerId: String(customerId) },
      search: { act },
    })
  }
  return (
    <div className="sr-on-file sr-field-wide" role="status">
      <LevelChip level={level} size="small" />
      <span className="sr-on-file-name" title={name}>
        {name}
      </span>
      <span className="sr-on-file-said">已有档案</span>
      <Button size="small" onClick={() => go()}>
        查看档案
      </Button>
      {next && (
        <Button size="small" type="primary" onClick={() => go(next)}>
          {nextActionLabels[next]}
        </Button>
      )}
    </div>
  )
}
