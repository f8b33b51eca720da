import { lazyDialog } from '../ui/lazyDialog'

/** Parts of text messages that other rooms may use. */
export const SendSmsDialog = lazyDialog(() =>
  import('./SendSmsDialog').then((module) => module.SendSmsDialog),
)
