import type { DrivePaper as Paper } from '@showroom/contract/appointment/agreement.schema'
import { paper, pictures } from '@showroom/contract/appointment/appointment.api'
import { agreementKind } from '@showroom/contract/appointment/drive.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { callApi } from '../../api/client'
import { queryOf } from '../../api/query'
import { type Reveal, useClearText } from '../../customer/public'
import { useSession } from '../../frame/session'
import { formatDay, formatMinute } from '../../ui/day'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { Pair, PaperFoot, PaperPage, Sheet, Signature } from '../../ui/paper/Paper'
import './drive-paper.css'
import { safeAddress } from '../../ui/address'

/** 试驾协议: one sheet of a test drive, to sign before it, or with the signature and the numbers of the drive. */
export function DrivePaper() {
  const { activityId } = useSearch({ from: '/drive/paper' })
  const { data, error, refetch } = useQuery({
    ...queryOf(paper, { activityId }),
    enabled: activityId > 0,
  })
  return (
    <PaperPage
      title={activityId ? `试驾协议 ${activityId}` : '试驾协议'}
      help="test-drive.html#试驾协议"
      mayPrint={data !== undefined}
    >
      {data && <DriveSheet drive={data.data} />}
      {activityId === 0 && <EmptyState title="没有找到该试驾" hint="请从试驾用车打开协议。" />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </PaperPage>
  )
}

/** Space to fill in by hand. */
const Blank = () => <span className="sr-drive-paper-blank" />

function DriveSheet({ drive }: { drive: Paper }) {
  const { profile } = useSession()
  const { activityId, plate, seriesName, startsAt, minutes, outAt, backAt } = drive
  const reveal = useClearText(activityId, pictures, () =>
    callApi(pictures, { activityId }, { withoutKey: 'secret' }),
  )
  return (
    <Sheet
      title="试驾协议"
      store={profile.company}
      label="试驾编号"
      number={activityId}
      numbers={
        <>
          <Pair label="协议版本">第{drive.version}版</Pair>
          <Pair label="试驾日期">{formatDay(outAt || startsAt)}</Pair>
        </>
      }
    >
      <section>
        <h2>试驾人</h2>
        <dl className="sr-paper-facts">
          <Pair label="客户名称">{drive.name}</Pair>
          <Pair label="驾驶证号">
            <Blank />
          </Pair>
        </dl>
      </section>
      <section>
        <h2>试驾车</h2>
        <dl className="sr-paper-facts">
          <Pair label="车牌号">{plate || <Blank />}</Pair>
          <Pair label="车系">{seriesName}</Pair>
          {minutes > 0 && <Pair label="预约时间">{`${formatMinute(startsAt)}，${minutes}分钟`}</Pair>}
          {minutes > 0 && <Pair label="客户经理">{drive.ownerName}</Pair>}
          <Pair label="出发时间">{formatMinute(outAt) || <Blank />}</Pair>
          <Pair label="出发里程">{outAt ? `${drive.outKm}公里` : <Blank />}</Pair>
          <Pair label="还车时间">{formatMinute(backAt) || <Blank />}</Pair>
          <Pair label="还车里程">{backAt ? `${drive.backKm}公里` : <Blank />}</Pair>
        </dl>
      </section>
      <section>
        <h2>协议内容</h2>
        <p className="sr-drive-paper-text">{drive.content}</p>
      </section>
      <div className="sr-paper-close" role="group" aria-label="签署">
        <RevealPictures drive={drive} reveal={reveal} />
        {reveal.clear?.licence && (
          <section>
            <h2>驾驶证</h2>
            <img
              className="sr-drive-paper-licence"
              src={safeAddress(reveal.clear.licence)}
              alt="驾驶证照片"
            />
          </section>
        )}
        <p className="sr-paper-agreed">本人已阅读并同意以上内容。</p>
        <div className="sr-paper-signs">
          <Signature who="试驾人（签字）" {...signed(drive, reveal.clear?.signature)} />
          <Signature who="销售门店（盖章）" by={`客户经理 ${drive.ownerName}`} />
        </div>
        <PaperFoot />
      </div>
    </Sheet>
  )
}

type Pictures = Reveal<AnswerOf<typeof pictures>>

/** Shows licence and signature on demand, because each view is audited. The button is not printed. */
function RevealPictures({ drive, reveal }: { drive: Paper; reveal: Pictures }) {
  if (!reveal.isOffered || !(drive.hasLicence || drive.hasSignature) || reveal.clear) return null
  const what = [drive.hasLicence && '驾驶证', drive.hasSignature && '签名'].filter(Boolean).join('和')
  return (
    <p className="sr-drive-paper-reveal">
      <button
        type="button"
        className="sr-button"
        disabled={reveal.pending}
        onClick={() => void reveal.show()}
      >
        查看{what}
      </button>
      {reveal.problem && <span role="alert">{reveal.problem}</span>}
    </p>
  )
}

/** The signature on the tablet; on paper the line is left to the pen. */
const signed = ({ agreement, outAt }: Paper, signature = '') =>
  agreement === agreementKind.tablet && {
    day: formatDay(outAt),
    drawn: signature ? (
      <img className="sr-drive-paper-signature" src={safeAddress(signature)} alt="客户签名" />
    ) : (
      '已在平板上签名'
    ),
  }
