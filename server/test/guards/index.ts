import { watchDecided } from './decided.guard.ts'
import type { UniqueColumns } from './decided.guard.ts'
import { watchHeld } from './held.guard.ts'
import { watchLocks } from './locks.guard.ts'
import { createNumberedGuard } from './numbered.guard.ts'
import { createOwnerGuard } from './owner.guard.ts'
import { createSentGuard } from './plans.guard.ts'
import { createReadOnlyGuard } from './read-only.guard.ts'
import { createRepeatedGuard } from './repeated.guard.ts'
import type { Sent } from './sent.ts'
import { takeStored } from './stored.guard.ts'
import { createShownGuard } from './shown.guard.ts'
import type { Shown } from './shown.guard.ts'
import { watchStatements } from './statement.ts'
import { watchTargets } from './target.guard.ts'
import { createTenantGuard } from './tenant.guard.ts'
import { createWrittenGuard, watchCompanions } from './written.guard.ts'

interface Found {
  /** Violations, one text each. */
  readonly problems: readonly string[]
  /** Statements that the product sent, explained after the run. */
  readonly sent: readonly Sent[]
  /** Topics that queries read, compared with their contract after the run. */
  readonly shown: Shown
}

/** Starts all guards. The returned function stops them and returns their findings. */
export function startGuards(
  tenantTables: ReadonlySet<string>,
  numberedTables: ReadonlySet<string>,
  unique: UniqueColumns,
): () => Found {
  const sent = createSentGuard()
  const shownGuard = createShownGuard()
  const targets = watchTargets()
  const guards = [
    createTenantGuard(tenantTables),
    createOwnerGuard(),
    createReadOnlyGuard(),
    createWrittenGuard(),
    createNumberedGuard(numberedTables),
    createRepeatedGuard(),
    targets,
    shownGuard,
    sent,
  ]
  const stop = watchStatements(guards)
  const stopLocks = watchLocks()
  const stopHeld = watchHeld()
  const stopDecided = watchDecided(unique)
  const stopCompanions = watchCompanions()
  return () => {
    stop()
    targets.stop()
    return {
      problems: [
        ...stopLocks(),
        ...stopHeld(),
        ...stopDecided(),
        ...takeStored(),
        ...stopCompanions(),
        ...guards.flatMap((guard) => guard.problems()),
      ],
      sent: sent.sent(),
      shown: shownGuard.shown(),
    }
  }
}
