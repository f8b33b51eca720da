import { createRoute } from '@tanstack/react-router'
import { hasModule, type MayEnter, worksAtGroup, worksAtStore } from '../frame/areas'
import { coming } from '../frame/screen'
import { activity, shell } from '../frame/shell'

const maySell: MayEnter = (session) => hasModule(session, '销售订单')

const orders = createRoute({
  getParentRoute: () => shell,
  path: '/order/index',
  ...coming('销售订单', maySell, { title: '销售订单', prefix: '/order/', about: '录入、提交与审核订单' }),
})

const orderDetail = createRoute({
  getParentRoute: () => shell,
  path: '/order/orderDetail',
  ...coming('订单详情', maySell),
})

const approved = createRoute({
  getParentRoute: () => shell,
  path: '/approved',
  ...coming('已审核订单', worksAtStore),
})

const submitted = createRoute({
  getParentRoute: () => shell,
  path: '/submitted',
  ...coming('待审核订单', worksAtStore),
})

const orderVerify = createRoute({
  getParentRoute: () => activity,
  path: '/activity/order-verify',
  ...coming('订单审核', (session) => session.allowOrderVerify, {
    title: '订单审核',
    prefix: '/activity/order-verify',
    about: '审核门店提交的订单',
    only: worksAtGroup,
  }),
})

const orderApproved = createRoute({
  getParentRoute: () => activity,
  path: '/activity/order-approved',
  ...coming('待配车订单', (session) => session.allowOrderAlloc),
})

export const routes = [orders, orderDetail, approved, submitted, orderVerify, orderApproved] as const
