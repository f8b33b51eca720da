import { afterAll, beforeEach, inject } from 'vitest'
import { whyNotOnCitus } from '../citus/citus.exceptions.ts'
import { startGuards } from './index.ts'
import { keepSent } from './sent.ts'

/**
 * Watches every server test file: a violation by its statements fails the file. Their plans are checked after the
 * run.
 */
const stop = startGuards(
  new Set(inject('tenantTables')),
  new Set(inject('numberedTables')),
  inject('uniqueColumns'),
)

afterAll(() => {
  const { problems, sent, shown } = stop()
  keepSent(sent, shown)
  if (problems.length > 0) throw new Error(`The guards of server/test/guards report:\n${problems.join('\n')}`)
})

if (inject('servers').length > 1)
  beforeEach(({ task, skip }) => {
    const why = whyNotOnCitus(task.file.filepath, task.fullTestName)
    if (why !== undefined) skip(why)
  })
