import type { Path } from '../frame/path'

/** Pages beside the menus, which the palette finds too. */
export const ownPages: readonly { readonly title: string; readonly to: Path }[] = [
  { title: '签到', to: '/sign' },
  { title: '到店看板', to: '/front/board' },
]
