/** Tables of pg-boss, in the schema `job`. */

export interface LastRun {
  readonly name: string
  /** When the job was scheduled for the first time. */
  readonly since: Date
  /** End of the last successful run on any process; null if none is kept. */
  readonly succeededAt: Date | null
  /** Time of the database, by which the queue works; the clock of this machine may be wrong. */
  readonly readAt: Date
}

/** The last failed run of a job, also if it is to be repeated. */
export interface LastFailure {
  readonly name: string
  readonly at: Date
  /** The error as pg-boss keeps it. It may quote rows, so it is never shown. */
  readonly output: unknown
}

export type JobQuery = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>

/** Reads the last successful runs of jobs. Searches all kept runs, a week of them, only of jobs whose last scheduled run has not succeeded. */
export async function listLastRuns(query: JobQuery, names: readonly string[]): Promise<readonly LastRun[]> {
  const { rows } = await query(
    `select s.name, s.created_on as since, clock_timestamp() as "readAt", coalesce(
       case when j.state = 'completed' then j.completed_on end,
       (select max(d.completed_on) from job.job d where d.name = s.name and d.state = 'completed')) as "succeededAt"
     from job.schedule s left join job.job j on j.name = s.name and j.id = s.last_job_id
     where s.name = any($1::text[])`,
    [names],
  )
  return rows as LastRun[]
}

/** Reads the last failed run of each job among the runs that are kept. */
export async function listLastFailures(
  query: JobQuery,
  names: readonly string[],
): Promise<readonly LastFailure[]> {
  const { rows } = await query(
    `select distinct on (name) name, coalesce(completed_on, started_on) as at, output from job.job
     where name = any($1::text[]) and state in ('failed', 'retry') and started_on is not null
     order by name, at desc`,
    [names],
  )
  return rows as LastFailure[]
}

/**
 * Lists the scheduled jobs that no process works: a run has waited for a day. Processes without these names may be of the release before,
 * so a job that a newer release has just added is none.
 */
export async function listAbandoned(
  query: JobQuery,
  names: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await query(
    `select s.name from job.schedule s where s.name <> all($1::text[]) and exists (
       select from job.job j where j.name = s.name and j.state = 'created' and j.created_on < $2::timestamptz - interval '1 day')`,
    [names, now],
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}
