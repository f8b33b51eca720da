/** Whether a number is masked (mask.ts). A masked number in a request means "unchanged". */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('*')
