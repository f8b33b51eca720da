/** One option: value, display text, remark. Positions follow the order. */
export type Entry = readonly [value: number | string, display: string, remark?: string]
