import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

/** The last commit before the rule of docs/style.md. */
const before = 'c9ea22d54dec8aaf1bc07b5af601ab29601b9f5c'
const root = path.resolve(import.meta.dirname, '../..')

/** Subjects since the rule; undefined in an archive or a shallow clone, which lack the history. */
function subjectsSince(commit: string): string[] | undefined {
  try {
    return execFileSync('git', ['log', '--no-merges', '--format=%s', `${commit}..HEAD`], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\n')
      .filter(Boolean)
  } catch {
    return undefined
  }
}

/** The reason a subject breaks docs/style.md. A third person or a gerund is how an imperative usually fails. */
function problemOf(subject: string): string | undefined {
  if (subject.length > 65) return 'longer than 65 characters'
  if (subject.endsWith('.')) return 'ends with a full stop'
  const [first = ''] = subject.split(' ')
  if (!/^[A-Z]/.test(first)) return 'begins in lower case'
  if (/(?:ing|ed|[^s]s)$/.test(first) && !/^(?:Bring|Embed|Feed|Need|Seed|Speed|Focus|Alias)$/.test(first))
    return 'is no imperative'
  return undefined
}

it('finds a subject that is too long, or no imperative', () => {
  expect(problemOf('Apply the pool’s connect timeout to shared connections')).toBeUndefined()
  expect(
    problemOf('Who waits for a shared connection waits no longer than for one of the pool'),
  ).toBeDefined()
  expect(problemOf('Adds a guard')).toBe('is no imperative')
  expect(problemOf('Fixing the list')).toBe('is no imperative')
})

const subjects = subjectsSince(before)
it.skipIf(subjects === undefined)('commit subjects are short imperatives', () => {
  const wrong = (subjects ?? []).flatMap((subject) => {
    const problem = problemOf(subject)
    return problem ? [`${subject}: ${problem}`] : []
  })
  expect(wrong).toEqual([])
})
