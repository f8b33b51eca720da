import { onFile } from '@showroom/contract/customer/customer.api'
import type { WayOn } from '@showroom/contract/customer/on-file.schema'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { normalizeMobile } from '@showroom/contract/kernel/mobile'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { type RefObject, useEffect } from 'react'
import { queryOf } from '../../api/query'
import { useFieldValue } from '../../ui/form/SchemaForm'
import { useSaidHere } from '../../ui/said'
import { LevelChip } from '../fields/LevelChip'
import './on-file.css'

/** A number that is on file, with the text for its field. */
export interface NumberOnFile {
  readonly phone: string
  readonly text: string
}

/** The field's problem while that number stands in it. */
export const onFileProblems = (found: NumberOnFile | undefined, mobile = ''): FieldError[] =>
  found && normalizeMobile(mobile) === found.phone ? [{ path: 'mobile', text: found.text }] : []

const waysOn: Readonly<Record<WayOn, string>> = {
  follow: '跟进',
  repurchase: '再购',
  revive: '复活',
  resume: '唤醒',
}

interface OnFileNoteProps {
  /** Where it is noted for the form's rules. */
  found: RefObject<NumberOnFile | undefined>
  /** Somebody goes on with the file that is there. */
  onLeave: () => void
}

/** Asks whose the number is as soon as it is a whole one, and shows the ways on with a file that one sees. In a form with `mobile`. */
export function OnFileNote({ found, onLeave }: OnFileNoteProps) {
  const form = Form.useFormInstance()
  const navigate = useNavigate()
  const phone = normalizeMobile(useFieldValue<string>('mobile') ?? '')
  const { data, error } = useQuery({
    ...queryOf(onFile, { phone }),
    enabled: /^1[3-9]\d{9}$/.test(phone),
    // The save asks anew; here an answer is good while the form is filled in. Without one the save decides alone.
    staleTime: 60_000,
    gcTime: 0,
    retry: false,
  })
  useSaidHere(error)
  const customer = data?.customer
  const text = customer ? `该手机号客户已存在，客户经理：${customer.ownerName}` : ''
  useEffect(() => {
    found.current = text ? { phone, text } : undefined
    if (text) form.validateFields(['mobile']).catch(() => undefined)
  }, [found, form, phone, text])
  if (!customer?.customerId) return null
  const { customerId, name, level, next } = customer
  const go = (act?: WayOn): void => {
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
          {waysOn[next]}
        </Button>
      )}
    </div>
  )
}
