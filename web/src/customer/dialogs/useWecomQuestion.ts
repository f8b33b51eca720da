import { checkExist } from '@showroom/contract/customer/customer.api'
import { normalizeMobile } from '@showroom/contract/kernel/mobile'
import type { ReactNode } from 'react'
import { callApi } from '../../api/client'
import { useQuestion } from '../../ui/form/useQuestion'

interface WecomQuestion {
  /** True when the number may be saved: nobody waits for it in the pool, or the person goes on all the same. */
  mayClaim(this: void, typed: string | undefined): Promise<boolean>
  /** Where it appears: render it. */
  readonly questions: ReactNode
}

/**
 * 客户提醒: a number that waits in the store's enterprise WeChat pool is claimed by the file that takes it, which is asked before it is
 * saved. `customerId` is the file that is being changed; 0 for a new one.
 */
export function useWecomQuestion(customerId: number, saving: '新建' | '保存'): WecomQuestion {
  const { ask, questions } = useQuestion()
  const mayClaim = async (typed = ''): Promise<boolean> => {
    const phone = normalizeMobile(typed)
    // None, or the file's own, masked.
    if (!/^1[3-9]\d{9}$/.test(phone)) return true
    // Without an answer the save itself decides.
    const found = await callApi(checkExist, { phone, customerId }).catch(() => undefined)
    if (!found?.weixinClueExisted) return true
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
