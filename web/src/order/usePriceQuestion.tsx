import { isUnlikelyPrice, leastPrice, moneyText } from '@showroom/contract/kernel/money'
import { useQuestion } from '../ui/form/useQuestion'

/** Asks about prices that are too low for a car, because 万 was meant. Returns true without one. */
export function usePriceQuestion() {
  const { ask, questions } = useQuestion()
  const askPrices = async (prices: readonly (number | null | undefined)[]): Promise<boolean> => {
    const unlikely = prices.filter((price) => isUnlikelyPrice(price ?? 0))
    return (
      unlikely.length === 0 ||
      ask({
        title: `成交价格低于${moneyText(leastPrice)}，单位为元，是否继续?`,
        content: `填写的价格：${unlikely.map((price) => moneyText(price ?? 0)).join('、')}`,
        okText: '价格无误',
        cancelText: '返回修改',
        keyboardOn: 'cancel',
      })
    )
  }
  return { ask, askPrices, questions }
}
