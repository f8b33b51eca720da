/**
 * Facts that portals report about a prospect, and the conversation they suggest. Derived from the lead's number, so that they are the same
 * every time.
 */

const sites = ['品牌专区询价', '车型对比页', '直播间留资', '置换估价页']
const indexes = ['高', '较高', '中等']
const budgets = ['15-20万', '20-25万', '25-30万']
const likelihoods = ['高', '中', '低']
const configurations = ['智能驾驶、全景天幕', '七座、空气悬架', '长续航、快充']
const preferences = ['夜间浏览，常看口碑', '关注促销与金融方案', '反复比较同级车型']
const purposes = ['家庭首购', '增购第二辆', '置换升级']
const rivals = ['问界M7', '理想L6', '深蓝S7', '银河E8']

const openings = [
  '您好，看到您在线上关注了我们的车型，想花两分钟了解一下您的用车需求，方便吗？',
  '您好，您昨晚留下的询价我们收到了，给您准备了一份落地价明细，可以简单介绍一下吗？',
]

/** Three of four leads have facts; the others left only a number. */
export function factsOf(number: number, city: string): Record<string, string | number> {
  if (number % 4 === 0) return {}
  const take = (items: readonly string[], step: number): string =>
    items[(number * step) % items.length] as string
  return {
    siteDesc: take(sites, 1),
    buyCarIndex: take(indexes, 1),
    budget: take(budgets, 2),
    replaceProbability: take(likelihoods, 1),
    loanProbability: take(likelihoods, 2),
    configurePrefer: take(configurations, 1),
    onlinePrefer: take(preferences, 1),
    purpose: take(purposes, 2),
    customerCity: city,
    historySpec: JSON.stringify([take(rivals, 1), take(rivals, 3)]),
    attentionSeries: JSON.stringify([take(rivals, 2)]),
    openingRemarks: take(openings, 1),
    specIntroduction: '先说空间与续航，再说智能驾驶；家庭用户多讲安全与后排舒适。',
    activityRecommend: '本月置换补贴至高8000元，周末到店试驾有礼。',
    pricingStrategy: '首次沟通只报指导价与当期权益，落地价邀约到店后提供。',
    inviteToShop: '本周六、周日安排了专属试驾，可以为您预留一个时段。',
    ...(number % 7 === 1 && { paymentMoney: 99_900 }),
  }
}
