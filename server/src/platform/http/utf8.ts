/** Reading of request bodies. Bytes in another encoding, such as GBK, are refused: decoding them would store U+FFFD. */

export const notUtf8Text = '请求内容不是UTF-8编码，请用UTF-8编码重新提交'

export class NotUtf8 extends Error {
  readonly statusCode = 400

  constructor() {
    super(notUtf8Text)
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Decodes a body, without a byte order mark. */
export function decodeBody(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw new NotUtf8()
  }
}
