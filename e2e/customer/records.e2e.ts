import type { APIRequestContext, Locator, Page, Request } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, demoCustomer } from '../tools/customers.ts'
import type { MadeCustomer } from '../tools/customers.ts'
import { timelineOf } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Records that a customer's file links to: a call, a test drive, pictures. */

const consultant = () => sessionOf(people.consultant)
const manager = () => sessionOf(people.generalManager)

test('通话详情 and 试驾信息: a call with its recording, a test drive with the driven car', async ({
  page,
  request,
}) => {
  await test.step('通话详情: shows each speaker’s words with their second', async () => {
    const customer = await demoCustomer(request, manager(), { orderType: 1 }, ({ timelines }) =>
      Boolean(timelines.find(({ callId }) => callId > 0)?.audioUrl),
    )
    // Works on a read-only file too.
    await enter(page, manager(), `/customer/detail/${customer.customerId}?a=1`)
    const link = timelineOf(page).getByRole('button', { name: '通话详情' }).first()
    await link.click()
    const dialog = page.getByRole('dialog', { name: '通话详情' })
    await expect(dialog).toContainText(/通话时长 \d\d:\d\d/)
    const utterances = dialog.getByRole('list', { name: '通话内容' }).getByRole('listitem')
    await expect(utterances.filter({ hasText: '销售' }).first()).toContainText(/\d\d:\d\d/)
    await expect(utterances.filter({ hasText: '客户' }).first()).toBeVisible()
    await expectAccessible(page, '通话详情')
    // The recording plays from any point of the talk.
    const player = dialog.getByLabel('通话录音')
    await dialog
      .getByRole('button', { name: /^从 .* 播放$/ })
      .nth(2)
      .click()
    const playedTo = (): Promise<number> => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)
    const from = await playedTo()
    await expect.poll(playedTo).toBeGreaterThan(from)
    expect(await player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(30)
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
  })
  await test.step('试驾信息: shows the series, the day and the driven car', async () => {
    const customer = await demoCustomer(request, manager(), { orderType: 1 }, (file) =>
      file.timelines.some(({ shareId }) => shareId > 0),
    )
    await page.goto(`/#/customer/detail/${customer.customerId}`)
    await expect(page.getByRole('heading', { name: customer.name })).toBeVisible()
    await timelineOf(page).getByRole('button', { name: '试驾信息' }).first().click()
    const dialog = page.getByRole('dialog', { name: '试驾信息' })
    for (const label of ['试驾车系', '试驾时间', '试驾里程'])
      await expect(dialog.getByText(label)).toBeVisible()
    await expect(dialog).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/)
    await expectAccessible(page, '试驾信息')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

const whole = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** Has the parts of a PNG, which is all that the store checks, but no browser can show it: its width is 0. */
const broken = Buffer.from(whole).fill(0, 16, 20)

/** Uploads a picture as the browser does, and returns its key. */
async function upload(request: APIRequestContext, buffer: Buffer): Promise<string> {
  const { host, key, fields } = await mustPost<{ host: string; key: string; fields: Record<string, string> }>(
    request,
    '/v2/appBaseService/aliUploadParams',
    { key: 'chat.png' },
    consultant(),
  )
  const file = { name: 'chat.png', mimeType: 'image/png', buffer }
  expect((await request.post(host, { multipart: { ...fields, file } })).status()).toBe(204)
  return key
}

async function addPictured(request: APIRequestContext, buffers: readonly Buffer[]): Promise<MadeCustomer> {
  const keys: string[] = []
  for (const buffer of buffers) keys.push(await upload(request, buffer))
  return addCustomer(request, consultant(), { fromSource: 7, newMediaImages: keys.join(',') })
}

const turnOf = (viewer: Locator): Promise<string> =>
  viewer.getByRole('img', { name: /来源凭证/ }).evaluate((image: HTMLElement) => image.style.transform)

async function openViewer(page: Page, made: MadeCustomer, name: string) {
  await enter(page, consultant(), `/customer/detail/${made.customerId}`)
  const thumbnail = page.getByRole('button', { name: `查看${name}` })
  await thumbnail.click()
  const viewer = page.getByRole('dialog', { name: '查看图片' })
  await expect(viewer.getByRole('img', { name })).toBeVisible()
  return { thumbnail, viewer, button: (label: string) => viewer.getByRole('button', { name: label }) }
}

test('pictures: zoom in steps, rotate, and page through, by mouse, keyboard and wheel', async ({
  page,
  request,
}) => {
  const made = await addPictured(request, [whole, whole])
  const { thumbnail, viewer, button } = await openViewer(page, made, '来源凭证 1')
  await expect(viewer).toContainText('1 / 2')
  await expect(button('上一张')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, '查看图片')

  await button('放大').click()
  await expect(viewer).toContainText('120%')
  for (let step = 0; step < 5; step++) await button('缩小').click()
  // The smallest step.
  await expect(viewer.getByText('20%', { exact: true })).toBeVisible()
  await expect(button('缩小')).toHaveAttribute('aria-disabled', 'true')
  await button('向右旋转').click()
  await expect.poll(() => turnOf(viewer)).toContain('rotate(90deg)')
  await button('向左旋转').click()
  await button('向左旋转').click()
  await expect.poll(() => turnOf(viewer)).toContain('rotate(-90deg)')

  await button('下一张').click()
  await expect(viewer).toContainText('2 / 2')
  // The next picture starts at full size.
  await expect(viewer).toContainText('100%')
  await expect.poll(() => turnOf(viewer)).toContain('rotate(0deg)')
  await expect(button('下一张')).toHaveAttribute('aria-disabled', 'true')
  await button('关闭').click()
  await expect(viewer).toBeHidden()
  await expect(thumbnail).toBeFocused()
  await test.step('by keyboard and wheel', async () => {
    await thumbnail.click()
    await expect(viewer.getByRole('img', { name: '来源凭证 1' })).toBeVisible()
    const press = (key: string): Promise<void> => page.keyboard.press(key)
    await press('+')
    await press('=')
    await expect(viewer).toContainText('140%')
    await press('-')
    await expect(viewer).toContainText('120%')
    await page.mouse.wheel(0, -100)
    await expect(viewer).toContainText('140%')
    await press('r')
    await expect.poll(() => turnOf(viewer)).toContain('rotate(90deg)')
    await press('0')
    await expect(viewer).toContainText('100%')
    await expect.poll(() => turnOf(viewer)).toContain('rotate(0deg)')
    await press('ArrowRight')
    await expect(viewer).toContainText('2 / 2')
    await press('ArrowLeft')
    await expect(viewer).toContainText('1 / 2')
    // Shortcuts of the page below do nothing here.
    await press('f')
    await press('Escape')
    await expect(viewer).toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(thumbnail).toBeFocused()
  })
})

test('a picture that fails to load gets its link renewed once, then shows an error', async ({
  page,
  request,
}) => {
  const made = await addPictured(request, [whole, broken])
  const renewed: string[] = []
  const note = (sent: Request): void => {
    if (sent.url().endsWith('/refreshUrl')) renewed.push(sent.url())
  }
  page.on('request', note)
  const { viewer } = await openViewer(page, made, '来源凭证 1')
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('加载失败')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: '客户资料' }).getByText('加载失败')).toBeVisible()
  expect(renewed).toHaveLength(1)
  page.off('request', note)
})
