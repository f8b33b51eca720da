import type { ImportStatus } from '@showroom/contract/transfer/transfer.schema'
import { type ImportWay, importWay, importWayTexts } from '@showroom/contract/transfer/way.rules'
import { Radio, Select } from 'antd'
import type { Match } from './useImport'

/** The match that the dialog starts with: the fields that the headings name. */
export const matchOf = ({ columns }: ImportStatus): Match =>
  Object.fromEntries(columns.map(({ at, field }) => [at, field]))

/** Required fields that no column holds. */
export function missingOf({ fields }: ImportStatus, match: Match, way: ImportWay): string[] {
  const given = new Set(Object.values(match))
  const isNeeded = (heading: string, isRequired: boolean): boolean =>
    way === importWay.onlyNew ? isRequired : heading === '手机号'
  return fields
    .filter(({ heading, isRequired }) => isNeeded(heading, isRequired) && !given.has(heading))
    .map(({ heading }) => heading)
}

interface MatchProps {
  readonly status: ImportStatus
  readonly match: Match
  readonly way: ImportWay
  readonly onMatch: (match: Match) => void
  readonly onWay: (way: ImportWay) => void
  readonly onPlace: (place: number) => void
}

/** Each column of the file beside its first cells, with the field that it holds. */
export function ImportMatch({ status, match, way, onMatch, onWay, onPlace }: MatchProps) {
  const missing = missingOf(status, match, way)
  // Columns without a field come first: they are the ones to decide.
  const columns = status.columns.toSorted(
    (one, other) => Number(one.field !== '') - Number(other.field !== ''),
  )
  return (
    <>
      <PlaceChoice status={status} onPlace={onPlace} />
      <p className="sr-import-lead">请为未识别的列选择内容，不需要的列选“不导入”，下次同样的表头不再询问。</p>
      {status.mayUpdate && <WayChoice way={way} onChange={onWay} />}
      <p className="sr-import-missing" role="status" data-open={missing.length > 0}>
        {missing.length > 0 ? `还需选择：${missing.join('、')}` : '必填项已齐全'}
      </p>
      <ul className="sr-import-match" aria-label="文件的列">
        {columns.map((column) => (
          <MatchRow
            key={column.at}
            column={column}
            status={status}
            match={match}
            onPick={(field) => onMatch(withField(match, column.at, field))}
          />
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
  const { at, letters, heading, samples } = column
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
    <li className="sr-import-column" data-open={field === ''}>
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
