import { expect, it } from 'vitest'
import { mentionsIn } from './mention.rules.ts'

const names = ['林晓', '林晓雯', '周启明', 'a']

it('finds the mentioned names: the longest one, anywhere in the text, and none in an e-mail address', () => {
  const namesIn = (text: string) => [...mentionsIn(text, names)]
  expect(namesIn('@林晓雯 请看报价')).toEqual(['林晓雯'])
  expect(namesIn('请看报价@林晓，还有＠周启明，@林晓')).toEqual(['林晓', '周启明'])
  expect(namesIn('邮箱 b@a.cn，林晓雯，@ 周启明，@王')).toEqual([])
})
