import { checkExist } from '@showroom/contract/customer/customer.api'
import { cleanNumber } from '@showroom/contract/kernel/clean'
import type { ReactNode } from 'react'
import { callApi } from '../../api/client'
import { useQuestion } from '../../ui/form/useQuestion'

interface WecomQuestion {
  /** Resolves to true if the number may be saved: it is not in the pool, or the user confirms. */
  mayClaim(this: void, typed: string | undefined): Promise<boolean>
  /** The question dialog; render it. */
  readonly questions: ReactNode
}

/**
 * 客户提醒: saving a number that waits in the store's WeCom pool claims it for this file, so the user confirms first. `customerId` is the
 * edited file; 0 for a new one.
 */
export function useWecomQuestion(customerId: number, saving: '新建' | '保存'): WecomQuestion {
  const { ask, questions } = useQuestion()
  const mayClaim = async (typed = ''): Promise<boolean> => {
    const phone = cleanNumber(typed)
    // Empty, or the file's own masked number.
    if (!/^1[3-9]\d{9}$/.test(phone)) return true
    // If the request fails, only the save decides.
    const answer = await callApi(checkExist, { phone, customerId }).catch(() => undefined)
    if (!answer?.weixinClueExisted) return true
    return ask({
      title: '客户提醒',
      content: `该手机号已存在于企业微信客户池，${saving}将默认认领该客户，是否继续?`,
      okText: `继续${saving}`,
      cancelText: '返回',
      keyboardOn: 'ok',
    })
  }
  return { mayClaim, questions }
}
