/** Clear mobile numbers in a text that the browser would keep. */
const mobile = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g

export const maskMobiles = (text: string): string => text.replaceAll(mobile, '$1****$2')
export const hasMobile = (text: string): boolean => maskMobiles(text) !== text
