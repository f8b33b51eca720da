/** Whether the page is open in WeCom's client. */
export const isInsideWecom = /wxwork/i.test(navigator.userAgent)
