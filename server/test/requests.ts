import { rooms } from '@showroom/contract'
import { newCustomer, phoneFollow } from '../src/customer/customer.factory.ts'
import type { BuiltCustomer } from '../src/customer/customer.factory.ts'
import { quickOrder } from '../src/order/order.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import type { TestApp } from './app.ts'
import { clientHash, getSmsCode } from './sign-in.ts'

/** Who asks, and a customer of theirs. */
export interface Actor {
  readonly member: BuiltMember
  readonly customer: BuiltCustomer
}
export type Body = Record<string, unknown>

const secondsOf = (app: TestApp): number => Math.floor(app.now().getTime() / 1000)

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
  '/v2/appCustomerService/timelines': (_app, { customer }) => ({ customerId: customer.customerId }),
  '/v2/appCustomerService/follow': (app, { customer }) => phoneFollow(app, customer),
  '/v2/appCustomerService/edit': (app, { customer }) => {
    const { level: _level, nextActivityType: _type, nextDate: _date, ...values } = newCustomer(app)
    return { ...values, customerId: customer.customerId, fromSource: 2 }
  },
  '/v2/appCustomerService/remark': (_app, { customer }) => ({
    customerId: customer.customerId,
    remark: '重点客户',
  }),
  '/v2/appCustomerService/pause': (_app, { customer }) => ({
    customerId: customer.customerId,
    resumeDuration: 7,
  }),
  '/v2/appCustomerService/resume': (_app, { customer }) => ({ customerId: customer.customerId }),
  '/v2/appCustomerService/reassign': (_app, { customer, member }) => ({
    customerId: customer.customerId,
    memberId: member.memberId,
  }),
  '/v2/appCustomerService/batchReassign': (_app, { customer, member }) => ({
    customerIds: String(customer.customerId),
    memberId: member.memberId,
  }),
  '/v2/appCustomerService/fail': (_app, { customer }) => ({
    customerId: customer.customerId,
    failReason: 99,
    remark: '不买了',
  }),
  '/v2/appCustomerService/relive': (app, { customer, member }) => ({
    customerId: customer.customerId,
    memberId: member.memberId,
    specIds: '1201',
    nextDate: secondsOf(app),
    remark: '又想买了',
  }),
  '/v2/appCustomerService/recall': (app, { customer }) => ({
    customerId: customer.customerId,
    completedDate: secondsOf(app),
    contactStatus: 1,
    remark: '用车满意',
  }),
  '/v2/appCustomerDeskService/informCome': (_app, { customer }) => ({ customerId: customer.customerId }),
  '/v1/customerRpc/updateTag': (_app, { customer }) => ({ customerId: customer.customerId, tag: '首购' }),
  '/v2/appWxCustomerService/checkExist': () => ({ phone: '13900002222' }),
  '/v2/appWxCustomerService/merge': (_app, { customer }) => ({
    masterCustomerId: customer.customerId,
    slaveCustomerId: 999_999_999,
  }),
  '/v2/appCustomerService/testShareDetail': () => ({ shareId: 999_999_999 }),
  '/v2/appCustomerService/thirdCallDetail': () => ({ callId: 999_999_999 }),
  '/v1/taskRpc/list': () => ({ pageStart: 1, pageCount: 10 }),
  '/v1/taskRpc/counts': () => ({}),
  '/v2/appClueService/list': () => ({ pageStart: 1, pageCount: 10 }),
  '/v2/appClueService/counts': () => ({}),
  '/v2/appClueService/detail': () => ({ clueId: 999_999_999 }),
  '/v2/appClueService/clear': () => ({ clueId: 999_999_999, isValid: false, invalidReason: 4 }),
  '/v2/appClueService/noContact': () => ({ clueId: 999_999_999 }),
  '/v2/appClueService/assign': (_app, { member }) => ({ clueId: 999_999_999, memberId: member.memberId }),
  '/v2/appClueService/batchAssign': (_app, { member }) => ({
    clueIdArr: [999_999_999],
    memberId: member.memberId,
  }),
  '/v1/customerRpc/getOnlineCustomer': () => ({ onlineCustomerId: 999_999_999 }),
  '/v2/appNoticeService/list': () => ({}),
  '/v2/appNoticeService/read': () => ({ upTo: 999_999_999 }),
  '/v2/appVerifyService/failList': () => ({}),
  '/v2/appVerifyService/confirmFail': (_app, { customer }) => ({ customerId: customer.customerId }),
  '/v2/appVerifyService/rejectFail': (app, { customer, member }) => ({
    customerId: customer.customerId,
    memberId: member.memberId,
    crossRecall: 2,
    nextDate: secondsOf(app),
    remark: '继续跟进',
  }),
  '/v2/appCustomerService/order': (app, { customer }) => ({ ...quickOrder(app, customer) }),
  '/v2/appCustomerService/deliver': (app, { customer }) => ({
    ...quickOrder(app, customer),
    deliverDate: secondsOf(app),
    nextDate: secondsOf(app),
  }),
  '/v2/appCustomerOrderService/getCustomerOrders': (_app, { customer }) => ({
    customerId: customer.customerId,
  }),
  '/v2/appCustomerService/submitOrder': () => ({ orderId: 999_999_999 }),
  '/v2/appCustomerService/cancelOrder': () => ({ orderId: 999_999_999, reason: 'qxyy01' }),
  '/v2/appCustomerService/orderFollow': (app, { customer }) => ({
    customerId: customer.customerId,
    contactStatus: 1,
    nextDate: secondsOf(app),
    remark: '等车中',
  }),
  '/v2/appVerifyService/confirmOrder': () => ({ orderId: 999_999_999 }),
  '/v2/appVerifyService/rejectOrder': () => ({ orderId: 999_999_999, reason: '价格过低' }),
  '/v1/customerRpc/import': () => ({ file: 'z-backend/1/00000000-0000-4000-8000-000000000000.xlsx' }),
  '/v1/customerRpc/importStatus': () => ({ importId: 999_999_999 }),
  '/v1/customerRpc/importCommit': () => ({ importId: 999_999_999 }),
  '/v1/customerRpc/importTemplate': () => ({}),
  '/v1/customerRpc/list': () => ({ pageStart: 1, pageCount: 10 }),
}
