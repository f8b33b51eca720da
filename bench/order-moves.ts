import { orderForm, orderLine } from '../server/src/order/order.factory.ts'
import { goals } from './move.ts'
import type { Move, Row } from './move.ts'
import { timeMove } from './window.ts'
import type { Window } from './window.ts'

/** Makes an order in the demo network that waits to be submitted, with lines of different cars. */
async function makeOrder({ call }: Window, lines: number): Promise<number> {
  const { data: tree } = await call<{ data: { value: number; children: { value: number }[] }[] }>(
    '/v1/dealerRpc/vehicleJsonTree',
    {},
  )
  const cars: ReturnType<typeof orderLine>[] = []
  const models = tree.flatMap(({ value, children }) =>
    children.map((model) => ({ seriesId: value, specId: model.value })),
  )
  for (const { seriesId, specId } of models) {
    const { data } = await call<{ data: { skuId: number; color: string }[] }>(
      '/v2/appCustomerService/vehicleColor',
      { modelId: specId },
    )
    for (const { skuId, color } of data)
      cars.push(orderLine({ seriesId, specId, skuId, carExternalColor: color }))
    if (cars.length >= lines) break
  }
  const filter = { levels: 'H,A,B,C', createdDate: { start: 0, end: 0 }, pageCount: 50 }
  const { data: customers } = await call<{ data: Row[] }>('/v2/appCustomerService/list', filter)
  // Some customers have an open order or a waiting defeat.
  for (const { customerId, name } of customers) {
    const form = orderForm({ now: () => new Date() }, { name, subOrderInfos: cars.slice(0, lines) })
    const { orderId } = await call<{ orderId?: number }>('/v2/appCustomerOrderService/create', {
      ...form,
      customerId,
    })
    if (orderId) return orderId
  }
  throw new Error('no customer in the list can order')
}

/** Edits an order of twenty lines. */
export async function orderMoves(window: Window): Promise<Move[]> {
  const { page } = window
  const orderId = await makeOrder(window, 20)
  await page.goto(`/#/order/orderDetail?orderId=${orderId}&type=waitingSubmit&from=order`)
  const numbers = '.sr-o-line input[role=spinbutton]'
  await page.getByRole('group', { name: '订单操作' }).waitFor()
  return [
    {
      name: 'an order of 20 lines, to its form',
      goal: goals.open,
      once: () => timeMove(page, () => page.keyboard.press('e'), { css: numbers }),
    },
    {
      name: 'an order of 20 lines, saved',
      goal: goals.save,
      async once(round) {
        await page
          .locator(numbers)
          .nth(1)
          .fill(String(98_000 + round))
        return timeMove(page, () => page.keyboard.press('Control+Enter'), {
          css: '.sr-o-page:not(.sr-o-editing) [aria-label=合计]',
        })
      },
    },
  ]
}
