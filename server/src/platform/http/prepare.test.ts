import { rooms } from '@showroom/contract'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { serveCalls } from './calls.ts'
import { prepared } from './handler.ts'

const handler = prepared(
  () => Promise.resolve(1),
  (_request, _context, found) => Promise.resolve({ found }),
)

it('a prepare step belongs to a call with a transaction', () => {
  const serve = (calls: Parameters<typeof serveCalls>[1][string]) => () => {
    const handlers = { customer: Object.fromEntries(Object.keys(calls).map((name) => [name, handler])) }
    serveCalls(Fastify(), { customer: calls }, handlers, {} as never)
  }
  expect(serve({ edit: rooms.customer.edit })).not.toThrow()
  expect(serve({ get: rooms.customer.get })).toThrow('customer.get (/v2/appCustomerService/get) prepares')
})
