import { doorTitles, jobTitle, queueTitles } from './system.names.ts'
import type { FailureKind } from './system.names.ts'
import type { Backup, Database, Disk, Door, Job, Queue, SystemState } from './system.schema.ts'

/** Signs of the system's state, and advice for a manager without technical knowledge. */

/** `quiet`: not in use, or not used yet, so neither good nor bad. */
export type Sign = 'good' | 'warn' | 'bad' | 'quiet'
export const signTitles: Readonly<Record<Sign, string>> = {
  good: '正常',
  warn: '注意',
  bad: '异常',
  quiet: '未启用',
}

/** A sign, and what to do about it if it is not good. */
export interface Judged {
  readonly sign: Sign
  readonly advice: string
}
const good: Judged = { sign: 'good', advice: '' }
const quiet: Judged = { sign: 'quiet', advice: '' }
const warn = (advice: string): Judged => ({ sign: 'warn', advice })
const bad = (advice: string): Judged => ({ sign: 'bad', advice })

/** Seconds after which late work is wrong, as in the alerts of `deploy/prometheus`. */
const jobLateSeconds = 900
const queueLateSeconds = 300
const backupLateSeconds = 26 * 3600
/** Failures in a row after which an outside system counts as down. */
const doorFailures = 3

export function judgeDatabase({ state, connections, mostConnections }: Database): Judged {
  if (state === 'read-only') return bad('现在只能查看，不能保存。请系统管理员检查数据库是否已切换。')
  if (state === 'full') return bad('数据库磁盘已满，不能保存。请系统管理员尽快扩容。')
  if (state !== 'ok') return bad('数据库应答太慢或连接不上。请系统管理员检查数据库。')
  return connections > mostConnections * 0.9
    ? warn('数据库连接快用完了。请系统管理员检查其他程序的连接，或调大上限。')
    : good
}

export function judgeSchema({ pending, newer }: SystemState['schema']): Judged {
  if (pending > 0) return bad('数据库结构比程序旧，可能刚恢复过备份。请系统管理员重启服务，会自动升级。')
  return newer > 0 ? warn('数据库已升级到更新的版本，本服务还没有。请系统管理员完成升级。') : good
}

export function judgeNodes({ nodes, version }: Pick<SystemState, 'nodes' | 'version'>): Judged {
  return nodes.some((node) => node.version !== version)
    ? warn('各服务的版本不一致。升级时短时间出现是正常的，否则请系统管理员完成升级。')
    : good
}

export function judgeDisk({ freeBytes, bytes }: Disk): Judged {
  const share = bytes > 0 ? freeBytes / bytes : 1
  if (share < 0.02) return bad('磁盘已满，不能上传文件。请系统管理员尽快扩容。')
  return share < 0.1 ? warn('磁盘空间不足一成。请系统管理员清理或扩容。') : good
}

export function judgeJob({ succeededAt, lateSeconds, failedAt }: Job): Judged {
  if (succeededAt === 0 && failedAt === 0 && lateSeconds === 0) return quiet
  if (lateSeconds > jobLateSeconds) return bad('很久没有按时完成。请系统管理员查看日志。')
  return failedAt > succeededAt ? warn('上次没有成功，会自动重试。如反复失败，请系统管理员查看日志。') : good
}

export function judgeQueue({ oldestSeconds }: Queue): Judged {
  if (oldestSeconds > queueLateSeconds * 6) return bad('积压已久。请系统管理员查看日志。')
  return oldestSeconds > queueLateSeconds
    ? warn('处理比平时慢，会自动继续。如一直不减少，请联系系统管理员。')
    : good
}

const doorAdvice: Readonly<Record<FailureKind | '', string>> = {
  '': '请系统管理员查看日志。',
  database: '请系统管理员检查数据库。',
  timeout: '对方应答太慢，请向对方确认是否正常。',
  unreachable: '请系统管理员检查网络，并向对方确认是否正常。',
  refused: '请系统管理员检查账号、密钥、余额和对方的白名单。',
  broken: '请联系对方系统的管理员。',
  fault: '请系统管理员查看日志。',
}

export function judgeDoor({ state, succeededAt, failures, failure }: Door): Judged {
  const isUsed = state === 'on' && (succeededAt > 0 || failures > 0)
  if (!isUsed) return quiet
  if (failures >= doorFailures) return bad(doorAdvice[failure])
  return failures > 0 ? warn(`上次没有成功，下次使用时会重试。${doorAdvice[failure]}`) : good
}

/** Seconds after which admins get a message about a fault. */
const lastingSeconds = { door: 3_600, job: 86_400 } as const

/** Jobs that fail for a day and outside systems that are down for an hour, each with a sentence for admins. */
export function lastingFaults(
  { jobs, doors }: Pick<SystemState, 'jobs' | 'doors'>,
  at: number,
): readonly { readonly name: string; readonly text: string }[] {
  return [
    ...doors
      .filter((door) => judgeDoor(door).sign === 'bad' && at - door.failingSince >= lastingSeconds.door)
      .map((door) => ({
        name: `door ${door.name}`,
        text: `外部系统“${doorTitles[door.name][0]}”已超过一小时没有成功。${judgeDoor(door).advice}`,
      })),
    ...jobs
      .filter(({ lateSeconds }) => lateSeconds >= lastingSeconds.job)
      .map(({ name }) => ({
        name: `job ${name}`,
        text: `定时任务“${jobTitle(name)}”已超过一天没有成功。请系统管理员查看日志。`,
      })),
  ]
}

export function judgeBackup(backup: Backup, at: number): Judged {
  if (!backup) return warn('本系统没有自己备份数据库。请向系统管理员确认另有备份，并定期试恢复。')
  const { succeededAt, failedAt } = backup
  if (succeededAt === 0) return bad('还没有成功的备份。请系统管理员检查备份设置。')
  if (at - succeededAt > backupLateSeconds)
    return bad('备份太久没有成功。请系统管理员尽快检查备份设置和存储空间。')
  return failedAt > succeededAt ? warn('上次备份没有成功，会再次备份。请系统管理员查看日志。') : good
}

const order: readonly Sign[] = ['quiet', 'good', 'warn', 'bad']
/** The worst of some signs. */
export const worstOf = (signs: readonly Sign[]): Sign =>
  signs.reduce((worst, sign) => (order.indexOf(sign) > order.indexOf(worst) ? sign : worst), 'quiet')

/** Everything that has a sign, with its title, in the order of the page. */
export const judgeAll = (state: SystemState): readonly (Judged & { readonly title: string })[] => [
  { title: '版本', ...judgeSchema(state.schema) },
  { title: '服务', ...judgeNodes(state) },
  { title: '数据库', ...judgeDatabase(state.database) },
  { title: '文件磁盘', ...judgeDisk(state.disk) },
  { title: '备份', ...judgeBackup(state.backup, state.at) },
  ...state.queues.map((queue) => ({ title: queueTitles[queue.name], ...judgeQueue(queue) })),
  ...state.doors.map((door) => ({ title: doorTitles[door.name][0], ...judgeDoor(door) })),
  ...state.jobs.map((job) => ({ title: jobTitle(job.name), ...judgeJob(job) })),
]
