import { mentionable } from '@showroom/contract/customer/customer.api'
import { useQuery } from '@tanstack/react-query'
import { Mentions } from 'antd'
import { type ComponentProps, useState } from 'react'
import { queryOf } from '../../api/query'
import { useDictionaryText } from '../../base/public'

interface NoteInputProps extends Omit<ComponentProps<typeof Mentions>, 'options' | 'prefix'> {
  customerId: number
}

/** The text of a note. After `@` it offers the colleagues who read the file; they are notified. */
export function NoteInput({ customerId, ...input }: NoteInputProps) {
  const [mentions, setMentions] = useState(false)
  const { data, isPending } = useQuery({ ...queryOf(mentionable, { customerId }), enabled: mentions })
  const roleName = useDictionaryText('dealerMemberRoles')
  return (
    <Mentions
      {...input}
      prefix={['@', '＠']}
      loading={mentions && isPending}
      notFoundContent={isPending ? undefined : '没有能查看该客户的同事'}
      onSearch={() => setMentions(true)}
      options={data?.data.map(({ memberId, name, role }) => ({
        key: String(memberId),
        value: name,
        label: (
          <>
            {name} <span className="sr-quiet">{roleName(role)}</span>
          </>
        ),
      }))}
    />
  )
}
