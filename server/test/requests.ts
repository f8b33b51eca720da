import { rooms } from '@showroom/contract'
import { newCustomer, phoneFollow } from '../src/customer/customer.factory.ts'
import type { BuiltCustomer } from '../src/customer/customer.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import type { TestApp } from './app.ts'
import { clientHash, getSmsCode } from './sign-in.ts'

/** Who asks, and a customer of theirs. */
export interface Actor {
  readonly member: BuiltMember
  readonly customer: BuiltCustomer
}
export type Body = Record<string, unknown>

/** A request that each call accepts. */
export const requests: Readonly<Record<string, (app: TestApp, actor: Actor) => Body | Promise<Body>>> = {
  '/v2/appUserService/captcha': () => ({ uniqueId: 'walker' }),
  '/v2/appUserService/getSmsCode': async (app) => {
    const { demoAnswer } = await app.post(rooms.access.captcha, '', { uniqueId: 'walker-sms' })
    return { mobile: '15911110000', answer: demoAnswer, uniqueId: 'walker-sms' }
  },
  '/v2/appUserService/loginWithSmsCode': async (app, { member }) => ({
    mobile: member.mobile,
    password: clientHash,
    smsCode: await getSmsCode(app, member.mobile),
  }),
  '/v2/appUserService/casLogin': () => ({ code: 'from-the-provider' }),
  '/v2/appUserService/changePassword': async (app, { member }) => ({
    mobile: member.mobile,
    smsCode: await getSmsCode(app, member.mobile, 'password'),
    newPassword: 'a'.repeat(64),
  }),
  '/v2/appUserService/switchDealer': (_app, { member }) => ({ dealerId: member.dealerId }),
  '/v2/appUserService/logout': () => ({}),
  '/v1/userRpc/profile': () => ({}),
  '/v1/userRpc/changePassword': () => ({ oldPassword: clientHash, newPassword: 'a'.repeat(64) }),
  '/v1/backendOperatorRpc/base': () => ({ token: '' }),
  '/v2/appBaseService/info': () => ({}),
  '/v2/appBaseService/getUserInfo': (_app, { customer }) => ({
    userId: customer.customerId,
    dataType: 1,
    userType: 1,
  }),
  '/v2/appBaseService/aliUploadParams': () => ({ key: 'proof.png' }),
  '/v1/dealerFileRpc/refreshUrl': (_app, { member }) => ({
    urlList: [`image/${member.dealerId}/00000000-0000-4000-8000-000000000000.png`],
  }),
  '/v1/dealerRpc/seriesList': () => ({}),
  '/v1/dealerRpc/vehicleJsonTree': () => ({}),
  '/v1/dealerRpc/getCompetitionSeriesList': () => ({ key: '' }),
  '/v2/appCustomerService/orderRegion': () => ({ province: '浙江省', city: '' }),
  '/v1/baseRpc/getSpec': () => ({ id: 1201 }),
  '/v2/appCustomerService/vehicleColor': () => ({ modelId: 20_101 }),
  '/v2/appCustomerService/cityDealers': () => ({}),
  '/v2/appDealerManagerService/memberList': () => ({}),
  '/v2/appDealerManagerService/assignMembers': () => ({ isAll: 1 }),
  '/v1/dealerMemberRpc/managerMembers': () => ({}),
  '/v2/appDealerManagerService/sourceList': () => ({}),
  '/v2/appCustomerService/list': () => ({ pageStart: 1, pageCount: 10 }),
  '/v2/appCustomerService/add': (app) => newCustomer(app),
  '/v2/appCustomerService/get': (_app, { customer }) => ({ customerId: customer.customerId }),
  '/v2/appCustomerService/follow': (app, { customer }) => phoneFollow(app, customer),
}
