import { Button } from 'antd'
import { type ReactNode, useEffect, useMemo } from 'react'
import { OrderHead } from '../detail/OrderHead'
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
  /** The link back. */
  back: ReactNode
  title: string
  /** The step bar; undefined for a new order. */
  steps?: ReactNode
  /** The order's history. */
  side?: ReactNode
  /** Series that the customer is interested in. */
  preferred: readonly number[]
  /** Called when the input was discarded or kept as a draft. */
  onLeft: () => void
  /** Dialogs over the form. */
  children?: ReactNode
}

/** Page with the form of a new or existing order. Its buttons stay visible. */
export function OrderFormPage(props: OrderFormPageProps) {
  const { api, back, title, steps, side, preferred, onLeft, children } = props
  const { form, question, isHandingOver } = api
  const { mayLeave, questions } = useKeptInput(form)
  const { root } = form.parts
  useEffect(() => focusFirstField(root.current), [root])
  const leave = async (): Promise<void> => {
    if (!form.pending && (await mayLeave())) onLeft()
  }
  const isBusy = form.pending || isHandingOver
  // Memoized: an order can have a hundred lines, which must not rerender at each step of saving.
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
      <OrderHead back={back} title={title} />
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
