import { QuestionCircleOutlined } from '@ant-design/icons'
import { Tip } from '../../ui/Tip'

/** Terms of the screen with an explanation. */
const terms = {
  rank: { word: '同城排名', text: '同城单店排名，非集团排名；两个品牌的所有经销商一起排名，并列的名次相同' },
  rate: { word: '环比', text: '环比为同期对比：本期已过去的时间，与上期同样长的一段相比' },
  source: {
    word: '线索构成及渠道健康度',
    text: '所选时间内新增的线索。重复、无效、有效客户的比率为占该渠道线索的比例，其余为待清洗',
  },
  state: { word: '关键业务节点', text: '所选时间内发生的到店、订车、交车和战败；战败从少到多排名' },
  driven: {
    word: '试驾',
    text: '到店一行为所选时间内完成的试驾次数；订车、交车和战败各行为其中客户在此之前试驾过的数量',
  },
  flow: {
    word: '线索流转',
    text: '所选时间内新增的线索，以及其中的有效线索、首次到店和订车，到达后一阶段的也计入前面各阶段；箭头为比率较同期变化的百分点，上期按同一时刻的进展计算',
  },
} as const

/** A term that shows its meaning in a tip. */
export function Term({ name }: { name: keyof typeof terms }) {
  const { word, text } = terms[name]
  return (
    <Tip text={text}>
      <button type="button" className="sr-wall-term sr-printed" aria-label={`${word}：${text}`}>
        {word}
        <QuestionCircleOutlined aria-hidden />
      </button>
    </Tip>
  )
}
