import {
  type ImportStatus,
  importWay,
  type ImportWay,
  importWayTexts,
  missingFields,
} from '@showroom/contract/transfer/transfer.schema'
import { Radio, Select } from 'antd'
import { RegionCascader } from '../base/public'
import type { Answers, Match } from './useImport'

/** The answers that the dialog starts with: what the server understood or guessed. */
export const answersOf = (status: ImportStatus | undefined): Answers => ({
  match: Object.fromEntries((status?.columns ?? []).map(({ at, field }) => [at, field])),
  wholes: Object.fromEntries((status?.wholes ?? []).map(({ field, value }) => [field, value])),
  words: Object.fromEntries((status?.words ?? []).map(({ value }, at) => [at, value])),
})

/** Required fields that neither a column nor a value for all rows holds. */
export function missingOf({ fields }: ImportStatus, { match, wholes }: Answers, way: ImportWay): string[] {
  const isNeeded = (heading: string, isRequired: boolean): boolean =>
    way === importWay.onlyNew ? isRequired : heading === '手机号'
  return missingFields(
    fields.filter(({ heading, isRequired }) => isNeeded(heading, isRequired)).map(({ heading }) => heading),
    new Set([...Object.values(match), ...Object.keys(wholes).filter((field) => wholes[field])]),
  )
}

interface MatchProps {
  readonly status: ImportStatus
  readonly answers: Answers
  readonly way: ImportWay
  readonly onAnswer: (answers: Partial<Answers>) => void
  readonly onWay: (way: ImportWay) => void
  readonly onPlace: (place: number) => void
}

/** Each column of the file beside its first cells, with the field that it holds; fields without a column; and words that are unknown. */
export function ImportMatch({ status, answers, way, onAnswer, onWay, onPlace }: MatchProps) {
  const { match } = answers
  const missing = missingOf(status, answers, way)
  // Columns without a field come first, then guesses: they are the ones to decide.
  const rank = ({ field, isGuess }: ImportStatus['columns'][number]): number =>
    field === '' ? 0 : isGuess ? 1 : 2
  const columns = status.columns.toSorted((one, other) => rank(one) - rank(other))
  return (
    <>
      <PlaceChoice status={status} onPlace={onPlace} />
      <p className="sr-import-lead">
        请核对每列和未识别的内容，不需要的选“不导入”。下次同样的表头和内容不再询问。
      </p>
      {status.mayUpdate && <WayChoice way={way} onChange={onWay} />}
      <p className="sr-import-missing" role="status" data-open={missing.length > 0}>
        {missing.length > 0 ? `还需选择：${missing.join('、')}` : '必填项已齐全'}
      </p>
      <Wholes status={status} answers={answers} onAnswer={onAnswer} />
      <Words status={status} answers={answers} onAnswer={onAnswer} />
      <h2 className="sr-import-part">列</h2>
      <ul className="sr-import-match" aria-label="文件的列">
        {columns.map((column) => (
          <MatchRow
            key={column.at}
            column={column}
            status={status}
            match={match}
            onPick={(field) => onAnswer({ match: withField(match, column.at, field) })}
          />
        ))}
      </ul>
    </>
  )
}

type PartProps = Pick<MatchProps, 'status' | 'answers' | 'onAnswer'>

const optionsOf = ({ choices }: ImportStatus, field: string) =>
  (choices.find((one) => one.field === field)?.options ?? []).map(({ value, name }) => ({
    value,
    label: name,
  }))
/** Fields with few values are chosen by one press. */
const mostRadios = 3

