import { maskMobile } from '@showroom/contract/kernel/mask'

/** How a person with a new account signs in first. */
export const wayIn = '请在展厅登录页用本手机号通过“忘记密码”设置密码后登录。'

interface Renumbered {
  readonly name: string
  readonly store: string
  /** Name of the member who changed it, or the operator. */
  readonly by: string
  readonly from: string
  readonly to: string
}

/** The texts to both numbers after a member's sign-in number changed, and the notice of the admins. */
export const renumberedTexts = ({ name, store, by, from, to }: Renumbered) => ({
  old: `${name}您好，您在${store}的登录手机号已由${by}改为${maskMobile(to)}，本号码不能再登录该门店。如非您本人要求，请立即联系门店管理员。`,
  current: `${name}您好，您在${store}的登录手机号已改为本号码。${wayIn}`,
  admins: `${by}将${name}的登录手机号由${maskMobile(from)}改为${maskMobile(to)}`,
})
