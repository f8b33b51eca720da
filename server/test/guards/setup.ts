import { afterAll, inject } from 'vitest'
import { startGuards } from './index.ts'
import { keepSent } from './sent.ts'

/** Every server test file is watched: what its statements break fails the file. How they are planned is looked at after the run. */
const stop = startGuards(new Set(inject('tenantTables')))

afterAll(() => {
  const { problems, sent } = stop()
  keepSent(sent)
  if (problems.length > 0) throw new Error(`The guards of server/test/guards report:\n${problems.join('\n')}`)
})
