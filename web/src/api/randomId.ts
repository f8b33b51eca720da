/** 128 random bits in hex. (`crypto.randomUUID` exists in secure contexts only; stores also open the product over plain http.) */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
