import { AsyncLocalStorage } from 'node:async_hooks'
import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'

/** A statement as the product sent it, with its result. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  rows: readonly Record<string, unknown>[]
}

const recorder = new AsyncLocalStorage<Statement[]>()

/**
 * Runs some work and returns every statement that the server in this process sent for it, in order. The bench passes
 * them to pgbench and the plan tests explain them, so that neither keeps copies. Statements of jobs are left out.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const record = (message: unknown): void => {
    if (recorder.getStore() !== statements) return
    const { text, values = [], answer } = message as SentStatement
    const statement: Statement = { text, values, rows: [] }
    statements.push(statement)
    Promise.resolve(answer).then(
      (result) => {
        statement.rows = (result as { rows?: Statement['rows'] } | undefined)?.rows ?? []
      },
      () => undefined,
    )
  }
  statementChannel.subscribe(record)
  try {
    await recorder.run(statements, work)
  } finally {
    statementChannel.unsubscribe(record)
  }
  return statements
}
