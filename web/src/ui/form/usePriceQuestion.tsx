import { isUnlikelyPrice, leastPrice, moneyText } from '@showroom/contract/kernel/money'
import { useQuestion } from './useQuestion'

/** Asks about prices that are too low for a car, because 万 was meant. `name` is their field's. */
export function usePriceQuestion(name: string) {
  const { ask, questions } = useQuestion()
  /** Returns true without such a price, or if the user keeps it. */
  const askPrices = async (prices: readonly (number | null | undefined)[]): Promise<boolean> => {
    const unlikely = prices.filter((price) => isUnlikelyPrice(price ?? 0))
    return (
      unlikely.length === 0 ||
      ask({
        title: `${name}低于${moneyText(leastPrice)}，单位为元，是否继续?`,
        content: `所填金额：${unlikely.map((price) => moneyText(price ?? 0)).join('、')}`,
        okText: '价格无误',
        cancelText: '返回修改',
        keyboardOn: 'cancel',
      })
    )
  }
  return { ask, askPrices, questions }
}
