import type { Path } from '../frame/path'

/** Pages of the member's own that stand in the member's menu, and are found by the palette. */
export const ownPages: readonly { readonly title: string; readonly to: Path }[] = [
  { title: '签到', to: '/sign' },
  { title: '晨报', to: '/report/morning' },
]
