/** Masking, as the server does it (document 4, section 2). The SQL functions of the same names give the same results. */

/** `138****1234`; shorter numbers keep the last two digits. */
export const maskMobile = (mobile: string): string =>
  mobile.length >= 11
    ? `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
    : mobile.length > 2
      ? `****${mobile.slice(-2)}`
      : mobile

/** First 3 and last 4 characters of an identity document's number. */
export const maskIdNo = (idNo: string): string =>
  idNo.length > 7 ? `${idNo.slice(0, 3)}${'*'.repeat(idNo.length - 7)}${idNo.slice(-4)}` : idNo && '****'

/** A number as a file shows it. Sent back, it means "as it was". */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('*')
