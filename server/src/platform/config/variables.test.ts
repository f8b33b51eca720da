import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { readVariables } from './variables.ts'

it('reads what systemd, containers and commands read alike', () => {
  const text = '# a comment\r\n\n  #A=1\nPORT=3001\r\nFILE_SECRET=ab#cd"e\'$f=g h\n  DEMO=\n'
  expect(readVariables(text)).toEqual({
    values: new Map([
      ['PORT', '3001'],
      ['FILE_SECRET', `ab#cd"e'$f=g h`],
      ['DEMO', ''],
    ]),
    faults: [],
  })
})

it('refuses by line and name what they read differently', () => {
  const lines = {
    'BACKUP_DAYS=14   # days': /^line 1: BACKUP_DAYS has a comment behind the value/,
    'DEMO=# off': /^line 1: DEMO has a comment behind/,
    'HOST="127.0.0.1"': /^line 1: HOST is in quotes/,
    "HOST='127.0.0.1'": /HOST is in quotes/,
    'HOST="a" b': /HOST begins with a quote/,
    'HOST= 127.0.0.1': /HOST begins or ends with a blank/,
    'HOST=127.0.0.1 ': /HOST begins or ends with a blank/,
    'METRICS_TOKEN=a\\b': /METRICS_TOKEN has a backslash/,
    'HOST=127.0.0.1\\': /ends with a backslash/,
    '# a comment\\': /ends with a backslash/,
    'HOST = 127.0.0.1': /is no NAME=value/,
    'export HOST=127.0.0.1': /is no NAME=value/,
    '; a comment': /is no NAME=value/,
    HOST: /is no NAME=value/,
    '\uFEFFHOST=127.0.0.1': /is no NAME=value/,
    'HOST=a\nHOST=b': /^line 2: HOST is set twice/,
  }
  for (const [line, fault] of Object.entries(lines))
    expect(readVariables(line).faults, line).toEqual([expect.stringMatching(fault)])
})

it('refuses them in the environment of a service or container, too', () => {
  const given = {
    BACKUP_TO: '/backups   # a folder',
    METRICS_TOKEN: '"a token of some length"',
  }
  expect(() => readConfig(given)).toThrow(
    /METRICS_TOKEN is in quotes.*\n.*BACKUP_TO has a comment behind the value/,
  )
  // Variables of other programs are theirs.
  expect(readConfig({ PS1: '"# ' }).warnings).toEqual([])
})
