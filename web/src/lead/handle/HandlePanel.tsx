import { erasedLeadText, leadStatus } from '@showroom/contract/lead/lead.rules'
import type { ClueDetail } from '@showroom/contract/lead/lead.schema'
import { Alert, Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useDictionaryText } from '../../base/public'
import { focusFirstError, focusFirstField } from '../../ui/form/firstError'
import { ChipRadio } from '../../ui/form/ChipRadio'
import { FormNote } from '../../ui/form/FormNote'
import { FormProblemAlert, SchemaForm } from '../../ui/form/SchemaForm'
import { useKeptInput } from '../../ui/form/useKeptInput'
import { useSendKey } from '../../ui/form/sendKey'
import { type Handling, handlingNames } from './handle.form'
import {
  AssignFields,
  AutoFields,
  InvalidFields,
  MobileField,
  NoContactFields,
  ValidFields,
} from './HandleFields'
import { useHandleForm } from './useHandleForm'
import type { LeadQueue } from '../queue/useLeadQueue'

interface HandlePanelProps {
  data: ClueDetail
  possible: readonly [Handling, ...Handling[]]
  /** The lead's new state after a colleague handled it first. */
  movedTo: string
  queue: LeadQueue
}

/** The handling form: the result, its fields, and the button to the next lead. */
export function HandlePanel({ data, possible, movedTo, queue }: HandlePanelProps) {
  const { form, what, choose, withMember, questions } = useHandleForm(data, possible)
  const input = useKeptInput(form)
  const Fields = what && fields[what]
  const [lacksResult, setLacksResult] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const [going, setGoing] = useState(false)
  const busy = form.pending || going
  useEffect(() => focusFirstField(panel.current), [])
  const submit = async (): Promise<boolean> => {
    if (what) return form.submit()
    setLacksResult(true)
    focusFirstError(panel.current, new Set(['type']))
    return false
  }
  const save = async (): Promise<void> => {
    if (await submit()) queue.close()
  }
  const saveAndNext = async (): Promise<boolean> => {
    if (!(await submit())) return false
    setGoing(true)
    await queue.goOn().finally(() => setGoing(false))
    return false
  }
  useSendKey(() => void saveAndNext())
  return (
    <section
      ref={panel}
      className={`sr-lead-handle ${possible.includes('auto') ? 'sr-lead-handle-wide' : ''}`}
      aria-label={`处理线索 ${data.name}`}
    >
      <div className="sr-lead-handle-fields">
        <LeadOutcome data={data} movedTo={movedTo} what={what} />
        {data.isErased && <Alert type="info" showIcon title={erasedLeadText} />}
        {possible.length > 1 && (
          <div className="sr-lead-choice" data-field="type">
            <ChipRadio<Handling>
              aria-label="处理结果"
              options={possible.map((one) => ({ value: one, label: handlingNames[one] }))}
              {...(what && { value: what })}
              onChange={choose}
            />
            {lacksResult && !what && (
              <p className="sr-lead-lacks" role="alert">
                请选择处理结果
              </p>
            )}
          </div>
        )}
        {Fields && (
          <SchemaForm form={{ ...form, pending: busy, submit: saveAndNext }} hideProblem>
            <Fields data={data} withMember={withMember} />
          </SchemaForm>
        )}
      </div>
      <div className="sr-lead-foot">
        <FormProblemAlert form={form} />
        <div className="sr-lead-foot-line">
          <FormNote form={form} save="保存并下一条" />
          <Button disabled={busy} onClick={() => void save()}>
            保存
          </Button>
          <Button type="primary" loading={busy} onClick={() => void saveAndNext()}>
            保存并下一条
          </Button>
        </div>
      </div>
      <>{questions}</>
      <>{input.questions}</>
    </section>
  )
}

interface LeadOutcomeProps {
  data: ClueDetail
  movedTo: string
  what: Handling | undefined
}

/** Notes to read before filling in the form. */
function LeadOutcome({
  data: { onFile, isRemote, status, invalidReason, clearRemark },
  movedTo,
  what,
}: LeadOutcomeProps) {
  const reason = useDictionaryText('clueInvalidReasons')
  const isValid = what === 'valid' || what === 'auto'
  return (
    <>
      {status === leadStatus.invalid && isValid && (
        <p className="sr-lead-note">
          无效理由：{[...new Set([reason(invalidReason), clearRemark])].filter(Boolean).join('；')}
          。保存后转为有效。
        </p>
      )}
      {movedTo && <Alert type="warning" showIcon title={`线索状态已变化，现为${movedTo}，填写的内容仍在`} />}
      {onFile && (
        <Alert
          type="info"
          showIcon
          title={`该号码已是客户 ${onFile.name}（客户经理：${onFile.ownerName || '无'}），保存后归入原客户`}
        />
      )}
      {isRemote === 1 && isValid && (
        <p className="sr-lead-note">客户所在城市与本店不同，请与客户确认购车地区。</p>
      )}
    </>
  )
}

interface FieldsProps {
  data: ClueDetail
  withMember: boolean
}

const fields: Readonly<Record<Handling, (props: FieldsProps) => ReactNode>> = {
  valid: ValidFields,
  auto: AutoFields,
  invalid: InvalidFields,
  noContact: NoContactFields,
  assign: AssignFields,
  complete: MobileField,
}
