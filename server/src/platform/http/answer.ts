/** JSON built by PostgreSQL. It is sent as is, neither parsed nor serialised again. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A whole response as one JSON object built by PostgreSQL, plus fields added by the server. */
export class RawAnswer {
  readonly text: string
  readonly extra: Readonly<Record<string, unknown>>
  constructor(objectText: string, extra: Readonly<Record<string, unknown>> = {}) {
    this.text = objectText
    this.extra = extra
  }
}

const head = '"status":"0","code":0,"detail":""'

/** Serialises the envelope, with the response's fields at its top level. */
export function encodeAnswer(answer: object): string {
  if (answer instanceof RawAnswer) {
    const extra = JSON.stringify(answer.extra).slice(1, -1)
    return `{${[head, extra, answer.text.trim().slice(1, -1)].filter((part) => part !== '').join(',')}}`
  }
  let text = `{${head}`
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined) continue
    text += `,${JSON.stringify(key)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`
  }
  return `${text}}`
}
