import {
  doorTitles,
  failureTexts,
  jobTitle,
  queueTitles,
  type FailureKind,
} from '@showroom/contract/system/system.names'
import {
  judgeAll,
  judgeBackup,
  judgeDatabase,
  judgeDisk,
  judgeDoor,
  judgeJob,
  judgeNodes,
  judgeQueue,
  judgeSchema,
  type Sign,
  worstOf,
} from '@showroom/contract/system/system.rules'
import type { Door, Job, Queue, SystemState } from '@showroom/contract/system/system.schema'
import { useQuery } from '@tanstack/react-query'
import { formatMinute } from '../ui/day'
import { ErrorState } from '../ui/ErrorState'
import { PageHeader } from '../ui/PageHeader'
import { RelativeTime } from '../ui/RelativeTime'
import { sizeText } from '../ui/sizeText'
import { PageSkeleton } from '../ui/Skeletons'
import { spanText } from './spanText'
import { stateQuery } from './system.queries'
import { StatePanel } from './StatePanel'
import { StateRow } from './StateRow'
import './system.css'

/** Whether the installation works, in words for a manager: what is wrong, and what to do about it. */
export function SystemPage() {
  const { data, error, isPending, refetch } = useQuery(stateQuery())
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title="系统状态" hint="每30秒自动更新。待处理的数量只含本门店。" />
      <Summary state={data} isOld={error !== null} />
      <div className="sr-system">
        <Installation state={data} />
        <StatePanel title="待处理" hint="本门店等待系统处理的工作">
          {data.queues.map((queue) => (
            <QueueRow key={queue.name} queue={queue} />
          ))}
        </StatePanel>
        <StatePanel title="外部系统" hint="与其他系统的连接">
          {data.doors.map((door) => (
            <DoorRow key={door.name} door={door} />
          ))}
        </StatePanel>
        <StatePanel title="定时任务" hint="系统自动进行的工作">
          <Jobs jobs={data.jobs} />
        </StatePanel>
      </div>
    </>
  )
}

const summaries: Readonly<Record<Sign, (total: number) => string>> = {
  quiet: () => '一切正常',
  good: () => '一切正常',
  warn: (total) => `有${total}项需要注意`,
  bad: (total) => `有${total}项异常，请尽快处理`,
}

