import type { Path } from '../frame/path'

/** Personal pages in the member's menu, which the palette finds too. */
export const ownPages: readonly { readonly title: string; readonly to: Path }[] = [
  { title: '签到', to: '/sign' },
]
