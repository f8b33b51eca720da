import * as desk from '@showroom/contract/desk/desk.api'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { failureText } from '../../ui/failure'
import { useMessage } from '../../ui/useMessage'
import { invalidateDesk } from '../desk.queries'

interface ReceiveButtonProps extends Pick<ButtonProps, 'type' | 'size'> {
  visitId: number
  name: string
  /** 0 while no one is free: the board offers those who are busy. */
  suggestedId: number
  suggestedName: string
}

/** Gives a waiting customer to the suggested receiver. The server refuses if another member was faster. */
export function ReceiveButton({ visitId, name, suggestedId, suggestedName, ...look }: ReceiveButtonProps) {
  const queries = useQueryClient()
  const message = useMessage()
  const [isPending, setPending] = useState(false)
  if (suggestedId === 0)
    return (
      <Link className="sr-link" to="/front/board" data-row-link={visitId} aria-label={`接待 ${name}`}>
        接待
      </Link>
    )
  const give = async (): Promise<void> => {
    setPending(true)
    try {
      await callApi(desk.receive, { visitId, memberId: suggestedId }, { once: true })
      message.success(`已通知${suggestedName}接待${name}`)
    } catch (error) {
      message.error(failureText(error))
    }
    await invalidateDesk(queries)
    setPending(false)
  }
  return (
    <Button
      {...look}
      loading={isPending}
      data-row-link={visitId}
      aria-label={`安排 ${suggestedName} 接待 ${name}`}
      onClick={() => void give()}
    >
      <span className="sr-cut">安排 {suggestedName}</span>
    </Button>
  )
}
