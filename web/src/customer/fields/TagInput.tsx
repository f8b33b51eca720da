import { Select } from 'antd'

interface TagInputProps {
  id?: string
  placeholder?: string
  value?: string[]
  onChange?: (value: string[]) => void
}

/** Free-text tags. */
export function TagInput({ value = [], onChange, ...rest }: TagInputProps) {
  return (
    <Select<string[]>
      placeholder="如：急购、价格敏感"
      {...rest}
      className="sr-fill"
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[' ', ',', '，', '、']}
      value={value}
      onChange={(tags) => onChange?.([...new Set(tags.map((tag) => tag.trim()).filter(Boolean))])}
    />
  )
}
