import { SearchOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { isRefusal } from '../../ui/failure'
import type { Item } from './items'
import { Options } from './Options'
import { useSearch } from './useSearch'
import './palette.css'

export { watchOpened } from './lastOpened'

interface PaletteProps {
  onClosed: () => void
  /** Shows the keys of the page. */
  onKeys: () => void
}

/** The global search, from any page. Mount it to open. */
export function Palette({ onClosed, onKeys }: PaletteProps) {
  const [open, setOpen] = useState(true)
  const chosen = useRef<() => void>(undefined)
  const close = (): void => setOpen(false)
  const choose = ({ run }: Item): void => {
    chosen.current = run
    close()
  }
  return (
    <Modal
      open={open}
      title="查找"
      width={640}
      footer={null}
      closable={false}
      wrapClassName="sr-palette"
      onCancel={close}
      // Runs after closing, when the page has the focus again; the chosen item may navigate.
      afterClose={() => {
        onClosed()
        chosen.current?.()
      }}
    >
      <Search onChoose={choose} onClose={close} onKeys={onKeys} />
    </Modal>
  )
}

interface SearchProps {
  onChoose: (item: Item) => void
  onClose: () => void
  onKeys: () => void
}

function Search({ onChoose, onClose, onKeys }: SearchProps) {
  const id = useId()
  const search = useSearch(onChoose, onKeys)
  const { word, groups, active, count, isSettled, field } = search
  const idOf = (item: Item): string => `${id}-${item.key}`
  return (
    <>
      <div className="sr-palette-head">
        <SearchOutlined aria-hidden />
        <input
          className="sr-palette-input"
          role="combobox"
          aria-label="查找客户、线索、页面与操作"
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(active && { 'aria-activedescendant': idOf(active) })}
          placeholder="姓名、尾号或全号，页面与操作"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          {...field}
          onKeyDown={(event) => {
            if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              event.stopPropagation()
              onClose()
            } else field.onKeyDown(event)
          }}
        />
        <button type="button" className="sr-palette-close" onClick={onClose}>
          <kbd className="sr-kbd">Esc</kbd>
          <span>取消</span>
        </button>
      </div>
      <div
        id={`${id}-list`}
        className={`sr-palette-list ${isSettled ? '' : 'sr-palette-asking'}`}
        role="listbox"
        aria-label="查找结果"
        aria-busy={!isSettled}
      >
        {groups.map((group) => (
          <Options
            key={group.title}
            group={group}
            word={word}
            active={active}
            idOf={idOf}
            onPoint={search.point}
            onChoose={onChoose}
          />
        ))}
      </div>
      <SearchState error={search.error} word={search.missing} alone={count === 0} />
      <footer className="sr-palette-foot">
        <span>
          <kbd className="sr-kbd">↑</kbd>
          <kbd className="sr-kbd">↓</kbd> 选择
        </span>
        <span>
          <kbd className="sr-kbd">↵</kbd> 打开
        </span>
        <span className="sr-palette-count" role="status">
          {isSettled && word !== '' && `找到 ${count} 项`}
        </span>
      </footer>
    </>
  )
}

/** Explains why no record is shown. `word` is the text without matches. */
function SearchState({ error, word, alone }: { error: Error | null; word: string; alone: boolean }) {
  if (error)
    return (
      <p className="sr-palette-told" role="alert">
        {isRefusal(error) ? error.message : '暂时无法查找，请稍后再试'}
      </p>
    )
  if (word === '' || (!alone && !/\d/.test(word))) return null
  return (
    <p className="sr-palette-told">
      {alone && `没有找到「${word}」。`}
      {hintFor(word)}
    </p>
  )
}

function hintFor(word: string): string {
  if (!/^\d+$/.test(word)) return '可输入姓名的一部分、手机号后四位或完整手机号。'
  if (word.length < 3) return '请至少输入3位数字。'
  return word.length > 4 && word.length < 11 ? '请输入手机号后四位，或完整手机号。' : ''
}
