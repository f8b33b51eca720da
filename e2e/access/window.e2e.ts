import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test.describe('in an own window', () => {
  test.use({ ownWindow: true })

  test('closes while a response is still pending, without a failure', async ({ page }) => {
    let requests = 0
    await page.route('**/v1/userRpc/profile', async (route) => {
      requests++
      const response = await route.fetch()
      // Long enough for the window to be closed in between.
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.fulfill({ response, json: (await response.json()) as object })
    })
    await enter(page, sessionOf(people.frontDesk))
    await expect.poll(() => requests).toBeGreaterThan(0)
  })
})
