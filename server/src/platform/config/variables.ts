/**
 * One reading of variables for services (`EnvironmentFile=` of systemd), containers (`--env-file`) and commands. What the three read
 * differently is refused by name, so that a command never examines another installation than the one that serves.
 */

/** Reason to refuse a value as it arrived: systemd and containers keep a comment behind it, containers also quotes. */
export function faultOfValue(value: string): string | undefined {
  if (/(?:^|\s)#/.test(value))
    return 'has a comment behind the value: put it on its own line, beginning with #'
  if (/^(["']).*\1$/s.test(value)) return 'is in quotes: write the value without them'
  return undefined
}

export interface Variables {
  readonly values: ReadonlyMap<string, string>
  /** One sentence each, with the line. */
  readonly faults: readonly string[]
}

/** Reads the lines of a file of variables: `NAME=value`, comments that begin with #, and empty ones. */
export function readVariables(text: string): Variables {
  const values = new Map<string, string>()
  const faults = text.split(/\r?\n/).flatMap((line, at) => {
    const fault = readLine(line, values)
    return fault ? [`line ${at + 1}: ${fault}`] : []
  })
  return { values, faults }
}

function readLine(line: string, values: Map<string, string>): string | undefined {
  // systemd also continues a comment in the next line.
  if (line.endsWith('\\')) return 'ends with a backslash: write it in one line'
  if (/^[ \t]*(?:#|$)/.test(line)) return undefined
  const [, name, value = ''] = /^[ \t]*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? []
  if (name === undefined) return 'is no NAME=value without blanks around =, and no comment that begins with #'
  if (values.has(name)) return `${name} is set twice: keep one`
  values.set(name, value)
  const fault = faultOfValue(value) ?? faultInFile(value)
  return fault && `${name} ${fault}`
}

function faultInFile(value: string): string | undefined {
  if (value.includes('\\')) return 'has a backslash, which systemd removes: use another value'
  if (/^["']/.test(value)) return 'begins with a quote, which systemd removes: use another value'
  return value === value.trim() ? undefined : 'begins or ends with a blank, which containers keep: remove it'
}
