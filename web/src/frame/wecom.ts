/** Whether the page is open in WeCom's client. */
export const isInsideWecom = (): boolean => /wxwork/i.test(navigator.userAgent)
