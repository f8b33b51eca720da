import { expect, test } from 'vitest'
import { imageProblem } from './image'

test('accepts jpeg, jpg and png images of at most 5 MB', () => {
  const size = 5 * 1024 * 1024
  expect(imageProblem({ name: 'a.PNG', size })).toBeUndefined()
  expect(imageProblem({ name: 'a.b.jpeg', size })).toBeUndefined()
  expect(imageProblem({ name: 'a.png', size: size + 1 })).toBe('上传的图片大小不能超过5MB!')
  expect(imageProblem({ name: 'a.gif', size })).toBe('仅支持 jpeg、jpg、png 格式的图片')
})
