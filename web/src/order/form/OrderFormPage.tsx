import { Button } from 'antd'
import { type ReactNode, useEffect, useMemo } from 'react'
import { OrderHead } from '../detail/OrderHead'
import type { OrderSearch } from '../detail/orderSearch'
import { focusFirstField } from '../../ui/form/firstError'
import { FormNote } from '../../ui/form/FormNote'
import { FormProblemAlert, SchemaForm } from '../../ui/form/SchemaForm'
import { useKeptInput } from '../../ui/form/useKeptInput'
import { OrderFields } from './OrderFields'
import type { OrderFormApi } from './useOrderForm'
import '../detail/order-detail.css'
import './order-form.css'

interface OrderFormPageProps {
  api: OrderFormApi
  search: OrderSearch
  title: string
  /** How far the order has come; nothing of a new one. */
  steps?: ReactNode
  /** What was done with it. */
  side?: ReactNode
  /** Series that the customer intends to buy. */
  preferred: readonly number[]
  /** Given up, or kept as a draft. */
  onLeft: () => void
  /** What is open over the form. */
  children?: ReactNode
}

/** The page of an order that is being filled in, new or not: one form, with its buttons always in sight. */
export function OrderFormPage(props: OrderFormPageProps) {
  const { api, search, title, steps, side, preferred, onLeft, children } = props
  const { form, question, isHandingOver } = api
  const { mayLeave, questions } = useKeptInput(form)
  const { root } = form.parts
  useEffect(() => focusFirstField(root.current), [root])
  const leave = async (): Promise<void> => {
    if (!form.pending && (await mayLeave())) onLeft()
  }
  const isBusy = form.pending || isHandingOver
  // A hundred lines are not drawn for each step of the saving.
  const fields = useMemo(
    () => (
      <div className="sr-o-main">
        <OrderFields preferred={preferred} />
      </div>
    ),
    [preferred],
  )
  return (
    <div className="sr-o-page sr-o-editing">
      <OrderHead search={search} title={title} />
      {steps}
      <div className={`sr-o-layout ${side ? '' : 'sr-o-layout-alone'}`}>
        <SchemaForm form={form} hideProblem className="sr-o-form">
          {fields}
        </SchemaForm>
        {side}
      </div>
      <footer className="sr-o-form-foot">
        <FormProblemAlert form={form} />
        <div className="sr-dialog-footer">
          <FormNote form={form} inPage />
          <Button onClick={() => void leave()} disabled={isBusy}>
            取消
          </Button>
          <Button onClick={api.save} loading={isBusy}>
            保存
          </Button>
          <Button type="primary" onClick={api.saveAndSubmit} disabled={isBusy}>
            提交审批
          </Button>
        </div>
      </footer>
      {question}
      {questions}
      {children}
    </div>
  )
}
