import { z } from 'zod'

/** A path of this product, used behind the `#` of the address. The pattern rejects anything a browser could read as another site. */
export const OwnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\s\\]*$/, '地址不正确')
