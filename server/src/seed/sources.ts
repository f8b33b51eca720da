import { cityPoolSource } from '@showroom/contract/customer/customer.rules'

/** 自然到店, 老客户 */
export const walkInSource = 2
export const regularSource = 6

/** Weights of the customer sources, and of the portals. */
export const sourceWeights = [
  [1, 11],
  [2, 29],
  [3, 6],
  [4, 5],
  [5, 6],
  [6, 5],
  [7, 3],
  [8, 2],
  [96, 3],
  [98, 24],
  [99, 4],
  [104, 2],
] as const
export const onlineSourceWeights = [
  [1, 22],
  [2, 18],
  [3, 15],
  [4, 5],
  [5, 3],
  [6, 4],
  [7, 2],
  [8, 2],
  [9, 2],
  [10, 7],
  [11, 6],
  [12, 6],
  [13, 8],
  [14, 4],
  [15, 3],
  [16, 2],
  [cityPoolSource, 1],
] as const
