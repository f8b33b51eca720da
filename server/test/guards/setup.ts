import { afterAll, inject } from 'vitest'
import { startGuards } from './index.ts'

/** Every server test file is watched: what its statements break fails the file. */
const stop = startGuards(new Set(inject('tenantTables')))

afterAll(() => {
  const problems = stop()
  if (problems.length > 0) throw new Error(`The guards of server/test/guards report:\n${problems.join('\n')}`)
})
