/** A number as a file shows it (mask.ts). Sent back, it means "as it was". */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('*')