/** The worst sign in a sentence, and what to do. `isOld`: the last look at the state failed. */
function Summary({ state, isOld }: { state: SystemState; isOld: boolean }) {
  const all = judgeAll(state)
  const worst = worstOf(all.map(({ sign }) => sign))
  const troubles = all.filter(({ sign }) => sign === 'bad' || sign === 'warn')
  return (
    <div className={`sr-system-summary sr-system-${worst === 'quiet' ? 'good' : worst}`} role="status">
      <strong>{summaries[worst](all.filter(({ sign }) => sign === worst).length)}</strong>
      <span>
        {isOld ? '现在无法更新，显示的是 ' : '更新于 '}
        {formatMinute(state.at)}
        {isOld && ' 的状态'}
      </span>
      {troubles.length > 0 && (
        <ul className="sr-system-troubles">
          {troubles.map(({ title, advice }) => (
            <li key={title}>
              {title}：{advice}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Installation({ state }: { state: SystemState }) {
  const { version, schema, nodes, database, disk, backup, at } = state
  return (
    <StatePanel title="程序与数据" hint="整个系统，各门店共用">
      <StateRow name="版本" judged={judgeSchema(schema)}>
        {version}，数据库结构 {schema.applied}
      </StateRow>
      <StateRow name="服务" judged={judgeNodes(state)}>
        {nodes.map(({ name, version: of, startedAt }) => (
          <span key={`${name} ${startedAt}`}>
            {name || '未知主机'}
            {of !== version && ` ${of || '旧版本'}`}
            {startedAt > 0 && ` 已运行${spanText(Math.max(0, at - startedAt))}`}
          </span>
        ))}
      </StateRow>
      <StateRow name="数据库" judged={judgeDatabase(database)}>
        <span>版本 {database.version}</span>
        <span>已用 {sizeText(database.bytes)}</span>
        <span>
          连接 {database.connections} / {database.mostConnections}
        </span>
      </StateRow>
      <StateRow name="文件磁盘" judged={judgeDisk(disk)}>
        剩余 {sizeText(disk.freeBytes)}，共 {sizeText(disk.bytes)}
      </StateRow>
      <StateRow name="备份" judged={judgeBackup(backup, at)}>
        {backup && (
          <>
            <Time text="上次成功" at={backup.succeededAt} />
            {backup.failedAt > backup.succeededAt && <Time text="上次失败" at={backup.failedAt} />}
          </>
        )}
      </StateRow>
    </StatePanel>
  )
}

function QueueRow({ queue }: { queue: Queue }) {
  const { name, waitingTotal, oldestSeconds } = queue
  return (
    <StateRow name={queueTitles[name]} judged={judgeQueue(queue)}>
      {waitingTotal === 0 && '没有待处理'}
      {waitingTotal > 0 && `${waitingTotal} 条`}
      {waitingTotal > 0 &&
        (oldestSeconds > 0 ? `，最早的已等待${spanText(oldestSeconds)}` : '，将按计划重试')}
    </StateRow>
  )
}

function DoorRow({ door }: { door: Door }) {
  const { name, state, succeededAt, failedAt, failure } = door
  const [title, purpose] = doorTitles[name]
  return (
    <StateRow
      name={title}
      purpose={purpose}
      judged={judgeDoor(door)}
      word={state === 'demo' ? '演示' : state === 'on' ? '未使用' : undefined}
    >
      {state === 'off' && '未配置'}
      {state === 'demo' && '演示环境不会真正发送'}
      {state === 'on' && (
        <Outcome succeededAt={succeededAt} failedAt={failedAt} failure={failure} none="还没有使用过" />
      )}
    </StateRow>
  )
}

/** Jobs with a problem come first, those that have not run yet are one row at the end. */
function Jobs({ jobs }: { jobs: readonly Job[] }) {
  const of = (sign: Sign): readonly Job[] => jobs.filter((job) => judgeJob(job).sign === sign)
  const waiting = of('quiet')
  return (
    <>
      {(['bad', 'warn', 'good'] as const).flatMap(of).map((job) => (
        <JobRow key={job.name} job={job} />
      ))}
      {waiting.length > 0 && (
        <StateRow
          name={`${waiting.length}项还没有运行过`}
          judged={{ sign: 'quiet', advice: '' }}
          word="未运行"
        >
          {waiting.map(({ name }) => jobTitle(name)).join('、')}
        </StateRow>
      )}
    </>
  )
}

function JobRow({ job }: { job: Job }) {
  const { name, succeededAt, failedAt, failure, lateSeconds } = job
  return (
    <StateRow name={jobTitle(name)} judged={judgeJob(job)}>
      <Outcome succeededAt={succeededAt} failedAt={failedAt} failure={failure} none="还没有运行过" />
      {lateSeconds >= 60 && <span>晚了{spanText(lateSeconds)}</span>}
    </StateRow>
  )
}

interface OutcomeProps {
  succeededAt: number
  failedAt: number
  failure: FailureKind | ''
  /** Shown if neither is known. */
  none: string
}

/** When something last succeeded, and the failure since. */
function Outcome({ succeededAt, failedAt, failure, none }: OutcomeProps) {
  return (
    <>
      {succeededAt > 0 && <Time text="上次成功" at={succeededAt} />}
      {failedAt > succeededAt && <Time text="上次失败" at={failedAt} />}
      {failedAt > succeededAt && failure && <span>{failureTexts[failure]}</span>}
      {succeededAt === 0 && failedAt === 0 && <span>{none}</span>}
    </>
  )
}

const Time = ({ text, at }: { text: string; at: number }) => (
  <span>
    {text} <RelativeTime at={at} isInside />
  </span>
)