/** Fields without a column, which take one value for all rows. */
function Wholes({ status, answers, onAnswer }: PartProps) {
  const held = new Set(Object.values(answers.match))
  const fields = status.wholes
    .filter(({ field }) => !held.has(field))
    .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
  if (fields.length === 0) return null
  return (
    <>
      <h2 className="sr-import-part">文件中没有的列，所有行填相同内容</h2>
      <ul className="sr-import-match" aria-label="所有行相同的内容">
        {fields.map(({ field, isRequired }) => {
          const value = answers.wholes[field] ?? ''
          return (
            <li key={field} className="sr-import-whole" data-open={isRequired && value === ''}>
              <span>{`${field === '购车城市' ? '购车地区' : field}${isRequired ? '*' : ''}`}</span>
              <WholeValue
                field={field}
                value={value}
                options={optionsOf(status, field)}
                onChange={(next) => onAnswer({ wholes: { ...answers.wholes, [field]: next } })}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface WholeValueProps {
  readonly field: string
  readonly value: string
  readonly options: { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

function WholeValue({ field, value, options, onChange }: WholeValueProps) {
  const label = `所有行的${field}`
  if (field === '购车城市') {
    const [province = '', city = '', area = ''] = value.split('/')
    return (
      <RegionCascader
        aria-label={label}
        {...(province && { value: { province, city, area } })}
        onChange={(region) =>
          onChange(region ? [region.province, region.city, region.area].filter(Boolean).join('/') : '')
        }
      />
    )
  }
  if (options.length <= mostRadios)
    return (
      <Radio.Group
        aria-label={label}
        optionType="button"
        value={value}
        options={options}
        onChange={(event) => onChange(String(event.target.value))}
      />
    )
  return (
    <Select
      className="sr-import-field"
      aria-label={label}
      value={value}
      options={[{ value: '', label: '不填' }, ...options]}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  )
}

/** Words of the cells that name nothing yet, with the number of their rows. */
function Words({ status, answers, onAnswer }: PartProps) {
  const fieldAt = new Map(status.columns.map(({ at, field }) => [field, at]))
  // The words of a column that is matched otherwise by now are another field's.
  const words = status.words
    .map((word, at) => ({ ...word, at }))
    .filter(({ field }) => answers.match[fieldAt.get(field) ?? -1] === field)
  if (words.length === 0) return null
  return (
    <>
      <h2 className="sr-import-part">未识别的内容</h2>
      <ul className="sr-import-match" aria-label="未识别的内容">
        {words.map(({ at, field, text, rows }) => (
          <li key={at} className="sr-import-word" data-open={!answers.words[at]}>
            <span className="sr-import-heading">
              <strong>{text}</strong>
              <span className="sr-import-samples">
                {field}，{rows} 行
              </span>
            </span>
            <Select
              className="sr-import-field"
              aria-label={`${field} ${text}`}
              value={answers.words[at] ?? ''}
              options={[{ value: '', label: '不导入' }, ...optionsOf(status, field)]}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(value) => onAnswer({ words: { ...answers.words, [at]: value } })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The sheet and row of the headings, and the choice of another row. */
function PlaceChoice({ status, onPlace }: Pick<MatchProps, 'status' | 'onPlace'>) {
  const { sheet, headingRow, places } = status
  const sheets = [...new Set(places.map((place) => place.sheet))]
  const options = sheets.map((name) => ({
    label: `工作表“${name}”`,
    options: places.flatMap((place, value) =>
      place.sheet === name ? [{ value, label: `第 ${place.headingRow} 行：${place.text}` }] : [],
    ),
  }))
  const here = places.findIndex((place) => place.sheet === sheet && place.headingRow === headingRow)
  return (
    <div className="sr-import-place">
      <span>表头在工作表“{sheet}”的</span>
      <Select<number>
        className="sr-import-field"
        aria-label="表头所在行"
        placeholder={`第 ${headingRow} 行`}
        value={here < 0 ? null : here}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={onPlace}
      />
    </div>
  )
}

/** A field is in one column: another that held it gives it up. */
const withField = (match: Match, at: number, field: string): Match => ({
  ...Object.fromEntries(Object.entries(match).map(([place, held]) => [place, held === field ? '' : held])),
  [at]: field,
})

interface MatchRowProps {
  readonly column: ImportStatus['columns'][number]
  readonly status: ImportStatus
  readonly match: Match
  readonly onPick: (field: string) => void
}

function MatchRow({ column, status, match, onPick }: MatchRowProps) {
  const { at, letters, heading, samples, isGuess } = column
  const placeOf = new Map(Object.entries(match).map(([place, field]) => [field, Number(place)]))
  const lettersAt = new Map(status.columns.map((one) => [one.at, one.letters]))
  const field = match[at] ?? ''
  const options = [
    { value: '', label: '不导入' },
    ...status.fields.map(({ heading: value, isRequired }) => {
      const place = placeOf.get(value)
      const held = place !== undefined && place !== at ? `（${lettersAt.get(place) ?? ''}列）` : ''
      return { value, label: `${value}${isRequired ? '*' : ''}${held}` }
    }),
  ]
  return (
    <li className="sr-import-column" data-open={field === '' || (isGuess && field === column.field)}>
      <span className="sr-import-letters">{letters}</span>
      <span className="sr-import-heading">
        <strong>{heading}</strong>
        <span className="sr-import-samples">{samples.filter(Boolean).join(' / ') || '（前几行为空）'}</span>
      </span>
      <Select
        className="sr-import-field"
        aria-label={`${letters}列 ${heading}`}
        value={field}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={onPick}
      />
    </li>
  )
}

/** 仅新增, 更新空白项 or 覆盖更新. */
export function WayChoice({
  way,
  disabled = false,
  onChange,
}: {
  way: ImportWay
  disabled?: boolean
  onChange: (way: ImportWay) => void
}) {
  return (
    <div className="sr-import-way">
      <Radio.Group
        aria-label="导入方式"
        optionType="button"
        disabled={disabled}
        value={way}
        options={Object.entries(importWayTexts).map(([value, { title }]) => ({
          value: Number(value),
          label: title,
        }))}
        onChange={(event) => onChange(event.target.value as ImportWay)}
      />
      <span className="sr-import-note">{importWayTexts[way].hint}</span>
    </div>
  )
}
