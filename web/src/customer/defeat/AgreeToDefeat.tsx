import { confirmFail } from '@showroom/contract/review/review.api'
import { ConfirmFail } from '@showroom/contract/review/review.schema'
import type { z } from 'zod'
import type { ReactNode } from 'react'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import type { SchemaFormApi, SubmitOptions } from '../../ui/form/types'

/** Validates and sends the approval of a defeat, from the customer's file and from the list of requests. */
export const agreement = {
  schema: ConfirmFail,
  initial: {},
  send: (request: z.input<typeof ConfirmFail>, options: SubmitOptions) =>
    callApi(confirmFail, request, options),
}

export const agreedText = '该客户已战败审核通过'

interface AgreeToDefeatProps {
  name: string
  form: SchemaFormApi
  onClosed: () => void
  /** The request under review. */
  children: ReactNode
}

/** Approves a defeat request: the customer is lost. */
export const AgreeToDefeat = ({ name, form, onClosed, children }: AgreeToDefeatProps) => (
  <ConfirmDialog title={`同意战败 ${name}`} form={form} onClosed={onClosed} okText="同意战败" danger>
    <p>此操作将同意该客户战败申请, 是否继续?</p>
    {children}
  </ConfirmDialog>
)
