import { addDays } from '@showroom/contract/kernel/day'
import { goals } from './move.ts'
import type { Move, Row } from './move.ts'
import { timeMove } from './window.ts'
import type { Window } from './window.ts'

/** An order of the demo network that waits to be submitted, with lines of different cars. */
async function makeOrder({ call }: Window, lines: number): Promise<number> {
  const { data: tree } = await call<{ data: { children: { value: number }[] }[] }>(
    '/v1/dealerRpc/vehicleJsonTree',
    {},
  )
  const cars: object[] = []
  for (const { value: specId } of tree.flatMap(({ children }) => children)) {
    const { data } = await call<{ data: { skuId: number; color: string }[] }>(
      '/v2/appCustomerService/vehicleColor',
      { modelId: specId },
    )
    for (const { skuId, color } of data)
      cars.push({ specId, skuId, color, carExternalColor: color, num: 1, price: 98_800 })
    if (cars.length >= lines) break
  }
  const asked = { levels: 'H,A,B,C', createdDate: { start: 0, end: 0 }, pageCount: 50 }
  const { data: customers } = await call<{ data: Row[] }>('/v2/appCustomerService/list', asked)
  // Some have an order under way, or are about to be given up.
  for (const { customerId, name } of customers) {
    const { orderId } = await call<{ orderId?: number }>('/v2/appCustomerOrderService/create', {
      customerId,
      name,
      businessType: 1,
      paymentType: 2,
      payment: 5000,
      carLicenseType: 1,
      carLicenseCity: '浙江省,杭州市',
      deliverDate: addDays(Math.floor(Date.now() / 1000), 20),
      customerType: 1,
      phone: '13812345678',
      licenseType: 1,
      licenseNumber: '11010519491231002X',
      province: '浙江省',
      city: '杭州市',
      area: '西湖区',
      address: '文三路 100 号',
      subOrderInfos: cars.slice(0, lines),
    })
    if (orderId) return orderId
  }
  throw new Error('nobody in the list can order')
}

/** An order of twenty lines, changed. */
export async function orderMoves(window: Window): Promise<Move[]> {
  const { page } = window
  const orderId = await makeOrder(window, 20)
  await page.goto(`/#/order/orderDetail?orderId=${orderId}&type=waitingSubmit&from=order`)
  const edit = page.getByRole('button', { name: '编辑', exact: true })
  const numbers = '.sr-o-line input[role=spinbutton]'
  await edit.waitFor()
  return [
    {
      name: 'an order of 20 lines, to its form',
      goal: goals.open,
      once: () => timeMove(page, () => edit.click(), { css: numbers }),
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
