import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '../../useShortcut'
import { keywordOf } from '../../found'

/** Longer than the pause between two keys of a fast typist; leaves the response most of the time that still feels immediate. */
const typingPauseMs = 120

interface KeywordSearchProps {
  value: string
  onSearch: (keyword: string) => void
  /** The box's placeholder, which names the searchable fields. */
  placeholder?: string
}

/** Searches while the user types, at once on Enter and on blur, but not during an input method's composition. */
export function KeywordSearch({ value, onSearch, placeholder = '姓名、尾号或全号' }: KeywordSearchProps) {
  const [text, setText] = useState(value)
  const [current, setKnown] = useState(value)
  const input = useRef<InputRef>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== current) {
    // The value has changed from outside (reset, back), so the box shows it. If it is the cleaned text typed here, the text stays.
    setKnown(value)
    if (value !== keywordOf(text)) setText(value)
  }
  useShortcut('/', '搜索', () => input.current?.focus({ cursor: 'all' }), { opens: false })

  const search = (typed: string): void => {
    clearTimeout(timer.current)
    latest.current(keywordOf(typed))
  }
  const searchSoon = (typed: string): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(search, typed ? typingPauseMs : 0, typed)
  }
  return (
    <Input
      ref={input}
      className="sr-keyword"
      type="search"
      aria-label="按姓名或手机号搜索"
      aria-keyshortcuts="/"
      placeholder={placeholder}
      prefix={<SearchOutlined />}
      suffix={text ? undefined : <kbd className="sr-kbd">/</kbd>}
      allowClear
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        if (!(event.nativeEvent as InputEvent).isComposing) searchSoon(event.target.value)
      }}
      onCompositionEnd={(event) => searchSoon(event.currentTarget.value)}
      onPressEnter={(event) => !event.nativeEvent.isComposing && search(event.currentTarget.value)}
      onBlur={(event) => search(event.currentTarget.value)}
    />
  )
}
