import { lazyDialog } from '../ui/lazyDialog'

/** What other rooms may use of text messages. */
export const SendSmsDialog = lazyDialog(() =>
  import('./SendSmsDialog').then((module) => module.SendSmsDialog),
)
