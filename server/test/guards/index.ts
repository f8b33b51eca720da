import { watchLocks } from './locks.guard.ts'
import { createOwnerGuard } from './owner.guard.ts'
import { createReadOnlyGuard } from './read-only.guard.ts'
import { watchStatements } from './statement.ts'
import { createTenantGuard } from './tenant.guard.ts'

/** Starts all guards. The returned function ends them and gives what they found. */
export function startGuards(tenantTables: ReadonlySet<string>): () => string[] {
  const guards = [createTenantGuard(tenantTables), createOwnerGuard(), createReadOnlyGuard()]
  const stop = watchStatements(guards)
  const stopLocks = watchLocks()
  return () => {
    stop()
    return [...stopLocks(), ...guards.flatMap((guard) => guard.problems())]
  }
}
